import { searchable } from './search.js'

const IN_THE_BANK =
  /\b(pagamento|pagto|pgto|pag|deb(ito)?( automatico)?)\b.*\b(fatura|cartao|card)\b|^fatura( de)? cartao|\bfatura paga\b|^pagamento de fatura/
const ON_THE_CARD =
  /^(pagamento|pagto|pgto)\b(?!.*\b(boleto|conta|google|apple|mercado)\b)|\b(pagamento|pagto|pgto)s? (recebidos?|efetuados?|(de |da )?fatura)\b|^(pagamento|pagto|pgto) (por |em |de |com )?deb(ito)?\b|^inclusao de pagamento\b/

/**
 * Whether a line pays the bill of a card, by its words: an expense of the bank account, or a credit of the card. It counts as
 * neither income nor expense, because the purchases are counted.
 * @param centavos negative for an expense
 */
export function paysBill(description: string, centavos: number, isCard: boolean): boolean {
  if (isCard) return centavos > 0 && isBillPayment(description)
  const words = searchable(description)
  return centavos < 0 && IN_THE_BANK.test(words) && !/\bcompra\b/.test(words)
}

/** Whether the text of a card's line names the payment of its bill. */
export function isBillPayment(description: string): boolean {
  return ON_THE_CARD.test(searchable(description))
}
