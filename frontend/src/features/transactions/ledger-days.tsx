import { memo, useMemo } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { isLocked, useClosedMonths } from '../../data/closed-months'
import type { QueuedCommand } from '../../data/sync/command'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useSyncMarks, useSyncStatus } from '../../data/sync-status'
import type { CalendarDate } from '@prumo/shared/calendar'
import { useToday } from '../../lib/use-today'
import { useInfiniteScroll, useVirtualRows } from '../../ui/use-virtual-rows'
import { DayHead, waitingText, type DayItem } from './day-row'
import { TickableRow } from './tickable-row'
import { expectedTitle, type ExpectedSums } from './register'
import type { SelectionControls } from './selection/use-selection'
import days from './day-row.module.css'

/**
 * A row of the list: the heading of the expected transactions with their number, one of them, the heading of those after the day of
 * the sums, a day, or a transaction of a day.
 */
export type LedgerItem =
  { kind: 'expected-head'; count: number } | { kind: 'later-head' } | { kind: 'expected'; transaction: Transaction } | DayItem

/** Whether only the next expected transactions are shown, and whether the person can show all. */
interface LedgerFold {
  isFolded: boolean
  canFold: boolean
  onFold: () => void
}

export function FoldButton({ isFolded, canFold, onFold, count }: LedgerFold & { count: number }) {
  return (
    canFold && (
      <button type="button" className={days.toggle} aria-expanded={!isFolded} onClick={onFold}>
        {isFolded ? `Ver as ${count}` : 'Recolher'}
      </button>
    )
  )
}

/** What can be done with a row. */
export interface LedgerActions {
  onEdit: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
  /** Turns it into a transfer, or back. */
  onTurn: (transaction: Transaction) => void
  /** Opens a new one with the same values. */
  onDuplicate: (transaction: Transaction) => void
  /** Opens a rule that gives others like it the same category. */
  onRule: (transaction: Transaction) => void
  /** Gives it another day. */
  onRedate: (transaction: Transaction, date: CalendarDate) => void
  /** Gives it another category. */
  onFile: (transaction: Transaction, category: string | null) => void
}

/** The ticked rows. */
export type LedgerSelection = Pick<SelectionControls, 'ids' | 'cursor' | 'tick' | 'tickAll'>

/** The properties of both layouts of the list. */
export interface LedgerProps extends LedgerActions {
  items: readonly LedgerItem[]
  hasMore: boolean
  onReadOn: () => void
  /** Renders every row. */
  isPrinting: boolean
  fold: LedgerFold
  /** The reader's text size relative to the default. */
  scale: number
  /** What is not confirmed yet; null without any. */
  sums: ExpectedSums | null
  selection: LedgerSelection
  /** How many transactions the filters match. */
  total: number
}

const DAY_ROW = 65
const DAY_HEAD = 34

function heightOf(kind: LedgerItem['kind'] | undefined): number {
  if (kind === 'day' || kind === 'expected-head' || kind === 'later-head') return DAY_HEAD
  return DAY_ROW
}

/** The narrow layout: transactions grouped by day. A tap opens one; holding one ticks it, and then a tap ticks others. */
export const LedgerDays = memo(function LedgerDays({
  items,
  onReadOn,
  isPrinting,
  scale,
  fold,
  sums,
  selection: { ids, tick },
  onEdit,
  onConfirm,
}: LedgerProps) {
  const { ref, rows, rowProps, spaceBefore, spaceAfter, lastIndex } = useVirtualRows<HTMLUListElement>({
    count: items.length,
    isPrinting,
    keyOf: (index) => keyOf(items[index]),
    heightOf: (index) => heightOf(items[index]?.kind) * scale,
  })
  useInfiniteScroll(lastIndex, items.length, onReadOn)
  const marks = useSyncMarks('transaction')
  const { isStalled, waiting: unsent } = useSyncStatus()
  const now = useToday()
  const isTicking = ids.size > 0
  const closed = useClosedMonths()
  const waiting = useMemo(
    () => (isStalled ? waitingByDay(items, marks, unsent, now) : NOTHING_WAITS),
    [isStalled, items, marks, unsent, now],
  )

  return (
    <ul ref={ref} className={days.list} style={{ paddingTop: spaceBefore, paddingBottom: spaceAfter }}>
      {rows.map(({ index, key }) => {
        const item = items[index]!
        const place = rowProps(index)
        if (item.kind === 'expected-head') {
          return (
            <li key={key} {...place} className={days.day}>
              {sums ? expectedTitle(sums, now) : 'A confirmar'}
              <FoldButton {...fold} count={item.count} />
            </li>
          )
        }
        if (item.kind === 'later-head') {
          return (
            <li key={key} {...place} className={days.day}>
              Mais adiante, fora das somas
            </li>
          )
        }
        if (item.kind === 'day') {
          return (
            <li key={key} {...place} className={days.day}>
              <DayHead date={item.date} waiting={waiting.get(item.date)} />
            </li>
          )
        }
        const expected = item.kind === 'expected'
        const { transaction } = item
        return (
          <TickableRow
            key={key}
            place={place}
            transaction={transaction}
            mark={marks.get(transaction.id)}
            expected={expected}
            isTicked={isTicking && !isLocked(transaction, closed) ? ids.has(transaction.id) : null}
            canTick={!isLocked(transaction, closed)}
            onOpen={onEdit}
            onTick={tick}
            onConfirm={onConfirm}
          />
        )
      })}
    </ul>
  )
})

const NOTHING_WAITS: ReadonlyMap<string, string> = new Map()

/** The number of queued changes of each day, in words. Today's text adds the changes of other entities. */
function waitingByDay(
  items: readonly LedgerItem[],
  marks: ReadonlyMap<string, SyncMarkKind>,
  unsent: readonly QueuedCommand[],
  now: CalendarDate,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>([[now, 0]])
  for (const item of items) {
    if (item.kind !== 'transaction' || marks.get(item.transaction.id) !== 'waiting') continue
    const { date } = item.transaction
    counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  const elsewhere = unsent.map(({ command }) => command.entity)
  return new Map([...counts].map(([date, here]) => [date, waitingText(here, date === now ? elsewhere : [])]))
}

export function keyOf(item: LedgerItem | undefined): string {
  if (!item || item.kind === 'expected-head' || item.kind === 'later-head') return item?.kind ?? 'expected-head'
  return item.kind === 'day' ? item.date : item.transaction.id
}
