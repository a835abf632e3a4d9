import { useCallback, useMemo } from 'react'
import type { ActivityPage } from '@prumo/shared/activity'
import type { CategoryRenamingBody, RenamedCategory } from '@prumo/shared/batches'
import type { CalendarDate } from '@prumo/shared/calendar'
import { isListedCategory } from '@prumo/shared/category-spelling'
import { stateOf, type FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction, UsedCategory } from '@prumo/shared/transactions'
import { newId } from '../lib/new-id'
import { useToday } from '../lib/use-today'
import { useQueue, type Account } from './account'
import { undoEntry } from './activity'
import { useOptimisticQuery, type QueryResult } from './optimistic-query'
import { unappliedChanges, type EntityChange, type PositionedAnswer } from './sync/optimistic'
import { useSummary } from './transactions'
import { usedCategoriesQuery } from './used-categories'

/** A used category, with what was settled this year in centavos; answers that an earlier release stored have no sum. */
type StoredCategory = Omit<UsedCategory, 'total'> & Partial<Pick<UsedCategory, 'total'>>

/** A category of one type of transactions. */
export interface UsedCategoryFigures {
  type: FlowType
  /** Null for transactions without one. */
  category: string | null
  /** How many transactions have it, whatever their state. */
  count: number
  /** Settled this year, in centavos; never negative. */
  total: number
  /** The latest until today, or the earliest to come; null if it is not known. */
  lastDate: CalendarDate | null
  /** Of the lists that every account has: it keeps its name. */
  isFixed: boolean
}

/** The categories with their figures, those of income first and the largest sum of the year first, with this device's commands applied. */
export function useCategories(): QueryResult<readonly UsedCategoryFigures[]> {
  const now = useToday()
  const transactions = useQueue('transaction')
  const shown = useCallback(
    (fresh: PositionedAnswer<readonly UsedCategory[]>) =>
      optimisticCategories(fresh.data, unappliedChanges<Transaction>(transactions, fresh), now),
    [transactions, now],
  )
  return useOptimisticQuery(usedCategoriesQuery, shown)
}

/**
 * The transactions of a type without a category that were settled this year, as a category of their own; null without any.
 * `GET /transactions/summary`
 */
export function useUncategorised(type: FlowType): UsedCategoryFigures | null {
  const now = useToday()
  const year = now.slice(0, 4)
  const filter = useMemo(() => ({ type, category: [''], from: `${year}-01-01`, to: `${year}-12-31` }), [type, year])
  const { data } = useSummary(filter)
  if (!data || data.count === 0) return null
  return { type, category: null, count: data.count, total: data[type], lastDate: null, isFixed: false }
}

/** The categories after changes of transactions. A date that went away with its transaction stays until the server answers. */
export function optimisticCategories(
  used: readonly StoredCategory[],
  changes: readonly EntityChange<Transaction>[],
  now: CalendarDate,
): UsedCategoryFigures[] {
  const found = new Map<string, UsedCategoryFigures>()
  for (const { type, category, count, total = 0, lastDate } of used) {
    found.set(keyOf(type, category), { type, category, count, total, lastDate, isFixed: isListedCategory(category, type) })
  }
  for (const { before, after } of changes) {
    addTo(found, before, -1, now)
    addTo(found, after, 1, now)
  }
  return [...found.values()].filter((each) => each.count > 0).sort(compareFigures)
}

function addTo(found: Map<string, UsedCategoryFigures>, on: Transaction | null, sign: 1 | -1, now: CalendarDate): void {
  if (!on || on.type === 'transfer' || on.category === null) return
  const { type, category, date, amount } = on
  const before = found.get(keyOf(type, category))
  const isOfYear = stateOf(on) === 'settled' && date.slice(0, 4) === now.slice(0, 4)
  found.set(keyOf(type, category), {
    type,
    category,
    isFixed: isListedCategory(category, type),
    count: (before?.count ?? 0) + sign,
    total: (before?.total ?? 0) + (isOfYear ? sign * amount : 0),
    lastDate: sign === 1 && before?.lastDate ? lastDateOf(before.lastDate, date, now) : (before?.lastDate ?? date),
  })
}

/** The later of two dates until today; the earlier one if both are to come. */
function lastDateOf(one: CalendarDate, other: CalendarDate, now: CalendarDate): CalendarDate {
  const [earlier, later] = one < other ? [one, other] : [other, one]
  return later <= now ? later : earlier
}

function keyOf(type: FlowType, category: string | null): string {
  return `${type} ${category ?? ''}`
}

function compareFigures(one: UsedCategoryFigures, other: UsedCategoryFigures): number {
  return (
    Number(one.type === 'expense') - Number(other.type === 'expense') ||
    other.total - one.total ||
    other.count - one.count ||
    (one.category ?? '').localeCompare(other.category ?? '', 'pt-BR')
  )
}

/** Gives the transactions, recurrences and rules of a category another name, which may be that of another category. */
export interface Renaming {
  type: FlowType
  /** Null for transactions without a category. */
  from: string | null
  to: string
}

/** What a renaming has done. */
export interface DoneRenaming {
  /** How many transactions it changed. */
  changed: number
  /** The positions of its entries in the history, in order; an undo starts with the last one. */
  positions: readonly number[]
}

/**
 * `POST /transactions/categories/rename`, repeated with a key of its own until no transaction is left. Needs the server. What is
 * done stays done if it fails between: starting it again does the rest.
 * @param onProgress called with what it has done and the number of transactions that are left
 * @throws failures for `refusalOf`
 */
export async function renameCategory(
  account: Account,
  { type, from, to }: Renaming,
  onProgress: (done: DoneRenaming, remaining: number) => void,
): Promise<DoneRenaming> {
  let done: DoneRenaming = { changed: 0, positions: [] }
  let remaining: number
  try {
    do {
      const body: CategoryRenamingBody = { type, from: from ?? '', to }
      const headers = { 'Idempotency-Key': newId() }
      const answer = await account.send<RenamedCategory>({ method: 'POST', path: '/transactions/categories/rename', body, headers })
      const position = await newestEntryOf(account, { from, to })
      const isKnown = position === null || done.positions.includes(position)
      done = { changed: done.changed + answer.changed, positions: isKnown ? done.positions : [...done.positions, position] }
      // Guards against transactions that another device gives the former category as fast as this one takes it away.
      remaining = answer.changed === 0 ? 0 : answer.remaining
      onProgress(done, remaining)
    } while (remaining > 0)
  } finally {
    await account.client.invalidateQueries()
  }
  return done
}

/** The position of the newest entry of this renaming in the history; null if there is none. */
async function newestEntryOf(account: Account, { from, to }: Pick<Renaming, 'from' | 'to'>): Promise<number | null> {
  const { activity } = await account.get<ActivityPage>('/activity', { entity: 'batch', limit: 10 })
  const entry = activity.find(({ changes }) =>
    changes.some(({ field, before, after }) => field === 'category' && before === from && after === to),
  )
  return entry?.position ?? null
}

/** Undoes the portions of a renaming, the last one first. @returns the text of a refusal, or null */
export async function undoRenaming(account: Account, { positions }: DoneRenaming): Promise<string | null> {
  for (const position of positions.toReversed()) {
    const answer = await undoEntry(account, position)
    if ('refusal' in answer) return answer.refusal
  }
  return null
}
