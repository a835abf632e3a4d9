/** Stripe's test cards and their behaviour. */

export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard'
  /** Shown in the simulator's pages. */
  label: string
  /** The result when the cardholder is present. */
  first: 'pays' | CardDecline
  /** The result of a later charge without the cardholder. */
  later: 'pays' | CardDecline
  /** Each charge is disputed at once. */
  disputed?: true
}

export type CardDecline = 'generic_decline' | 'insufficient_funds' | 'expired_card' | 'authentication_required'

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', label: 'Visa que paga', first: 'pays', later: 'pays' },
  { number: '5555555555554444', brand: 'mastercard', label: 'Mastercard que paga', first: 'pays', later: 'pays' },
  { number: '4000000000000002', brand: 'visa', label: 'Visa recusado', first: 'generic_decline', later: 'generic_decline' },
  { number: '4000000000009995', brand: 'visa', label: 'Visa sem saldo', first: 'insufficient_funds', later: 'insufficient_funds' },
  { number: '4000000000000069', brand: 'visa', label: 'Visa vencido', first: 'expired_card', later: 'expired_card' },
  {
    number: '4000000000000341',
    brand: 'visa',
    label: 'Visa que paga uma vez e falha em toda renovação',
    first: 'pays',
    later: 'generic_decline',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    label: 'Visa que pede autenticação em toda renovação',
    first: 'pays',
    later: 'authentication_required',
  },
  { number: '4000000000000259', brand: 'visa', label: 'Visa que paga e contesta a cobrança', first: 'pays', later: 'pays', disputed: true },
]

/** Names for cards in calls of the API, which take no card numbers. */
const namedCards: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeCustomerFail: '4000000000000341',
  authenticationRequired: '4000002760003184',
  createDispute: '4000000000000259',
}

/** Finds a typed number, with or without spaces. Undefined: not a test card. */
export function findTestCard(typed: string): TestCard | undefined {
  const number = typed.replace(/\D/g, '')
  return testCards.find((card) => card.number === number)
}

/** Such as `pm_card_visa` or `tok_visa`. */
export function findTestCardByName(name: string): TestCard | undefined {
  const number = namedCards[name.replace(/^(pm_card_|tok_)/, '')]
  return number === undefined || !/^(pm_card_|tok_)/.test(name) ? undefined : findTestCard(number)
}

/** Stripe's error of the API, and the Portuguese text of its pages. */
export const declines: Readonly<Record<CardDecline, { code: string; message: string; text: string }>> = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.', text: 'Seu cartão foi recusado. Use outro cartão.' },
  insufficient_funds: {
    code: 'card_declined',
    message: 'Your card has insufficient funds.',
    text: 'Seu cartão não tem saldo suficiente. Use outro cartão.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.', text: 'Seu cartão está vencido. Use outro cartão.' },
  authentication_required: {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    text: 'Seu banco pede que você confirme este pagamento. Use outro cartão.',
  },
}
