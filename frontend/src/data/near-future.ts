import { useMemo } from 'react'
import { monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { forecastOf, type LowestDay } from '@prumo/shared/forecast-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useToday } from '../lib/use-today'
import { OVERVIEW_DAYS, shortLists } from './api-requests'
import { certainEntries, type CertainEntry } from './certain-entries'
import { dueBillsOf, useCardBills } from './due-bills'
import { useExpectedTransactions } from './expected-transactions'
import { useLookAhead } from './months'
import type { QueryResult } from './optimistic-query'
import { useTransactions } from './transactions'
import { useWallets } from './wallets'

/** What is certain to change the money on hand in the days ahead. */
export interface NearFuture {
  /** Overdue ones too. Without transfers between banks and cash. */
  entries: readonly CertainEntry[]
  /** The lowest balance of the days ahead; null if it is unknown. */
  lowest: LowestDay | null
}

/**
 * The days ahead, from lists that other screens need too: it needs no further request, applies this device's commands, and holds on any
 * later day without a connection. Where the lists are cut off, the lowest balance is the server's.
 * @param until the last of the months that are shown, with which the server's lowest balance came
 */
export function useNearFuture(until: CalendarMonth): Pick<QueryResult<NearFuture>, 'data' | 'isFailed' | 'retry'> {
  const now = useToday()
  const waiting = useTransactions(...shortLists.waiting)
  const expected = useExpectedTransactions()
  const { cards, isPending: isBillPending } = useCardBills()
  const { data: money, wallets } = useWallets()
  const ahead = useLookAhead(until, monthOf(now))
  const { data: due } = waiting
  const { data: later } = expected
  const isCutOff = waiting.hasMore || expected.hasMore
  const data = useMemo(() => {
    if (!due || !later || !money || isBillPending) return undefined
    const rows = [...new Map([...due, ...later].map((each) => [each.id, each])).values()]
    const entries = nearEntries(rows, cards, wallets)
    const isWhole = !isCutOff && wallets.filter(({ kind, version }) => kind === 'card' && version > 0).length === cards.length
    const known = ahead?.lowest && ahead.lowest.date >= now ? ahead.lowest : null
    return { entries, lowest: isWhole ? lowestAhead(money.onHand.amount, entries, now) : known }
  }, [due, later, money, cards, isBillPending, wallets, isCutOff, ahead, now])
  return {
    data,
    isFailed: waiting.isFailed || expected.isFailed,
    retry: () => {
      if (waiting.isFailed) waiting.retry()
      if (expected.isFailed) expected.retry()
    },
  }
}

function nearEntries(
  rows: readonly Transaction[],
  cards: Parameters<typeof dueBillsOf>[0],
  wallets: Parameters<typeof certainEntries>[2],
): readonly CertainEntry[] {
  const bills = dueBillsOf(
    cards,
    rows.filter(({ type }) => type === 'transfer'),
  )
  return certainEntries(rows, bills, wallets)
}

/** The lowest balance from today on and the first day that has it. @param onHand today's balance, in centavos */
export function lowestAhead(
  onHand: number,
  entries: readonly Pick<CertainEntry, 'date' | 'type' | 'amount'>[],
  today: CalendarDate,
): LowestDay {
  const pending = entries.map(({ date, type, amount }) => ({ date, income: 0, expense: 0, count: 1, [type]: amount }))
  const facts = { opening: { amount: onHand, source: 'stated' as const }, pending, occurrences: [], spreads: null }
  return forecastOf(facts, today, OVERVIEW_DAYS).lowest
}
