import { useMemo } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Summary, Transaction } from '@prumo/shared/transactions'
import { useTransactions, type TransactionList } from '../../data/transactions'
import { useToday } from '../../lib/use-today'
import { queryOf, type TransactionFilters } from './filters-address'
import { expectedUntil } from './period'

/** What is not confirmed yet, up to a day, in centavos; in no total. */
export interface ExpectedSums {
  until: CalendarDate
  income: number
  expense: number
}

/** The rows of the list in their two parts. */
export interface RegisterParts {
  /** Not confirmed yet, up to the day of the sums; oldest date first. */
  expected: readonly Transaction[]
  /** Not confirmed yet, after that day; oldest date first. */
  later: readonly Transaction[]
  /** All others; newest first. */
  counted: readonly Transaction[]
}

interface Register {
  /** Undefined until the list is loaded. */
  parts: RegisterParts | undefined
  /** Null without any, or without their whole number. */
  sums: ExpectedSums | null
  /** How many transactions the filters match; null while unknown. */
  total: number | null
}

/** More than this many in one state are not counted. */
const MOST_COUNTED = 490
const NONE: readonly Transaction[] = []

/**
 * The parts of the list. While pages are left to load, what is not confirmed and what was not received is read apart: the first
 * because it is shown above, both because the totals do not count them.
 */
export function useRegister(list: TransactionList, summary: Summary | undefined, filters: TransactionFilters): Register {
  const now = useToday()
  const { data: rows, hasMore, isPrevious } = list
  const { status } = filters
  const pending = useRowsInState('pending', filters, hasMore && (status === null || status === 'pending'))
  const notReceived = useRowsInState('not_received', filters, hasMore && (status === null || status === 'not_received'))

  const until = expectedUntil(filters, now)
  const parts = useMemo(
    () => rows && splitRegister(rows, hasMore && pending !== null && status === null ? pending : null, until),
    [rows, hasMore, pending, status, until],
  )
  const isComplete = !hasMore || pending !== null
  const sums = useMemo(() => (parts && isComplete ? sumExpected(parts.expected, until) : null), [parts, isComplete, until])
  const settled = status === null || status === 'settled' ? (summary?.count ?? null) : 0
  const total = hasMore ? sumKnown(settled, pending, notReceived) : (rows?.length ?? null)
  return { parts, sums, total: isPrevious ? null : total }
}

function sumKnown(settled: number | null, ...lists: (readonly Transaction[] | null)[]): number | null {
  if (settled === null || lists.some((rows) => rows === null)) return null
  return lists.reduce((count, rows) => count + (rows ?? NONE).length, settled)
}

/** All rows in a state, none if it is not asked for, null while they are unknown or too many. */
function useRowsInState(state: 'pending' | 'not_received', filters: TransactionFilters, isAsked: boolean): readonly Transaction[] | null {
  const query = useMemo(() => (isAsked ? queryOf({ ...filters, status: state }) : null), [filters, state, isAsked])
  const { data, hasMore, isPrevious } = useTransactions(query, MOST_COUNTED)
  if (!isAsked) return NONE
  return data && !hasMore && !isPrevious ? data : null
}

/** Separates what is not confirmed yet from the rest. Expects the newest first. @param pending all of these, if `rows` lacks some */
export function splitRegister(rows: readonly Transaction[], pending: readonly Transaction[] | null, until: CalendarDate): RegisterParts {
  const isPending = (row: Transaction) => stateOf(row) === 'pending'
  const open = pending ?? rows.filter(isPending)
  if (open.length === 0) return { expected: NONE, later: NONE, counted: rows }
  const inOrder = open.toReversed()
  return {
    expected: inOrder.filter(({ date }) => date <= until),
    later: inOrder.filter(({ date }) => date > until),
    counted: rows.filter((row) => !isPending(row)),
  }
}

function sumExpected(expected: readonly Transaction[], until: CalendarDate): ExpectedSums | null {
  const of = (type: Transaction['type']) => expected.reduce((sum, row) => sum + (row.type === type ? row.amount : 0), 0)
  return expected.length === 0 ? null : { until, income: of('income'), expense: of('expense') }
}

/** `A confirmar até 30/11`, with the year if it is another than today's. */
export function expectedTitle({ until }: Pick<ExpectedSums, 'until'>, now: CalendarDate = until): string {
  const day = `${until.slice(8, 10)}/${until.slice(5, 7)}`
  return `A confirmar até ${until.slice(0, 4) === now.slice(0, 4) ? day : `${day}/${until.slice(0, 4)}`}`
}
