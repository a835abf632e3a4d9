import { useMemo } from 'react'
import { addDays, addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { isActiveMonth } from '@prumo/shared/mei-rules'
import { netOf } from '@prumo/shared/transaction-sums'
import type { AcceptedImport } from '@prumo/shared/imports'
import type { Summary, Transaction } from '@prumo/shared/transactions'
import { useImports } from '../../data/imports'
import { useDeliveries, useMei } from '../../data/mei'
import type { QueryResult } from '../../data/optimistic-query'
import { useSummary, useTransactions } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import type { BankStatement, ClosingFacts } from './closing-checks'
import { dayOf } from './closing-texts'

/** The most rows of which what is open is counted. */
const MOST_ROWS = 490

/** What a month was: what there was before it, what came and went, and what there was at its end. */
export interface MonthBalances {
  opening: number
  closing: number
  summary: Summary
}

export interface MonthReview {
  readings: readonly QueryResult<unknown>[]
  summary: Summary | undefined
  proof: MonthBalances | undefined
  /** Whether what was bought by card is missing in the proof, which is of banks and cash. */
  hasCards: boolean
  facts: ClosingFacts | undefined
}

/** What is to be known before a month is closed, with this device's commands applied. */
export function useMonthClosing(month: CalendarMonth): MonthReview {
  const now = useToday()
  const list = useWallets()
  const onHand = useMemo(
    () => list.wallets.filter(({ kind, archived }) => kind !== 'card' && !archived).map(({ id }) => id),
    [list.wallets],
  )
  const of = useMemo(() => ({ month, status: 'settled' as const }), [month])
  const inWallets = useMemo(() => ({ month, walletId: onHand }), [month, onHand])
  const since = useMemo(() => ({ from: dayAfter(month), to: now, walletId: onHand }), [month, now, onHand])
  const all = useSummary(of)
  const moved = useSummary(inWallets)
  const after = useSummary(since)
  const pending = useTransactions(
    useMemo(() => ({ month, status: 'pending' as const }), [month]),
    MOST_ROWS,
  )
  const settled = useTransactions(
    useMemo(() => ({ ...of, category: [''] }), [of]),
    MOST_ROWS,
  )
  const receipts = useMissingReceipts(month)
  const statement = useStatement(month, now)
  const mei = useMonthlyReport(month)

  const total = list.data?.onHand.amount
  const closing = total === undefined || !after.data ? undefined : total - netOf(after.data)
  return {
    readings: [list, all, moved, after, pending, settled],
    summary: all.data,
    hasCards: list.wallets.some(({ kind, archived }) => kind === 'card' && !archived),
    proof: closing === undefined || !moved.data ? undefined : { closing, opening: closing - netOf(moved.data), summary: moved.data },
    facts:
      all.data && pending.data && settled.data
        ? {
            statement,
            settledCount: all.data.count,
            pending: pending.data,
            uncategorised: settled.data.filter(({ type }) => type !== 'transfer'),
            withoutReceipt: receipts,
            mei,
          }
        : undefined,
  }
}

function dayAfter(month: CalendarMonth): CalendarDate {
  return addDays(monthBounds(month).to, 1)
}

/** The expenses of a month without a receipt; null without any expense. */
function useMissingReceipts(month: CalendarMonth): readonly Transaction[] | null {
  const expenses = useMemo(() => ({ month, type: 'expense', status: 'settled' }) as const, [month])
  const without = useMemo(() => ({ ...expenses, attachments: 'none' }) as const, [expenses])
  const { data: some } = useTransactions(expenses, 1)
  const { data } = useTransactions(without, MOST_ROWS)
  return some && some.length > 0 && data ? data : null
}

/** The latest balance that a statement says of a day of the month, beside what the entries add up to on that day. */
function useStatement(month: CalendarMonth, now: CalendarDate): BankStatement | null {
  const { wallets } = useWallets()
  const { data } = useImports()
  const latest = useMemo(() => latestOf(data ?? [], month), [data, month])
  const wallet = wallets.find(({ id }) => id === latest?.walletId)
  const date = latest?.closing?.date ?? null
  const since = useMemo(() => ({ from: addDays(date ?? now, 1), to: now, walletId: wallet ? [wallet.id] : [] }), [date, now, wallet])
  const { data: after } = useSummary(since)
  if (!latest?.closing || !wallet) return null
  const { balance, date: on } = latest.closing
  return { name: latest.bank ?? latest.fileName, date: on, balance, sums: after ? wallet.balance.amount - netOf(after) : null }
}

function latestOf(imports: readonly AcceptedImport[], month: CalendarMonth): AcceptedImport | undefined {
  return imports
    .filter(({ closing, undoneAt }) => undoneAt === null && closing && monthOf(closing.date) === month)
    .sort((one, other) => (other.closing?.date ?? '').localeCompare(one.closing?.date ?? ''))[0]
}

/** The monthly report of the MEI: when it was done, and by how much the revenue has changed since; null without a MEI in that month. */
function useMonthlyReport(month: CalendarMonth): ClosingFacts['mei'] {
  const { data: profile } = useMei()
  const { data: deliveries } = useDeliveries()
  if (!profile || !isActiveMonth(profile, month) || !deliveries) return null
  const delivered = deliveries.find(({ kind, of }) => kind === 'monthly_report' && of === month)
  const total = delivered?.changedSince?.find(({ field }) => field === 'total')
  const changedBy = total ? Number(total.after ?? 0) - Number(total.before ?? 0) : null
  return { deliveredOn: delivered ? dayOf(delivered.at) : null, changedBy }
}

/** The months that can be chosen: those that have ended, the newest first. */
export function endedMonths(now: CalendarDate, count: number): CalendarMonth[] {
  const present = monthOf(now)
  return Array.from({ length: count }, (_, ago) => monthOf(addMonths(`${present}-01`, -ago - 1)))
}
