/** What the calls about plans and subscriptions say. */
export const subscriptionTexts = {
  noPlan: 'Nenhum plano selecionado. Por favor, volte e escolha um plano.',
  unknownPlan: 'Plano inválido. Por favor, escolha outro plano.',
  returnAddress: 'Endereço de retorno inválido',
  mode: 'Use subscription',
  alreadySubscribed: 'Você já tem uma assinatura. Para trocar o cartão ou regularizar o pagamento, abra o portal da assinatura.',
  paymentPending: 'Seu pagamento está sendo processado. Assim que for confirmado, seu acesso é liberado.',
  neverSubscribed: 'Você ainda não tem uma assinatura.',
} as const

/** Stripe's many states in the product's five words. */
export const subscriptionStatuses = ['active', 'trialing', 'canceled', 'past_due', 'other'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Whether a subscription of this status lets its account in. */
export function letsIn(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'trialing'
}
