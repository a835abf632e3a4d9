import { z } from 'zod'
import { id, secret, text } from './fields.js'
import { identityTexts } from './identity-texts.js'
import { MAX_NAME, MAX_PASSWORD } from './limits.js'
import { passkeyTexts } from './passkey-texts.js'

/** The contract of `/auth/passkeys`, whose bodies are WebAuthn's JSON forms, and of `/auth/confirm`. */

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)
/** WebAuthn's limit of 1023 bytes, in base64url. */
const credentialId = base64url(1364)
const clientData = base64url(4000)
const authenticatorData = base64url(8000)

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
}

const name = text({ max: MAX_NAME, missing: passkeyTexts.nameMissing })

/** `RegistrationResponseJSON` with a name chosen by the user. */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: clientData,
    attestationObject: base64url(16_000),
    // Convenience fields that the browser extracts from the attestation; the server reads the attestation alone.
    authenticatorData: authenticatorData.nullish(),
    publicKey: base64url(4000).nullish(),
    publicKeyAlgorithm: z.int().nullish(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(16)
      .nullish(),
  }),
  name: name.default('Chave de acesso'),
})
export type NewPasskey = z.output<typeof newPasskey>

const assertionShape = {
  ...credential,
  response: z.strictObject({
    clientDataJSON: clientData,
    authenticatorData,
    signature: base64url(8000),
    userHandle: base64url(88).nullish(),
  }),
}

/** `AuthenticationResponseJSON`: the holder of a passkey answers a challenge. */
export const assertion = z.strictObject(assertionShape)
export type Assertion = z.output<typeof assertion>

/** `AuthenticationResponseJSON` with the requested length of the session. */
export const passkeyLogin = z.strictObject({
  ...assertionShape,
  rememberMe: z.boolean({ error: 'Use verdadeiro ou falso' }).default(false),
})
export type PasskeyLogin = z.output<typeof passkeyLogin>

/** A signed-in user confirms their identity again: by password, or by `AuthenticationResponseJSON`. */
export const confirmation = z.discriminatedUnion('type', [
  assertion,
  z.strictObject({ type: z.undefined().optional(), password: secret({ max: MAX_PASSWORD, missing: identityTexts.loginPasswordMissing }) }),
])
export type IdentityConfirmation = z.output<typeof confirmation>

export const passkeyRename = z.strictObject({ name })
export type PasskeyRename = z.output<typeof passkeyRename>

export const passkey = z.strictObject({
  id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof passkey>

export const passkeyAnswer = z.strictObject({ passkey })
export type PasskeyAnswer = z.output<typeof passkeyAnswer>
export const passkeyList = z.strictObject({ passkeys: z.array(passkey) })
export type PasskeyList = z.output<typeof passkeyList>

/** `PublicKeyCredentialCreationOptionsJSON` */
export const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ id: z.string(), name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
})
/** `PublicKeyCredentialRequestOptionsJSON` */
export const requestOptions = z.looseObject({ challenge: z.string(), rpId: z.string() })
