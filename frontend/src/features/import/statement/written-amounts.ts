import { MAX_CENTAVOS } from '@prumo/shared/money'

/** The decimal separator; `either` when the file does not show it. */
export type DecimalSign = ',' | '.' | 'either'

/** Digits with the marks of a sign: a leading or trailing minus, parentheses, or a trailing D or C. */
const AMOUNT =
  /^(?<open>\()?(?<before>[+-])?(?:R\$|BRL)?(?<inside>[+-])?(?<digits>\d[\d.,]*|[.,]\d+)(?:R\$|BRL)?(?<behind>[+-])?(?<close>\))?(?<letter>C|D|CR|DB|DR|CREDITO|CRÉDITO|DEBITO|DÉBITO|\(\+\)|\(-\))?$/i

const COMMA_DECIMALS = /^(\d*|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{2}0+)$/
const DOT_DECIMALS = /^(\d*|\d{1,3}(?:,\d{3})+)\.(\d{1,2}|\d{2}0+)$/
const WHOLE = /^(\d+)()$/
const GROUPED = { ',': /^(\d{1,3}(?:\.\d{3})+)()$/, '.': /^(\d{1,3}(?:,\d{3})+)()$/ }
/** A fast path for most amounts: digits with a sign. */
const USUAL = /^(-?)(\d{1,8})([.,])(\d{2})$/
/** Thousands, or three decimals of zero. */
const AMBIGUOUS = /^\d{1,3}[.,]000$/

/**
 * Parses an amount into centavos with its sign: `-386.70`, `-386,70`, `1.386,70`, `+10`, `R$ 10`, `45,90 D`, `(20,00)`,
 * `5.00-`, `1000.000`, `="12,00"`. Null for anything else, so that no unreadable amount counts as zero. `1.386` needs a known decimal
 * separator.
 */
export function signedCentavos(text: string, decimals: DecimalSign): number | null {
  const usual = USUAL.exec(text)
  if (usual && (decimals === 'either' || usual[3] === decimals)) {
    const centavos = Number(usual[2]) * 100 + Number(usual[4])
    return usual[1] === '-' && centavos > 0 ? -centavos : centavos
  }
  const parts = AMOUNT.exec(
    unwrapCell(text)
      .replaceAll(/[\s\u00a0\u202f]/g, '')
      .replace(/[\u2212\u2013]/, '-'),
  )?.groups
  if (!parts) return null
  const sign = signOf(parts)
  const digits = parts['digits'] as string
  const match = formsOf(decimals).reduce<RegExpExecArray | null>((found, form) => found ?? form.exec(digits), null)
  if (sign === null || !match || (decimals === 'either' && AMBIGUOUS.test(digits))) return null
  const whole = (match[1] as string).replaceAll(/[.,]/g, '')
  const centavos = Number(whole) * 100 + Number((match[2] as string).slice(0, 2).padEnd(2, '0'))
  if (centavos > MAX_CENTAVOS) return null
  return centavos === 0 ? 0 : sign * centavos
}

/** Unwraps a cell that is protected from conversion by a spreadsheet: `="12,00"`. */
export function unwrapCell(text: string): string {
  const bare = text.trim()
  return bare.startsWith('=') ? (/^="?([^"]*)"?$/.exec(bare)?.[1] ?? bare) : bare
}

/** Null when the marks contradict each other. */
function signOf({ open, before, inside, behind, close, letter }: Readonly<Record<string, string | undefined>>): 1 | -1 | null {
  const marks = [before, inside, behind].filter((mark) => mark !== undefined)
  if (marks.length > 1 || (open === undefined) !== (close === undefined)) return null
  if (letter === undefined) return open !== undefined || marks[0] === '-' ? -1 : 1
  const isDebit = /^(d|\(-)/i.test(letter)
  if (isDebit) return marks[0] === '+' ? null : -1
  return open !== undefined || marks[0] === '-' ? null : 1
}

function formsOf(decimals: DecimalSign): RegExp[] {
  if (decimals === 'either') return [COMMA_DECIMALS, DOT_DECIMALS, WHOLE]
  return [decimals === ',' ? COMMA_DECIMALS : DOT_DECIMALS, WHOLE, GROUPED[decimals]]
}

/** Whether a cell means no amount: banks write nothing, zero or a dash. */
export function isEmptyAmount(amount: string): boolean {
  return amount === '' || amount === '-' || signedCentavos(amount, 'either') === 0
}

/** The signed amount of a row with separate columns. Debits are negative, whatever their sign in the column. */
export function creditOrDebit(credit: string, debit: string): string {
  if (!isEmptyAmount(credit) || isEmptyAmount(debit)) return credit === '' ? debit : credit
  const bare = debit.replace(/^\((.*)\)$/, '$1').replaceAll(/^[-+\u2212]\s*|\s*[-+]$/g, '')
  return `-${bare.replace(/^(R\$\s*)[-+]\s*/i, '$1').replace(/\s*(?:D|DB|DR)$/i, '')}`
}

/** The decimal separator of a file's amounts; `either` when all are whole or they disagree. */
export function decimalSignOf(amounts: readonly string[]): DecimalSign {
  let only: string | undefined
  for (const text of amounts) {
    const sign = decimalSignIn(text)
    if (sign === undefined || sign === only) continue
    if (only !== undefined) return 'either'
    only = sign
  }
  return (only as DecimalSign | undefined) ?? 'either'
}

function decimalSignIn(text: string): string | undefined {
  if (text === '') return undefined
  const digits = /\d$/.test(text) ? text : text.replace(/\D+$/, '')
  return (/([.,])\d{1,2}$/.exec(digits) ?? /\d{4}([.,])\d{2}0+$/.exec(digits) ?? /([.,])\d{2}00+$/.exec(digits))?.[1]
}

/** Whether an amount has no decimal separator. */
export function isWholeAmount(text: string): boolean {
  return /^\D*\d+\D*$/.test(text)
}
