import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** The browser's side of passkeys: creates one, or signs with one. It makes no requests to the server. */

export type PasskeyCreationOptions = PublicKeyCredentialCreationOptionsJSON
export type PasskeyRequestOptions = PublicKeyCredentialRequestOptionsJSON
export type CreatedPasskey = RegistrationResponseJSON
export type PasskeySignature = AuthenticationResponseJSON

/** Loaded only when a passkey is requested. */
const load = () => import('@simplewebauthn/browser')

/** Whether this browser supports passkeys on this page: never without TLS. */
export function hasPasskeySupport(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** Whether the device itself can store a passkey and verify its user. */
export async function hasPlatformAuthenticator(): Promise<boolean> {
  return hasPasskeySupport() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))
}

/** Whether the browser offers passkeys in the e-mail field. */
export async function hasPasskeyAutofill(): Promise<boolean> {
  if (!hasPasskeySupport() || typeof PublicKeyCredential.isConditionalMediationAvailable !== 'function') return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}

/** No passkey was created or used. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  /**
   * `replaced`: cancelled by a newer request. `refused`: by the person, or at once by a device that is not set up.
   * `known`: the device already has a passkey of the account.
   */
  readonly why: 'replaced' | 'refused' | 'known' | 'failed'

  constructor(why: PasskeyError['why'], cause: unknown) {
    super(`No passkey: ${why}`, { cause })
    this.why = why
  }
}

/** By the names of the browser's errors. */
const reasons: Readonly<Record<string, PasskeyError['why']>> = {
  NotAllowedError: 'refused',
  AbortError: 'replaced',
  InvalidStateError: 'known',
}

async function withPasskeyError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (failure) {
    throw new PasskeyError((failure instanceof Error && reasons[failure.name]) || 'failed', failure)
  }
}

/** Has the device create a passkey. @throws PasskeyError */
export function requestNewPasskey(optionsJSON: PasskeyCreationOptions): Promise<CreatedPasskey> {
  return withPasskeyError(async () => (await load()).startRegistration({ optionsJSON }))
}

/**
 * Has the device sign with a passkey. Only one request is open at a time: a new one cancels the one before.
 * @param quietly only offers passkeys in the autofill of a field
 * @throws PasskeyError
 */
export function requestPasskey(optionsJSON: PasskeyRequestOptions, { quietly = false } = {}): Promise<PasskeySignature> {
  return withPasskeyError(async () => (await load()).startAuthentication({ optionsJSON, useBrowserAutofill: quietly }))
}

/** Cancels the open request. */
export async function cancelPasskeyRequest(): Promise<void> {
  ;(await load()).WebAuthnAbortService.cancelCeremony()
}
