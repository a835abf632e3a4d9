import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD } from '@prumo/shared/limits'
import type { z } from 'zod'
import { brazilianPasswords } from './brazilian-passwords.js'
import { isRepetition, isSequence } from './password-patterns.js'

/** Passwords that people used most often where they became known, in small letters; shorter ones are refused as they are. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD))

/** A word between digits and signs, which are few enough to be guessed with it. */
const WORD = /^[^a-z]{0,5}([a-z]+)[^a-z]{0,5}$/

/**
 * Whether many people have this password, whatever is written large in it: an attacker tries it first. It is on a list, it is a word
 * of the Brazilian list with at most five digits or signs on each side, or it runs along a keyboard or repeats itself.
 */
export function isCommonPassword(password: string): boolean {
  const small = password.normalize('NFKC').toLowerCase()
  if (common.has(small) || isRepetition(small) || isSequence(small)) return true
  const [, word] = WORD.exec(small.normalize('NFD').replace(/\p{Mn}/gu, '')) ?? []
  return word !== undefined && brazilianPasswords.has(word)
}

/**
 * A schema of a form with a new password, which also refuses a common one. Only the server knows the list, so it is no part
 * of the contract's own schema. @param error what is said at the field
 */
export function refusingCommon<Form extends z.ZodObject>(form: Form, field: keyof z.output<Form> & string, error: string): Form {
  const refined = (form.shape[field] as z.ZodType<string>).refine((password) => !isCommonPassword(password), { error })
  return form.extend({ [field]: refined }) as unknown as Form
}
