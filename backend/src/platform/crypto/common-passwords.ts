import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD } from '@prumo/shared/limits'
import type { z } from 'zod'
import { brazilianPasswords } from './brazilian-passwords.js'
import { isRepetition, isSequence } from './password-patterns.js'

/** The most used leaked passwords, in lower case; those below the minimum length are refused anyway. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD))

/** A word between few enough digits and signs to be guessed with it. */
const WORD = /^[^a-z]{0,5}([a-z]+)[^a-z]{0,5}$/

/**
 * Whether many people use this password, in any case of letters, so that an attacker tries it first: it is on the list of
 * leaked ones, a word of the Brazilian list with at most five digits or signs on each side, a keyboard sequence or a
 * repetition.
 */
export function isCommonPassword(password: string): boolean {
  const small = password.normalize('NFKC').toLowerCase()
  if (common.has(small) || isRepetition(small) || isSequence(small)) return true
  const [, word] = WORD.exec(small.normalize('NFD').replace(/\p{Mn}/gu, '')) ?? []
  return word !== undefined && brazilianPasswords.has(word)
}

/**
 * Extends a form's schema to refuse a common new password. Only the server has the list, so the contract's own schema cannot.
 * @param error the message at the field
 */
export function refusingCommon<Form extends z.ZodObject>(form: Form, field: keyof z.output<Form> & string, error: string): Form {
  const refined = (form.shape[field] as z.ZodType<string>).refine((password) => !isCommonPassword(password), { error })
  return form.extend({ [field]: refined }) as unknown as Form
}
