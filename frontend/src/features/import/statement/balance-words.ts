import { plainText } from './statement'

/** Whether the text marks a balance row: `SALDO ANTERIOR`, `S A L D O`, `Saldo do dia`. */
export function isBalance(description: string): boolean {
  return /^(\(?[=+-]\)? ?)?(saldo|s a l d o|sdo)\b/.test(plainText(description))
}

/** Whether the text marks the balance before the entries. */
export function isOpeningBalance(description: string): boolean {
  return /\b(anterior|inicial|abertura|ant)\b/.test(plainText(description))
}
