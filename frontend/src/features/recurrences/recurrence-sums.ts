import { monthlyAmount } from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'

/** Whether occurrences follow: it is not ended, and has a next date. */
export function isActive({ endedAt, next }: Pick<Recurrence, 'endedAt' | 'next'>): boolean {
  return endedAt === null && next !== null
}

/** The amount of one occurrence in centavos; the smallest of instalments. */
export function oneOf({ amount, count }: Pick<Recurrence, 'amount' | 'count'>): number {
  return Math.floor(amount / (count ?? 1))
}

/** The average amount a month, in centavos. */
export function monthlyOf({ amount, every, interval, count }: Recurrence): number {
  return monthlyAmount({ amount: oneOf({ amount, count }), every, interval })
}

/** The average expenses and income a month of the active recurrences, in centavos. */
export function monthlySums(recurrences: readonly Recurrence[]): { expense: number; income: number } {
  const sum = (type: Recurrence['type']) =>
    recurrences.filter((each) => isActive(each) && each.type === type).reduce((total, each) => total + monthlyOf(each), 0)
  return { expense: sum('expense'), income: sum('income') }
}

/** `7 ativas, 1 pausada` */
export function countText(recurrences: readonly Recurrence[]): string {
  const active = recurrences.filter(isActive).length
  const paused = recurrences.filter(({ endedAt }) => endedAt !== null).length
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  return [counted(active, 'ativa'), ...(paused > 0 ? [counted(paused, 'pausada')] : [])].join(', ')
}
