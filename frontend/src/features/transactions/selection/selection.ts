import { MAX_BATCH } from '@prumo/shared/batch-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'

/** Which rows of a list are ticked, as pure functions over its state. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The row that the keys are on; null before the first key. */
  cursor: string | null
  /** Where a range begins; null before the first tick. */
  anchor: string | null
  /** Not all that were asked for were ticked, because a command takes at most 500. */
  isCut: boolean
}

export const noSelection: Selection = { ids: new Set(), cursor: null, anchor: null, isCut: false }

export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ...limit(ids), cursor: id, anchor: id }
}

/** Ticks all rows from the anchor to this one. @param order the ids of the list's rows */
export function extend(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? selection.cursor ?? id)
  const to = order.indexOf(id)
  if (from === -1 || to === -1) return toggle(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ...limit(new Set([...selection.ids, ...range])), cursor: id, anchor: order[from] ?? id }
}

/** Moves the cursor by rows; it stays in the list. */
export function move(selection: Selection, step: 1 | -1, order: readonly string[], isExtending = false): Selection {
  const at = selection.cursor === null ? -1 : order.indexOf(selection.cursor)
  const next = order[at === -1 ? (step === 1 ? 0 : order.length - 1) : Math.min(Math.max(at + step, 0), order.length - 1)]
  if (next === undefined) return selection
  if (!isExtending) return { ...selection, cursor: next }
  return extend({ ...selection, anchor: selection.anchor ?? selection.cursor ?? next }, next, order)
}

export function selectAll(selection: Selection, order: readonly string[]): Selection {
  return { ...selection, ...limit(new Set(order)) }
}

/** Unticks all rows; the cursor stays. */
export function clear({ cursor }: Selection): Selection {
  return { ...noSelection, cursor }
}

function limit(ids: ReadonlySet<string>): Pick<Selection, 'ids' | 'isCut'> {
  return ids.size <= MAX_BATCH ? { ids, isCut: false } : { ids: new Set([...ids].slice(0, MAX_BATCH)), isCut: true }
}

/** What can be done with the ticked transactions, and their sums in centavos. */
export interface SelectionFacts {
  income: number
  expense: number
  incomes: number
  expenses: number
  transfers: number
  /** Those that a confirmation applies to. */
  pending: readonly Transaction[]
  /** How many belong to something that repeats. */
  recurring: number
}

export function factsOf(rows: readonly Transaction[]): SelectionFacts {
  const of = (type: Transaction['type']) => rows.filter((row) => row.type === type)
  const sum = (some: readonly Transaction[]) => some.reduce((total, { amount }) => total + amount, 0)
  return {
    income: sum(of('income')),
    expense: sum(of('expense')),
    incomes: of('income').length,
    expenses: of('expense').length,
    transfers: of('transfer').length,
    pending: rows.filter((row) => stateOf(row) === 'pending'),
    recurring: rows.filter(({ recurrenceId }) => recurrenceId !== null).length,
  }
}

/** Why the ticked ones get no category together; null if they do. */
export function categoryRefusal({ incomes, expenses, transfers }: SelectionFacts): string | null {
  if (transfers > 0) return 'Transferência não tem categoria'
  return incomes > 0 && expenses > 0 ? 'Receitas e despesas têm categorias diferentes' : null
}

/** `5 marcadas` */
export function selectedText(count: number): string {
  return count === 1 ? '1 marcada' : `${count} marcadas`
}

/** `3 despesas, 1 receita e 1 transferência` */
export function kindsText({ incomes, expenses, transfers }: SelectionFacts): string {
  const kinds = [
    [expenses, 'despesa'],
    [incomes, 'receita'],
    [transfers, 'transferência'],
  ] as const
  const words = kinds.flatMap(([count, name]) => (count === 0 ? [] : `${count} ${name}${count === 1 ? '' : 's'}`))
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} e ${last}`
}
