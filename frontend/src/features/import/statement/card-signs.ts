import { plainText } from './statement'
import { isBillPayment } from '@prumo/shared/bill-payments'

/** An entry of a card, for the vote on the sign of purchases. */
export interface SignedEntry {
  description: string
  centavos: number
}

const COMES_BACK = /\b(estorno|reembolso|devolucao|devolvid[oa]|cashback|credito|cred|ajuste cred|desconto|cancelamento|chargeback)\b/

/**
 * Whether a card's statement has positive purchases. The sign of the bill's payment decides, then that of refunds, both known by
 * their words; otherwise the majority of the lines, most of which are purchases.
 */
export function hasPositivePurchases(entries: readonly SignedEntry[]): boolean {
  const payments = entries.filter(({ description }) => isBillPayment(description))
  const returns = entries.filter((entry) => !payments.includes(entry) && COMES_BACK.test(plainText(entry.description)))
  return signVote(payments) ?? signVote(returns) ?? entries.filter(({ centavos }) => centavos > 0).length * 2 > entries.length
}

/** Whether most of the lines that lower a bill are negative; null without any. */
function signVote(entries: readonly SignedEntry[]): boolean | null {
  const minus = entries.filter(({ centavos }) => centavos < 0).length
  return minus * 2 === entries.length ? null : minus * 2 > entries.length
}
