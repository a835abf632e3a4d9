import { monthlyAmount } from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'

/** What comes on: neither ended, nor over by itself. */
export function isActive({ endedAt, next }: Pick<Recurrence, 'endedAt' | 'next'>): boolean {
  return endedAt === null && next !== null
}

/** What one occurrence comes to, in centavos; of instalments the smallest. */
export function oneOf({ amount, count }: Pick<Recurrence, 'amount' | 'count'>): number {
  return Math.floor(amount / (count ?? 1))
}

/** What it comes to in an average month, in centavos. */
export function monthlyOf({ amount, every, interval, count }: Recurrence): number {
  return monthlyAmount({ amount: oneOf({ amount, count }), every, interval })
}

/** What goes out and comes in with what goes on, in an average month; centavos. */
export function monthlySums(recurrences: readonly Recurrence[]): { expense: number; income: number } {
  const sum = (type: Recurrence['type']) =>
    recurrences.filter((each) => isActive(each) && each.type === type).reduce((total, each) => total + monthlyOf(each), 0)
  return { expense: sum('expense'), income: sum('income') }
}

/** `7 ativas, 1 pausada` */
export function countText(recurrences: readonly Recurrence[]): string {
  const active = recurrences.filter(isActive).length
  const paused = recurrences.filter(({ endedAt }) => endedAt !== null).length
  const words = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  return [words(active, 'ativa'), ...(paused > 0 ? [words(paused, 'pausada')] : [])].join(', ')
}
