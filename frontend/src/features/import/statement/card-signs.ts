import { plainText } from './statement'
import { isBillPayment } from './bill-payments'

/** What a card's line says of the sign of purchases. */
export interface SignedEntry {
  description: string
  centavos: number
}

const COMES_BACK = /\b(estorno|reembolso|devolucao|devolvid[oa]|cashback|credito|cred|ajuste cred|desconto|cancelamento|chargeback)\b/

/**
 * Whether a card's statement writes purchases with a plus. The payment of its bill says it first, then what comes back, both
 * named in words; else the greater number, because most lines of a card are purchases.
 */
export function spendsWithPlus(entries: readonly SignedEntry[]): boolean {
  const payments = entries.filter(({ description }) => isBillPayment(description))
  const returns = entries.filter((entry) => !payments.includes(entry) && COMES_BACK.test(plainText(entry.description)))
  return signVote(payments) ?? signVote(returns) ?? entries.filter(({ centavos }) => centavos > 0).length * 2 > entries.length
}

/** Whether most of what lowers a bill has a minus; null without any. */
function signVote(entries: readonly SignedEntry[]): boolean | null {
  const minus = entries.filter(({ centavos }) => centavos < 0).length
  return minus * 2 === entries.length ? null : minus * 2 > entries.length
}
