import { plainText } from './statement'

const IN_THE_BANK =
  /\b(pagamento|pagto|pgto|pag|deb(ito)?( automatico)?)\b.*\b(fatura|cartao|card)\b|^fatura( de)? cartao|\bfatura paga\b|^pagamento de fatura/
const ON_THE_CARD =
  /^(pagamento|pagto|pgto)\b(?!.*\b(boleto|conta|google|apple|mercado)\b)|\b(pagamento|pagto|pgto)s? (recebidos?|efetuados?|(de |da )?fatura)\b|^(pagamento|pagto|pgto) (por |em |de |com )?deb(ito)?\b|^inclusao de pagamento\b/

/**
 * Whether a line is the payment of a card's bill. In the bank's file it leaves the account; in the card's file it is what
 * came in. Neither is spent or earned: the purchases are.
 */
export function paysBill(description: string, centavos: number, card: boolean): boolean {
  if (card) return centavos > 0 && isBillPayment(description)
  const words = plainText(description)
  return centavos < 0 && IN_THE_BANK.test(words) && !/\bcompra\b/.test(words)
}

/** Whether the words of a card's line name the payment of its bill. */
export function isBillPayment(description: string): boolean {
  return ON_THE_CARD.test(plainText(description))
}
