import { dateInSaoPaulo, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { plans } from '@prumo/shared/plans'
import type { Subscription } from '@prumo/shared/subscriptions'
import { formatDate } from '../../lib/dates'

type Period = Pick<Subscription, 'currentPeriodEnd'>
type Standing = Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'subscriptionId' | 'currentPeriodEnd'>

/** The last day of what is paid, or of the trial; null where nothing ever was. */
export function lastDay({ currentPeriodEnd }: Period): CalendarDate | null {
  return currentPeriodEnd === null ? null : dateInSaoPaulo(new Date(currentPeriodEnd * 1000))
}

/** How it stands, in a few words: `Ativa, renova em 20/02/2027`. */
export function standingText(subscription: Standing): string {
  const day = lastDay(subscription)
  const date = day ? formatDate(day) : null
  if (subscription.status === 'past_due') return 'Pagamento em atraso'
  if (subscription.status === 'canceled') return 'Cancelada'
  if (subscription.status === 'other') return subscription.subscriptionId === null ? 'Sem assinatura' : 'Sem assinatura ativa'
  const word = subscription.status === 'trialing' ? 'Em teste' : 'Ativa'
  if (date === null) return word
  return subscription.cancelAtPeriodEnd || subscription.status === 'trialing' ? `${word} até ${date}` : `${word}, renova em ${date}`
}

/** The heading of one that lets in: a sentence or, where it is to end, until when it lasts. */
export function headlineText(subscription: Standing): string {
  const { status, cancelAtPeriodEnd } = subscription
  if (cancelAtPeriodEnd) return standingText(subscription)
  return status === 'trialing' ? 'Sua assinatura está em período de teste.' : 'Sua assinatura está ativa.'
}

/** Why one does not let in, and what helps. */
export function inactiveText(subscription: Standing, today: CalendarDate): string {
  const { status, subscriptionId } = subscription
  const day = lastDay(subscription)
  if (status === 'past_due') return 'O pagamento da renovação não foi feito. Atualize o cartão para continuar.'
  if (status === 'canceled')
    return `${day !== null && day <= today ? `Ela terminou em ${formatDate(day)}.` : 'Ela terminou.'} Seus dados continuam aqui.`
  return subscriptionId === null
    ? 'Escolha um plano para continuar usando o Prumo.'
    : 'O pagamento ainda não foi concluído. Seus dados continuam aqui.'
}

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

/** What cancelling today would mean. */
export function consequenceText(subscription: Standing): string {
  const day = lastDay(subscription)
  const until = day ? `o acesso vai até ${formatDate(day)}` : 'o acesso vai até o fim do que já foi pago'
  return `Se cancelar hoje, ${until} e ${subscription.status === 'trialing' ? 'nada é cobrado' : 'nada mais é cobrado'}. Seus dados continuam aqui e podem ser exportados.`
}
