import { z } from 'zod'
import { id, secret, text } from './fields.js'
import { identityTexts } from './identity-texts.js'
import { MAX_NAME, MAX_PASSWORD } from './limits.js'
import { passkeyTexts } from './passkey-texts.js'

/** Coming in without a password: the contract of `/auth/passkeys`, whose bodies are WebAuthn's JSON forms, and of `/auth/confirm`. */

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)
/** As long as WebAuthn lets it be. */
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

/** `RegistrationResponseJSON` with the name that the person gives. */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: clientData,
    attestationObject: base64url(16_000),
    // What the browser reads out of the attestation for those who cannot; the attestation alone counts.
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

/** `AuthenticationResponseJSON`: that whoever has a passkey answered a challenge. */
export const assertion = z.strictObject(assertionShape)
export type Assertion = z.output<typeof assertion>

/** `AuthenticationResponseJSON` with how long the session is to last. */
export const passkeyLogin = z.strictObject({
  ...assertionShape,
  rememberMe: z.boolean({ error: 'Use verdadeiro ou falso' }).default(false),
})
export type PasskeyLogin = z.output<typeof passkeyLogin>

/** Who is signed in shows once more that it is them: by the password, or as `AuthenticationResponseJSON`. */
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
