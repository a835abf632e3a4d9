import { GUARANTEE_DAYS } from './plans.js'

/** Texts of the answers about plans and subscriptions. */
export const subscriptionTexts = {
  noPlan: 'Nenhum plano selecionado. Por favor, volte e escolha um plano.',
  unknownPlan: 'Plano inválido. Por favor, escolha outro plano.',
  returnAddress: 'Endereço de retorno inválido',
  mode: 'Use subscription',
  alreadySubscribed: 'Você já tem uma assinatura. Para trocar o cartão ou regularizar o pagamento, abra o portal da assinatura.',
  paymentPending: 'Seu pagamento está sendo processado. Assim que for confirmado, seu acesso é liberado.',
  emailNotTaken: 'O processador de pagamentos não aceita o email desta conta. Escreva para nós pela página de contato.',
  planNotSold: 'Este plano não está à venda agora. Por favor, escolha outro plano.',
  paymentNotOpened: 'Não foi possível abrir a página de pagamento. Tente de novo mais tarde ou escreva para nós pela página de contato.',
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

/** Stripe's statuses, mapped to the product's five. */
export const subscriptionStatuses = ['active', 'trialing', 'canceled', 'past_due', 'other'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Whether a subscription of this status grants access. */
export function letsIn(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'trialing'
}

/** Days of access after the end of a paid period while no webhook arrives: Stripe or its receiver may be down. */
export const SILENCE_DAYS = 7

/**
 * Whether a subscription grants access: by its status, and by a period that ended at most `SILENCE_DAYS` ago. Used for display;
 * the server decides by its own clock.
 * @param now in milliseconds since 1970
 */
export function opens({ status, currentPeriodEnd }: { status: SubscriptionStatus; currentPeriodEnd: number | null }, now: number): boolean {
  return letsIn(status) && (currentPeriodEnd ?? 0) + SILENCE_DAYS * 86_400 > now / 1000
}

/**
 * Whether the payment of an account erased now is refunded: the first payment is at most `GUARANTEE_DAYS` old. The earlier of
 * both moments counts, so that a returning subscriber or one first seen late is promised no refund.
 * @param now in milliseconds since 1970
 */
export function isUnderGuarantee(
  { createdAt, currentPeriodStart }: { createdAt: string | null; currentPeriodStart: number | null },
  now: number,
): boolean {
  if (createdAt === null || currentPeriodStart === null) return false
  return Math.min(Date.parse(createdAt), currentPeriodStart * 1000) > now - GUARANTEE_DAYS * 86_400_000
}
