/** What the calls about plans and subscriptions say. */
export const subscriptionTexts = {
  noPlan: 'Nenhum plano selecionado. Por favor, volte e escolha um plano.',
  unknownPlan: 'Plano inválido. Por favor, escolha outro plano.',
  returnAddress: 'Endereço de retorno inválido',
  mode: 'Use subscription',
  alreadySubscribed: 'Você já tem uma assinatura. Para trocar o cartão ou regularizar o pagamento, abra o portal da assinatura.',
  paymentPending: 'Seu pagamento está sendo processado. Assim que for confirmado, seu acesso é liberado.',
  noActivePlan: 'Só uma assinatura ativa muda de plano.',
  endingPlan: 'Sua assinatura está para terminar. Reative antes de mudar de plano.',
  samePlan: 'Você já está neste plano.',
  oldPreview: 'O valor mudou desde que foi mostrado. Confira e confirme de novo.',
  declined: 'O cartão foi recusado, e nada mudou. Troque o cartão na página da Stripe e tente de novo.',
  authenticationNeeded:
    'O banco pede que você confirme o pagamento com este cartão, e nada mudou. Confirme ou troque o cartão na página da Stripe e tente de novo.',
  cardNeeded: 'A mudança é paga na hora, com cartão, e nada mudou. Guarde um cartão na página da Stripe e tente de novo.',
  neverSubscribed: 'Você ainda não tem uma assinatura.',
} as const

/** Stripe's many states in the product's five words. */
export const subscriptionStatuses = ['active', 'trialing', 'canceled', 'past_due', 'other'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Whether a subscription of this status lets its account in. */
export function letsIn(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'trialing'
}
