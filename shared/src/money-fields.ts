import { centavosToReais, type Centavos, type Reais } from './money.js'

/**
 * Which fields of the contract are money, for code that has no schemas at hand: the browser. The wire carries reais; the
 * browser's API client converts each body once, so that everything behind it has centavos, as the server has.
 */

const AMOUNTS: ReadonlySet<unknown> = new Set([
  'amount',
  'income',
  'expense',
  'balance',
  'total',
  'scheduledIncome',
  'scheduledExpense',
  'targetAmount',
  'currentAmount',
  'remainingAmount',
  'totalTarget',
  'totalCurrent',
  'estimatedCost',
  'monthlyIncome',
  'monthlyExpenseAverage',
  'totalExpenses',
  'suggestedSafeSpend',
  'low',
  'high',
  'predicted',
  'actual',
  'fund',
  'amountDue',
  'price',
  'originalPrice',
  'monthlyPrice',
  // Only in the history, as the name of what changed.
  'closingBalance',
  'refundedAmount',
])

/** Whether a field that the history names is money: kept in centavos, on the wire in reais. */
export function isAmount(field: string): boolean {
  return AMOUNTS.has(field)
}

/** An answer as the wire carries it: its amounts in reais. */
export type OnWire<T> = T extends number ? ('unit' extends keyof T ? Reais : T) : T extends object ? { [K in keyof T]: OnWire<T[K]> } : T

/** Converts an answer as it came, in place: its amounts become centavos. */
export function toCentavos<T>(answer: OnWire<T> | T): T {
  // The wire carries the double nearest to the decimal, and a sum may pass the limit of one amount.
  convert(answer, (reais: Reais): Centavos => Math.round(reais * 100))
  return answer as T
}

/** A body to be sent, as a copy: its amounts in reais. */
export function toReais<T>(body: T): OnWire<T> {
  const copy = structuredClone(body)
  convert(copy, centavosToReais)
  return copy as OnWire<T>
}

function convert(value: unknown, unit: (amount: number) => number): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) convert(item, unit)
    return
  }
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const member = fields[name]
    if (typeof member === 'object') convert(member, unit)
    else if (typeof member === 'number' && isMoney(name, fields)) fields[name] = unit(member)
  }
}

function isMoney(name: string, fields: Readonly<Record<string, unknown>>): boolean {
  // A change names its field beside the two values.
  if (name === 'before' || name === 'after') return AMOUNTS.has(fields['field'])
  // Beside what is done, a total counts things.
  return AMOUNTS.has(name) && !(name === 'total' && 'done' in fields)
}
