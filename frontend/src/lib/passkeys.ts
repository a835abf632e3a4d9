import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** What the browser does with keys of the device: it asks the person and makes or uses one. Nothing of it knows the server. */

export type PasskeyCreationOptions = PublicKeyCredentialCreationOptionsJSON
export type PasskeyRequestOptions = PublicKeyCredentialRequestOptionsJSON
export type CreatedPasskey = RegistrationResponseJSON
export type PasskeySignature = AuthenticationResponseJSON

/** The library is asked for when a key is. */
const load = () => import('@simplewebauthn/browser')

/** Whether this browser knows keys of devices at all, here: never on a page without TLS. */
export function hasPasskeySupport(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** Whether this device itself can keep a key, and tell who holds it. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  return hasPasskeySupport() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))
}

/** Whether the browser offers keys where an e-mail is typed. */
export async function hasPasskeyAutofill(): Promise<boolean> {
  if (!hasPasskeySupport() || typeof PublicKeyCredential.isConditionalMediationAvailable !== 'function') return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}

/** The device made or used no key. */
export class PasskeyError extends Error {
  override readonly name = 'NoKey'
  /** `given-up` is the person's doing, or another question took its place; `known` is a device that has a key of the account. */
  readonly why: 'given-up' | 'known' | 'failed'

  constructor(why: 'given-up' | 'known' | 'failed', cause: unknown) {
    super(`No key: ${why}`, { cause })
    this.why = why
  }
}

/** What browsers call it. */
const reasons: Readonly<Record<string, PasskeyError['why']>> = {
  NotAllowedError: 'given-up',
  AbortError: 'given-up',
  InvalidStateError: 'known',
}

async function withPasskeyError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (failure) {
    throw new PasskeyError((failure instanceof Error && reasons[failure.name]) || 'failed', failure)
  }
}

/** Asks the person for a new key of the device. @throws PasskeyError */
export function requestNewPasskey(optionsJSON: PasskeyCreationOptions): Promise<CreatedPasskey> {
  return withPasskeyError(async () => (await load()).startRegistration({ optionsJSON }))
}

/**
 * Asks the person to use a key. Only one question is open at a time: the one before it is given up.
 * @param quietly among what the browser offers in a field, and nowhere else
 * @throws PasskeyError
 */
export function requestPasskey(optionsJSON: PasskeyRequestOptions, { quietly = false } = {}): Promise<PasskeySignature> {
  return withPasskeyError(async () => (await load()).startAuthentication({ optionsJSON, useBrowserAutofill: quietly }))
}

/** Takes back the question that is open. */
export async function cancelPasskeyRequest(): Promise<void> {
  ;(await load()).WebAuthnAbortService.cancelCeremony()
}
