import { isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'
import { MAX_CENTAVOS } from '@prumo/shared/money'

/** Which sign stands before the centavos; `either` where the file does not say. */
export type DecimalSign = ',' | '.' | 'either'

const COMMA_DECIMALS = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/
const DOT_DECIMALS = /^(\d+|\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/
const WHOLE = /^(\d+)()$/
const GROUPED = { ',': /^(\d{1,3}(?:\.\d{3})+)()$/, '.': /^(\d{1,3}(?:,\d{3})+)()$/ }

/**
 * A written amount in centavos with its sign: `-386.70`, `-386,70`, `1.386,70`, `+10`, `R$ 10`, padded with blanks.
 * Null for anything else: an amount that is not understood is never zero. `1.386` is understood only where the sign
 * before the centavos is known.
 */
export function signedCentavos(text: string, decimals: DecimalSign): number | null {
  const bare = text.replaceAll(/[\s\u00a0]/g, '').replace('\u2212', '-')
  const [, before = '', number = ''] = /^([+-]?)(?:R\$)?(.*)$/i.exec(bare) ?? []
  // Some write the sign behind the currency.
  const [, behind = '', digits = ''] = /^([+-]?)(.*)$/.exec(number) ?? []
  if (before !== '' && behind !== '') return null
  const match = formsOf(decimals).reduce<RegExpExecArray | null>((found, form) => found ?? form.exec(digits), null)
  if (!match) return null
  const whole = (match[1] as string).replaceAll(/[.,]/g, '')
  const centavos = Number(whole) * 100 + Number((match[2] as string).padEnd(2, '0'))
  if (centavos > MAX_CENTAVOS) return null
  return before + behind === '-' && centavos !== 0 ? -centavos : centavos
}

function formsOf(decimals: DecimalSign): RegExp[] {
  if (decimals === 'either') return [COMMA_DECIMALS, DOT_DECIMALS, WHOLE]
  return [decimals === ',' ? COMMA_DECIMALS : DOT_DECIMALS, WHOLE, GROUPED[decimals]]
}

/** Whether a cell says that nothing moved: some banks leave it empty, some write zero. */
export function saysNothing(amount: string): boolean {
  return amount === '' || signedCentavos(amount, 'either') === 0
}

/** What a row moved whose credit and debit have a column each. A debit left the account, however its column writes the sign. */
export function creditOrDebit(credit: string, debit: string): string {
  if (!saysNothing(credit) || debit === '') return credit
  return `-${debit.replace(/^[-+]\s*/, '')}`
}

/** Which sign stands before the centavos in amounts of one table; `either` where all are whole or they disagree. */
export function decimalSignOf(amounts: readonly string[]): DecimalSign {
  const signs = new Set(amounts.flatMap((text) => /([.,])\d{1,2}\s*$/.exec(text)?.[1] ?? []))
  const [only] = signs
  return signs.size === 1 ? (only as ',' | '.') : 'either'
}

/** A written day: `23/11/2026`, `23/11/26`, `23-11-2026`, `2026-11-23`, with or without a time behind it. Null for anything else. */
export function writtenDate(text: string): CalendarDate | null {
  const [day] = text.trim().split(/[ T]/)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (iso) return realDate(iso[1], iso[2], iso[3])
  const local = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(day ?? '')
  if (!local) return null
  const year = local[4] as string
  return realDate(year.length === 2 ? `20${year}` : year, local[3], local[1])
}

/** The day of an OFX date, its first eight digits: `20261123120000[-3:BRT]`. Null for `00000000`, or where they are no day. */
export function ofxDate(text: string): CalendarDate | null {
  const match = /^(\d{4})(\d{2})(\d{2})/.exec(text.trim())
  return match && realDate(match[1], match[2], match[3])
}

function realDate(year = '', month = '', day = ''): CalendarDate | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}
