import { memo, useMemo } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import type { QueuedCommand } from '../../data/sync/command'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useSyncMarks, useSyncStatus } from '../../data/sync-status'
import type { CalendarDate } from '@prumo/shared/calendar'
import { useToday } from '../../lib/use-today'
import { useInfiniteScroll, useVirtualRows } from '../../ui/use-virtual-rows'
import { DayHead, DayRow, waitingText, type DayItem } from './day-row'
import { EXPECTED_NOTE, ExpectedLine } from './expected'
import days from './day-row.module.css'

/** A row of the list: the heading of the expected transactions with their number, one of them, a day, or a transaction of a day. */
export type LedgerItem = { kind: 'expected-head'; count: number } | { kind: 'expected'; transaction: Transaction } | DayItem

export const EXPECTED_TITLE = `Previstas, ${EXPECTED_NOTE}`

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

/** The properties of both layouts of the list. */
export interface LedgerProps {
  items: readonly LedgerItem[]
  hasMore: boolean
  onReadOn: () => void
  /** Renders every row. */
  isPrinting: boolean
  fold: LedgerFold
  /** The reader's text size relative to the default. */
  scale: number
  onEdit: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
  /** Turns it into a transfer, or back. */
  onTurn: (transaction: Transaction) => void
}

const DAY_ROW = 65
const DAY_HEAD = 34
const EXPECTED_LINE = 45

function heights(kind: LedgerItem['kind'] | undefined, { isFolded }: LedgerFold): number {
  if (kind === 'day' || kind === 'expected-head') return DAY_HEAD
  return kind === 'expected' && isFolded ? EXPECTED_LINE : DAY_ROW
}

/** The narrow layout: transactions grouped by day. A tap opens one. */
export const LedgerDays = memo(function LedgerDays({ items, onReadOn, isPrinting, scale, fold, onEdit, onConfirm }: LedgerProps) {
  const { ref, rows, rowProps, spaceBefore, spaceAfter, lastIndex } = useVirtualRows<HTMLUListElement>({
    count: items.length,
    isPrinting,
    keyOf: (index) => keyOf(items[index]),
    heightOf: (index) => heights(items[index]?.kind, fold) * scale,
  })
  useInfiniteScroll(lastIndex, items.length, onReadOn)
  const marks = useSyncMarks('transaction')
  const { isStalled, waiting: unsent } = useSyncStatus()
  const now = useToday()
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
              {EXPECTED_TITLE}
              <FoldButton {...fold} count={item.count} />
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
        const row = { transaction: item.transaction, mark: marks.get(item.transaction.id), onOpen: onEdit }
        return expected && fold.isFolded ? (
          <li key={key} {...place}>
            <ExpectedLine {...row} />
          </li>
        ) : (
          <li key={key} {...place} className={days.row} data-expected={expected}>
            <DayRow {...row} expected={expected} onConfirm={onConfirm} />
          </li>
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
  if (!item || item.kind === 'expected-head') return 'expected'
  return item.kind === 'day' ? item.date : item.transaction.id
}
