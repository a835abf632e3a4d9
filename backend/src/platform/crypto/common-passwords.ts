import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD } from '@prumo/shared/limits'
import type { z } from 'zod'

/** Passwords that people used most often where they became known, in small letters; shorter ones are refused as they are. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD))

/** Whether many people have this password, whatever is written large in it: whoever guesses tries it first. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}

/**
 * A schema of a form with a new password, which also refuses a common one. Only the server knows the list, so it is no part
 * of the contract's own schema. @param error what is said at the field
 */
export function refusingCommon<Form extends z.ZodObject>(form: Form, field: keyof z.output<Form> & string, error: string): Form {
  const refined = (form.shape[field] as z.ZodType<string>).refine((password) => !isCommonPassword(password), { error })
  return form.extend({ [field]: refined }) as unknown as Form
}
