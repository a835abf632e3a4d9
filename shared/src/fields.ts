import { z } from 'zod'
import { isCalendarDate, isCalendarMonth, type CalendarDate } from './calendar.js'
import { MAX_CENTAVOS, reaisToCentavos, type Centavos, type Reais } from './money.js'
import { rejections, type RejectionCode } from './rejections.js'
import { codePointsOf, normaliseText } from './text-form.js'

/**
 * Building blocks of the wire contract. A schema takes the wire's value and returns the product's: texts normalised, money in
 * centavos, timestamps cut to their calendar date.
 */

interface TextRules {
  max: number
  /** Shown for an empty text. */
  missing: string
  min?: number
  tooShort?: string
}

/** Characters that Postgres or UTF-8 cannot store: U+0000 and lone surrogates. */
const UNSTORABLE = /[\u0000\p{Surrogate}]/u
const unstorableText = 'O texto tem um caractere inválido'

function textProblem(value: string, rules: TextRules): string | null {
  if (UNSTORABLE.test(value)) return unstorableText
  const length = codePointsOf(value)
  if (length === 0) return rules.missing
  if (length < (rules.min ?? 0)) return rules.tooShort ?? rules.missing
  if (length > rules.max) return `Use no máximo ${rules.max} caracteres`
  return null
}

/** A required text, normalised. Reports one message: that of the first rule that fails. */
export function text(rules: TextRules) {
  return z
    .string({ error: rules.missing })
    .overwrite(normaliseText)
    .superRefine((value, context) => {
      const message = textProblem(value, rules)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta({ minLength: rules.min ?? 1, maxLength: rules.max })
}

/** An optional text that a change can clear, normalised; null and empty mean none. */
export function clearableText(max: number) {
  return z
    .string({ error: 'Digite um texto' })
    .overwrite(normaliseText)
    .superRefine((value, context) => {
      const message = value === '' ? null : textProblem(value, { max, missing: '' })
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta({ maxLength: max })
    .nullable()
    .transform((value) => value || null)
}

/** A password or another text that is never normalised. */
export function secret(rules: TextRules) {
  return z
    .string({ error: rules.missing })
    .superRefine((value, context) => {
      const message = textProblem(value, rules)
      // Further rules may be expensive on a text that is too long.
      if (message) context.addIssue({ code: 'custom', message, continue: false })
    })
    .meta({ minLength: rules.min ?? 1, maxLength: rules.max })
}

/** The schemas of amounts, for a test that compares the list of money-fields.ts with the contract. */
export const moneySchemas = z.registry<object>()

/** An amount in an answer: reais on the wire, centavos in the output type, as the API client returns it (money-fields.ts). */
export function reais(description = 'Reais') {
  return z.number().meta({ description }).register(moneySchemas, {}) as z.ZodType<Centavos, Reais>
}

function money(minimum: number, missing: string) {
  const atLeast =
    minimum < 0
      ? 'O valor mínimo é -R$ 999.999.999,99'
      : minimum === 0
        ? 'O valor não pode ser negativo'
        : 'O valor deve ser maior que zero'
  return z
    .number({ error: missing })
    .meta({ minimum, maximum: MAX_CENTAVOS / 100, multipleOf: 0.01, description: 'Reais, at most two decimals' })
    .register(moneySchemas, {})
    .transform((sent, context) => {
      const centavos = reaisToCentavos(sent)
      const message =
        sent < minimum
          ? atLeast
          : sent > MAX_CENTAVOS / 100
            ? 'O valor máximo é R$ 999.999.999,99'
            : centavos === null
              ? 'Use no máximo duas casas decimais'
              : null
      if (message) context.addIssue({ code: 'custom', message })
      return centavos ?? 0
    })
}

/** An amount of at least one centavo: reais on the wire, centavos inside. */
export const amount = money(0.01, 'Digite um valor válido')
/** An amount that may be zero: reais on the wire, centavos inside. */
export const amountOrZero = money(0, 'Digite um valor válido')

/** An amount of either sign: reais on the wire, centavos inside. */
export const signedAmount = money(-MAX_CENTAVOS / 100, 'Digite um valor válido')

/** An identifier, lower-cased so that an entity has one spelling. */
export const id = z.guid({ error: 'Identificador inválido' }).transform((value) => value.toLowerCase())

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z
  .string({ error: 'Escolha uma data' })
  .refine(isCalendarDate, { error: 'Escolha uma data válida' })
  .meta({ format: 'date' })

/** A calendar month, `YYYY-MM`. */
export const calendarMonth = z
  .string({ error: 'Escolha um mês' })
  .refine(isCalendarMonth, { error: 'Escolha um mês válido' })
  .meta({ pattern: '^\\d{4}-\\d{2}$' })

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/

/** A calendar date, or a full timestamp whose written date counts, without a shift of zone. */
export const dateOrTimestamp = z
  .string({ error: 'Escolha uma data' })
  .transform((value): CalendarDate => TIMESTAMP.exec(value)?.[1] ?? value)
  .refine(isCalendarDate, { error: 'Escolha uma data válida' })
  .meta({ description: 'YYYY-MM-DD, or an ISO timestamp whose written date counts' })

/** The page size of a list, as a query parameter. */
export function pageSize(maximum: number, standard: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, { error: `Use um número de 1 a ${maximum}` })
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, { error: `Use um número de 1 a ${maximum}` })
    .optional()
    .transform((value) => value ?? standard)
}

/** A text query parameter such as a search or a category, normalised like the texts it is compared with. */
export const addressText = z
  .string()
  .overwrite(normaliseText)
  .refine((value) => codePointsOf(value) <= 200, { error: 'Use no máximo 200 caracteres' })
  .refine((value) => !UNSTORABLE.test(value), { error: unstorableText })

/** Schemas that answer with one fixed refusal, whichever field is wrong. */
export const refusals = z.registry<{ text: string; code: RejectionCode }>()

/** The path of one entity, `/{id}`. */
export const entityPath = z.strictObject({ id })
export type EntityPath = z.output<typeof entityPath>
// A malformed identifier names no entity.
refusals.add(entityPath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })
