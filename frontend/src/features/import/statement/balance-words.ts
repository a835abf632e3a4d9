import { plainText } from './statement'

/** Whether the text of a row says that it is a balance and no entry: `SALDO ANTERIOR`, `S A L D O`, `Saldo do dia`. */
export function isBalance(description: string): boolean {
  return /^(\(?[=+-]\)? ?)?(saldo|s a l d o|sdo)\b/.test(plainText(description))
}

/** Whether a balance is what there was before the entries. */
export function isOpeningBalance(description: string): boolean {
  return /\b(anterior|inicial|abertura|ant)\b/.test(plainText(description))
}
