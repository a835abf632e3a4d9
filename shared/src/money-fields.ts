import { centavosToReais, type Centavos, type Reais } from './money.js'

/**
 * The money fields of the contract by name, for the browser, which does not load the schemas. The wire has reais; the browser's API
 * client converts each body once, so that all other code works in centavos, like the server.
 */

const AMOUNTS: ReadonlySet<unknown> = new Set([
  'amount',
  'income',
  'expense',
  'balance',
  'total',
  'previousTotal',
  'scheduledIncome',
  'scheduledExpense',
  'transferIn',
  'transferOut',
  'purchases',
  'refunds',
  'paid',
  'remaining',
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
  'limit',
  'revenue',
  'commerce',
  'industry',
  'services',
  'withInvoice',
  'withoutInvoice',
  'exempt',
  'costs',
  'taxable',
  // Only in the history, as names of changed fields.
  'closingBalance',
  'refundedAmount',
])

/** Whether a changed field is money: stored in centavos, on the wire in reais. */
export function isAmount(field: string): boolean {
  return AMOUNTS.has(field)
}

/** The type of an answer on the wire: amounts in reais. */
export type OnWire<T> = T extends number ? ('unit' extends keyof T ? Reais : T) : T extends object ? { [K in keyof T]: OnWire<T[K]> } : T

/** Converts the amounts of an answer to centavos, in place. */
export function toCentavos<T>(answer: OnWire<T> | T): T {
  // Not `reaisToCentavos`: a sum may exceed the limit of one amount.
  convert(answer, (reais: Reais): Centavos => Math.round(reais * 100))
  return answer as T
}

/** A copy of a body with its amounts in reais, to be sent. */
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
  // A change has its field's name beside the two values; of a figure of a sheet with its part, as `services.withInvoice`.
  if (name === 'before' || name === 'after') return AMOUNTS.has(String(fields['field']).split('.').at(-1))
  // Beside `done`, `total` is a count; beside `changed`, so is `remaining`.
  return AMOUNTS.has(name) && !(name === 'total' && 'done' in fields) && !(name === 'remaining' && 'changed' in fields)
}
