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

/** As long as a challenge is good. */
const TIMEOUT_MS = 5 * 60_000

type StoredCredential = Pick<PasskeyEntity, 'credentialId' | 'transports'>

/** Who keys are made for, and by what their answers are judged: the host and the origin of `PUBLIC_URL`. */
@Injectable()
export class RelyingParty {
  readonly #id: string
  readonly #origin: string

  constructor({ publicUrl }: Settings) {
    const { hostname, origin } = new URL(publicUrl)
    this.#id = hostname
    this.#origin = origin
  }

  /** What a device is asked to make a key of. It has to be found without an e-mail, and to see who holds the device. */
  creation(challenge: string, user: { id: string; name: string; email: string }, known: readonly StoredCredential[]) {
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

  /** What a device is asked to sign. @param known the keys that may; any that is found without them, where none are given */
  request(challenge: string, known?: readonly StoredCredential[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return generateAuthenticationOptions({
      rpID: this.#id,
      challenge: bytesOf(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(known && { allowCredentials: known.map(descriptor) }),
    })
  }

  /** The key that was made, for whatever challenge; null where that was not for us, or not by the rules. */
  async verifyRegistration(
    response: NewPasskey,
  ): Promise<Pick<PasskeyEntity, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
    try {
      if (namesItsMaker(response)) return null
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
      // Its reasons name what was sent, and are the same to the person.
      return null
    }
  }

  /** How often the device has signed, this time included; null where the answer is not the key's, not for us, or not after the last. */
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

/** The challenge that a response says it answers; null where it says none. */
export function challengeIn({ response: { clientDataJSON } }: Pick<Assertion | NewPasskey, 'response'>): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge
  } catch {
    return null
  }
}

/**
 * Whether a statement comes with certificates. We ask for none; checking them would fetch the addresses that they name,
 * which whoever sends them chooses.
 */
function namesItsMaker({ response: { attestationObject } }: NewPasskey): boolean {
  const decoded = decodeAttestationObject(bytesOf(attestationObject))
  const format = decoded.get('fmt')
  return format !== 'none' && !(format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** The name of an account on devices: its id, which says nothing of the person. */
function handleOf(accountId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function descriptor({ credentialId: id, transports }: StoredCredential) {
  return { id, transports: transports as AuthenticatorTransport[] }
}
