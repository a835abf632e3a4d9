import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { daysBeforePeriod, daysOfPeriod, MOST_CHANGES, MOST_ONE_OFFS, type ReportPeriod } from '@prumo/shared/report-rules'
import type { Report, ReportChange } from '@prumo/shared/reports'
import { NO_CATEGORY, type FlowType } from '@prumo/shared/transaction-rules'
import type { CategorySum, OneOffFact, ReportSums } from './category-months.js'

/**
 * The categories that changed most against the same days of the period before, in the shape of the API: the largest differences
 * first, ties by name, then expenses before income. Null where the account had nothing to compare with.
 */
export function compareWithBefore(
  { months, before, isComparable }: ReportSums,
  period: ReportPeriod,
  today: CalendarDate,
): OnWire<Report>['comparison'] {
  if (!isComparable) return null
  const [now, then] = [sumsByCategory(months), sumsByCategory(before)]
  const changes = [...new Set([...now.keys(), ...then.keys()])].map((key) => {
    const { type, category } = (now.get(key) ?? then.get(key))!
    return { type, category, total: now.get(key)?.amount ?? 0, previousTotal: then.get(key)?.amount ?? 0 }
  })
  return {
    ...daysBeforePeriod(period, today),
    changes: changes
      .filter(({ total, previousTotal }) => total !== previousTotal)
      .sort(largestFirst)
      .slice(0, MOST_CHANGES)
      .map(({ total, previousTotal, ...of }) => ({
        ...of,
        total: centavosToReais(total),
        previousTotal: centavosToReais(previousTotal),
      })),
  }
}

function sumsByCategory(sums: readonly CategorySum[]): Map<string, { type: FlowType; category: string; amount: number }> {
  const all = new Map<string, { type: FlowType; category: string; amount: number }>()
  for (const { type, category, amount } of sums) {
    const name = category || NO_CATEGORY
    const key = `${type} ${name}`
    all.set(key, { type, category: name, amount: (all.get(key)?.amount ?? 0) + amount })
  }
  return all
}

const byName = new Intl.Collator('pt-BR')

function largestFirst(one: ReportChange, other: ReportChange): number {
  return differenceOf(other) - differenceOf(one) || byName.compare(one.category, other.category) || (one.type < other.type ? -1 : 1)
}

function differenceOf({ total, previousTotal }: ReportChange): number {
  return Math.abs(total - previousTotal)
}

/** The one-offs of a period in the shape of the API, largest first. @param facts of the longest period, largest first */
export function oneOffsOf(facts: readonly OneOffFact[], period: ReportPeriod, today: CalendarDate): OnWire<Report>['oneOffs'] {
  const { from, to } = daysOfPeriod(period, today)
  return facts
    .filter(({ date }) => date >= from && date <= to)
    .slice(0, MOST_ONE_OFFS)
    .map(({ date, description, type, category, amount, monthTotal }) => {
      return { date, description, type, category: category || NO_CATEGORY, amount: centavosToReais(amount), share: amount / monthTotal }
    })
}
