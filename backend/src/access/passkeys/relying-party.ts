import { Injectable } from '@nestjs/common'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Assertion, NewPasskey } from '@prumo/shared/passkeys'
import { z } from 'zod'
import { Settings } from '../../platform/config/settings.js'
import type { PasskeyEntity } from './passkey.entity.js'

/** As long as a challenge is valid. */
const TIMEOUT_MS = 5 * 60_000

type StoredCredential = Pick<PasskeyEntity, 'credentialId' | 'transports'>

/** WebAuthn's relying party: the host and origin of `PUBLIC_URL`. */
@Injectable()
export class RelyingParty {
  readonly #id: string
  readonly #origin: string

  constructor({ publicUrl }: Settings) {
    const { hostname, origin } = new URL(publicUrl)
    this.#id = hostname
    this.#origin = origin
  }

  /** The options for creating a passkey: discoverable without an e-mail, and with user verification. */
  creationOptions(challenge: string, user: { id: string; name: string; email: string }, known: readonly StoredCredential[]) {
    return generateRegistrationOptions({
      rpName: 'Prumo',
      rpID: this.#id,
      challenge: bytesOf(challenge),
      userID: handleOf(user.id),
      userName: user.email,
      userDisplayName: user.name,
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known.map(descriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }) satisfies Promise<PublicKeyCredentialCreationOptionsJSON>
  }

  /** The options for signing a challenge. @param known the allowed passkeys; any discoverable one if omitted */
  requestOptions(challenge: string, known?: readonly StoredCredential[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return generateAuthenticationOptions({
      rpID: this.#id,
      challenge: bytesOf(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(known && { allowCredentials: known.map(descriptor) }),
    })
  }

  /** The created passkey, for any challenge; null if the response is for another site or violates the protocol. */
  async verifyRegistration(
    response: NewPasskey,
  ): Promise<Pick<PasskeyEntity, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
    try {
      if (hasCertificates(response)) return null
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
        expectedChallenge: () => true,
        expectedOrigin: this.#origin,
        expectedRPID: this.#id,
      })
      if (!verified) return null
      const { id, publicKey, counter } = registrationInfo.credential
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: response.response.transports ?? [] }
    } catch {
      // Its reasons quote the response; the person gets the same answer for all.
      return null
    }
  }

  /** The device's new signature counter; null if the signature is wrong, for another site, or its counter does not increase. */
  async verifyAssertion(response: Assertion, challenge: string, { userId, ...passkey }: PasskeyEntity): Promise<number | null> {
    const { userHandle } = response.response
    if (userHandle && userHandle !== Buffer.from(handleOf(userId)).toString('base64url')) return null
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#id,
        credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      })
      return verified ? authenticationInfo.newCounter : null
    } catch {
      return null
    }
  }
}

const clientData = z.object({ challenge: z.string().min(1).max(200) })

/** The challenge that a response claims to answer; null if it has none. */
export function challengeIn({ response: { clientDataJSON } }: Pick<Assertion | NewPasskey, 'response'>): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge
  } catch {
    return null
  }
}

/** Whether an attestation carries certificates. The options request none. Verifying them would fetch addresses that the sender chose. */
function hasCertificates({ response: { attestationObject } }: NewPasskey): boolean {
  const decoded = decodeAttestationObject(bytesOf(attestationObject))
  const format = decoded.get('fmt')
  return format !== 'none' && !(format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** The account's user handle on devices: its id, which reveals nothing about the person. */
function handleOf(accountId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function descriptor({ credentialId: id, transports }: StoredCredential) {
  return { id, transports: transports as AuthenticatorTransport[] }
}
