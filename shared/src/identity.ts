import { z } from 'zod'
import { businessTypes, difficulties } from './business.js'
import { isEmail, normaliseEmail } from './email.js'
import { amountOrZero, reais, secret, text } from './fields.js'
import { identityTexts } from './identity-texts.js'
import { MAX_EMAIL, MAX_NAME, MAX_PASSWORD, MIN_NAME, MIN_PASSWORD } from './limits.js'
import { TERMS_VERSION } from './terms.js'

/** The contract of `/auth`: identity and sign-in. */

/** An e-mail address, trimmed and in lower case. */
export const email = z
  .string({ error: identityTexts.emailMissing })
  .transform(normaliseEmail)
  .superRefine((value, context) => {
    const message = value === '' ? identityTexts.emailMissing : isEmail(value) ? null : identityTexts.emailInvalid
    if (message) context.addIssue({ code: 'custom', message })
  })
  .meta({ format: 'email', maxLength: MAX_EMAIL })

const name = text({ max: MAX_NAME, min: MIN_NAME, missing: identityTexts.nameMissing, tooShort: identityTexts.nameShort })
const businessName = text({ max: MAX_NAME, missing: identityTexts.businessNameMissing })
const businessType = z.enum(businessTypes, { error: identityTexts.businessTypeMissing })
const mainDifficulties = z
  .array(z.enum(difficulties, { error: 'Dificuldade desconhecida' }), { error: 'Escolha da lista' })
  .max(difficulties.length, { error: 'Escolha da lista' })
  .transform((chosen) => [...new Set(chosen)])

function password(missing: string) {
  return secret({ max: MAX_PASSWORD, min: MIN_PASSWORD, missing, tooShort: identityTexts.passwordShort })
}

export const registration = z.strictObject({
  name,
  email,
  password: password(identityTexts.passwordMissing),
  businessName,
  businessType,
  monthlyIncome: amountOrZero.default(0),
  mainDifficulties: mainDifficulties.default([]),
})
export type Registration = z.output<typeof registration>

export const credentials = z.strictObject({
  email,
  password: password(identityTexts.loginPasswordMissing),
  rememberMe: z.boolean({ error: 'Use verdadeiro ou falso' }).default(false),
})
export type Credentials = z.output<typeof credentials>

export const profileChanges = z.strictObject({
  name: name.optional(),
  businessName: businessName.optional(),
  businessType: businessType.optional(),
  monthlyIncome: amountOrZero.optional(),
  mainDifficulties: mainDifficulties.optional(),
})
export type ProfileChanges = z.output<typeof profileChanges>

export const passwordChange = z.strictObject({
  currentPassword: secret({ max: MAX_PASSWORD, missing: identityTexts.loginPasswordMissing }),
  newPassword: password(identityTexts.passwordMissing),
})
export type PasswordChange = z.output<typeof passwordChange>

/** A signed-in user confirms their identity again. */
export const passwordConfirmation = z.strictObject({
  password: secret({ max: MAX_PASSWORD, missing: identityTexts.loginPasswordMissing }),
})
export type PasswordConfirmation = z.output<typeof passwordConfirmation>

export const resetRequest = z.strictObject({ email })
export type ResetRequest = z.output<typeof resetRequest>

export const passwordReset = z.strictObject({
  token: z
    .string({ error: identityTexts.resetLinkInvalid })
    .min(1, { error: identityTexts.resetLinkInvalid })
    .max(500, { error: identityTexts.resetLinkInvalid }),
  password: password(identityTexts.passwordMissing),
})
export type PasswordReset = z.output<typeof passwordReset>

export const emailChange = z.strictObject({ email })
/** The new e-mail address of an account. */
export type EmailChange = z.output<typeof emailChange>

export const emailConfirmation = z.strictObject({
  token: z
    .string({ error: identityTexts.emailLinkInvalid })
    .min(1, { error: identityTexts.emailLinkInvalid })
    .max(500, { error: identityTexts.emailLinkInvalid }),
})
/** The token of a mailed link proves that its holder reads that address. */
export type EmailConfirmation = z.output<typeof emailConfirmation>

export const termsAcceptance = z.strictObject({ version: z.literal(TERMS_VERSION, { error: identityTexts.otherTerms }) })
/** Accepts the terms in force; another version is refused. */
export type TermsAcceptance = z.output<typeof termsAcceptance>

export const user = z.strictObject({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean().meta({ description: 'Whether a link that was mailed to it was followed' }),
  businessName: z.string(),
  businessType: z.enum(businessTypes),
  monthlyIncome: reais(),
  mainDifficulties: z.array(z.enum(difficulties)),
  createdAt: z.iso.datetime(),
  acceptedTerms: z
    .strictObject({ version: z.string(), acceptedAt: z.iso.datetime() })
    .nullable()
    .meta({ description: 'The version of the terms of use that was accepted last, and when' }),
})
/** A user; `monthlyIncome` in centavos, on the wire in reais. */
export type User = z.output<typeof user>

export const userAnswer = z.strictObject({ user })
export type UserAnswer = z.output<typeof userAnswer>
export const sessionAnswer = z.strictObject({ token: z.string(), user })
export type SessionAnswer = z.output<typeof sessionAnswer>

export const openSession = z.strictObject({
  id: z.guid(),
  device: z.string().meta({ description: 'Such as "Chrome no Android"' }),
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().meta({ description: 'To within minutes' }),
  current: z.boolean(),
})
/** A signed-in device. */
export type OpenSession = z.output<typeof openSession>
export const sessionList = z.strictObject({ sessions: z.array(openSession) })
export type SessionListAnswer = z.output<typeof sessionList>

/** Answer to a requested link, the same whether the e-mail is known or not. */
export const linkRequestAnswer = z.strictObject({})
