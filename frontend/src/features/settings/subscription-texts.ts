import { addDays, dateInSaoPaulo, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { GUARANTEE_DAYS, plans } from '@prumo/shared/plans'
import { isUnderGuarantee } from '@prumo/shared/subscription-texts'
import type { Subscription } from '@prumo/shared/subscriptions'
import { formatDate } from '../../lib/dates'

type PaidPeriod = Pick<Subscription, 'currentPeriodEnd'>
type DescribedSubscription = Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'subscriptionId' | 'currentPeriodEnd'>

/** The last day of the paid or trial period; null without one. */
export function lastDay({ currentPeriodEnd }: PaidPeriod): CalendarDate | null {
  return currentPeriodEnd === null ? null : dateInSaoPaulo(new Date(currentPeriodEnd * 1000))
}

/** The summary of a subscription: `Ativa, renova em 20/02/2027`. */
export function summaryText(subscription: DescribedSubscription): string {
  const day = lastDay(subscription)
  const date = day ? formatDate(day) : null
  if (subscription.status === 'past_due') return 'Pagamento em atraso'
  if (subscription.status === 'canceled') return 'Cancelada'
  if (subscription.status === 'other') return subscription.subscriptionId === null ? 'Sem assinatura' : 'Sem assinatura ativa'
  const word = subscription.status === 'trialing' ? 'Em teste' : 'Ativa'
  if (date === null) return word
  return subscription.cancelAtPeriodEnd || subscription.status === 'trialing' ? `${word} até ${date}` : `${word}, renova em ${date}`
}

/** The heading of an active subscription: a sentence, or its last day if it is cancelled. */
export function headlineText(subscription: DescribedSubscription): string {
  const { status, cancelAtPeriodEnd } = subscription
  if (cancelAtPeriodEnd) return summaryText(subscription)
  return status === 'trialing' ? 'Sua assinatura está em período de teste.' : 'Sua assinatura está ativa.'
}

/** The reason why a subscription is inactive, and the remedy. */
export function inactiveText(subscription: DescribedSubscription, today: CalendarDate): string {
  const { status, subscriptionId } = subscription
  const day = lastDay(subscription)
  if (status === 'past_due') return 'O pagamento da renovação não foi feito. Atualize o cartão para continuar.'
  if (status === 'canceled')
    return `${day !== null && day <= today ? `Ela terminou em ${formatDate(day)}.` : 'Ela terminou.'} Seus dados continuam aqui.`
  return subscriptionId === null
    ? 'Escolha um plano para continuar usando o Prumo.'
    : 'O pagamento ainda não foi concluído. Seus dados continuam aqui.'
}

/**
 * The effect of erasing the account on the payment. Without a loaded subscription, describes both cases. A payment without a
 * card is a boleto.
 */
export function endTexts(subscription: Subscription | undefined, now = Date.now()): string[] {
  if (!subscription) return [`A assinatura termina agora. ${PROMISE}`]
  if (!isUnderGuarantee(subscription, now)) return ['A assinatura termina agora, sem reembolso.']
  if (subscription.paymentMethodLast4 !== null)
    return [`A assinatura termina agora, e o que você pagou volta para o cartão: é a garantia de ${GUARANTEE_DAYS} dias.`]
  return [
    `A assinatura termina agora, e devolvemos o que você pagou: é a garantia de ${GUARANTEE_DAYS} dias.`,
    'Um boleto não volta sozinho: nossa equipe escreve para o email do boleto e devolve por transferência.',
  ]
}

const PROMISE = `O que foi pago volta só nos ${GUARANTEE_DAYS} dias depois do primeiro pagamento.`

/** `20/02/2027, daqui a 92 dias` */
export function dayText(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day)
  if (days < 0) return formatDate(day)
  return `${formatDate(day)}, ${days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `daqui a ${days.toLocaleString('pt-BR')} dias`}`
}

/** `3 meses, R$ 97,00 a cada 3 meses` */
export function planText({ planId }: Pick<Subscription, 'planId'>): string {
  const plan = plans.find(({ id }) => id === planId)
  return plan ? `${plan.duration}, ${plan.description}` : 'Um plano que não está mais à venda'
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  elo: 'Elo',
  hipercard: 'Hipercard',
  diners: 'Diners Club',
  discover: 'Discover',
}

/** `Visa, final 4242` */
export function cardText({
  paymentMethodBrand: brand,
  paymentMethodLast4: last4,
}: Pick<Subscription, 'paymentMethodBrand' | 'paymentMethodLast4'>): string {
  if (last4 === null) return 'Nenhum cartão guardado'
  return `${BRANDS[brand ?? ''] ?? 'Cartão'}, final ${last4}`
}

/** The last day on which the whole payment can be asked back; null after it. */
export function refundText(
  { status, createdAt, currentPeriodStart }: Pick<Subscription, 'status' | 'createdAt' | 'currentPeriodStart'>,
  today: CalendarDate,
): string | null {
  if (status === 'trialing' || createdAt === null || currentPeriodStart === null) return null
  const first = dateInSaoPaulo(new Date(Math.min(Date.parse(createdAt), currentPeriodStart * 1000)))
  const last = addDays(first, GUARANTEE_DAYS)
  return today > last ? null : `Até ${formatDate(last)} você pode pedir o valor todo de volta.`
}

/** The consequences of cancelling today. */
export function consequenceText(subscription: DescribedSubscription): string {
  const day = lastDay(subscription)
  const until = day ? `o acesso vai até ${formatDate(day)}` : 'o acesso vai até o fim do que já foi pago'
  return `Se cancelar hoje, ${until} e ${subscription.status === 'trialing' ? 'nada é cobrado' : 'nada mais é cobrado'}. Seus dados continuam aqui e podem ser exportados.`
}
