import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { plans, type Plan } from '@prumo/shared/plans'
import type { PlanChange, Subscription, WaitingChange } from '@prumo/shared/subscriptions'
import { formatDate } from '../../lib/dates'

/** The plan with this id; null if it is no longer sold. */
export function findPlan(id: string | null): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null
}

/** The plans that can follow this one, from the shortest to the longest. */
export function otherPlans(planId: string | null): readonly Plan[] {
  return plans.filter(({ id }) => id !== planId)
}

/** The preselected plan: the next longer one unless that is the dearest, otherwise the next shorter. */
export function likelyPlan(planId: string | null): Plan {
  const months = findPlan(planId)?.months ?? 0
  const dearest = Math.max(...plans.map(({ price }) => price))
  const longer = plans.find((plan) => plan.months > months && plan.price < dearest)
  return longer ?? otherPlans(planId).findLast((plan) => plan.months < months)!
}

/** Whether the change takes effect and is charged at once. */
export function isLonger(plan: Plan, planId: string | null): boolean {
  return plan.months > (findPlan(planId)?.months ?? 0)
}

/** `12/12/2026` */
export function changeDay({ at }: Pick<WaitingChange, 'at'>): string {
  return formatDate(dateInSaoPaulo(new Date(at)))
}

/** `Muda para o plano de 1 mês em 12/12/2026` */
export function waitingText(change: WaitingChange): string {
  const plan = findPlan(change.planId)
  return `Muda para ${plan ? `o plano de ${plan.duration}` : 'outro plano'} em ${changeDay(change)}`
}

/** The amount due today as lines in centavos: the price and the credit of the current period. */
export function dueLines(plan: Plan, { amountDue }: PlanChange): { label: string; amount: number }[] {
  return [
    { label: `Plano de ${plan.duration}`, amount: plan.price },
    { label: 'Já pago e não usado', amount: amountDue - plan.price },
  ]
}

/** Explains a change that takes effect later. */
export function laterText(plan: Plan, change: PlanChange): string {
  return `O plano de agora vale até ${changeDay(change)}. Nesse dia começa o de ${plan.duration}: ${plan.description}.`
}

/** Confirms the change. */
export function doneText(subscription: Pick<Subscription, 'planId'> & { change?: WaitingChange | null }): string {
  if (subscription.change) return `Mudança marcada para ${changeDay(subscription.change)}.`
  const plan = findPlan(subscription.planId)
  return plan ? `Pronto. Seu plano é o de ${plan.duration}.` : 'Pronto. Seu plano mudou.'
}

/** `Hoje você paga R$ 214,33` */
export function dueText({ amountDue }: PlanChange): string {
  return `Hoje você paga ${formatCentavos(amountDue)}`
}
