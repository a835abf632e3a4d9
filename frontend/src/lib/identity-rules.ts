import { isEmail, normaliseEmail } from '@prumo/shared/email'
import { identityTexts as texts } from '@prumo/shared/identity-texts'
import { MIN_NAME, MIN_PASSWORD } from '@prumo/shared/limits'
import { parseCentavos } from '@prumo/shared/money'
import { codePointsOf, normaliseText } from '@prumo/shared/text-form'

/** What the forms check before they send, with the texts of the server. */

export function checkEmail(typed: string): string | null {
  if (typed.trim() === '') return texts.emailMissing
  return isEmail(normaliseEmail(typed)) ? null : texts.emailInvalid
}

/** Only catches typing errors: the server decides whether the address is known. */
export function checkLoginEmail(typed: string): string | null {
  if (typed.trim() === '') return texts.emailMissing
  return typed.includes('@') ? null : texts.emailInvalid
}

export function checkLoginPassword(typed: string): string | null {
  if (typed === '') return texts.loginPasswordMissing
  return codePointsOf(typed) < MIN_PASSWORD ? texts.passwordShort : null
}

export function checkNewPassword(typed: string): string | null {
  if (typed === '') return texts.passwordMissing
  return codePointsOf(typed) < MIN_PASSWORD ? texts.passwordShort : null
}

export function checkConfirmation(typed: string, password: string): string | null {
  if (typed === '') return texts.confirmationMissing
  return typed === password ? null : texts.confirmationDiffers
}

/** The rules of a registration, in the order in which they are checked. */
export const registrationRules = {
  name: checkName,
  email: checkEmail,
  password: checkNewPassword,
  confirmPassword: (typed: string, { password }: { password: string }) => checkConfirmation(typed, password),
  businessName: (typed: string) => (normaliseText(typed) === '' ? texts.businessNameMissing : null),
  businessType: (chosen: string) => (chosen === '' ? texts.businessTypeMissing : null),
  monthlyIncome: checkIncome,
}

function checkName(typed: string): string | null {
  const name = normaliseText(typed)
  if (name === '') return texts.nameMissing
  return codePointsOf(name) < MIN_NAME ? texts.nameShort : null
}

function checkIncome(typed: string): string | null {
  return typed.trim() === '' || parseCentavos(typed) !== null ? null : 'Digite um valor como 5.000,00'
}
