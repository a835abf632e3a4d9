import { useMemo } from 'react'
import { formatDay } from '../../../lib/dates'
import { dayItems, type DayItem } from './day-items'
import { DayRow } from './day-row'
import type { LedgerProps } from './ledger-props'
import { useReadOn } from '../../../ui/rows/use-read-on'
import { useRowsInView } from '../../../ui/rows/use-rows-in-view'
import styles from './ledger-days.module.css'

const ROW = 65
const DAY = 34

/** Where there is little room: transactions under their day; a tap opens one. */
export function LedgerDays({ transactions, onReadOn, scale, onEdit, onConfirm }: LedgerProps) {
  const items = useMemo(() => dayItems(transactions), [transactions])
  const { ref, rows, measure, spaceBefore, spaceAfter, lastIndex } = useRowsInView<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => keyOf(items[index]),
    heightOf: (index) => (items[index]?.kind === 'day' ? DAY : ROW) * scale,
  })
  useReadOn(lastIndex, items.length, onReadOn)

  return (
    <ul ref={ref} className={styles.list} style={{ paddingTop: spaceBefore, paddingBottom: spaceAfter }}>
      {rows.map(({ index, key }) => {
        const item = items[index]!
        return item.kind === 'day' ? (
          <li key={key} ref={measure} data-index={index} className={styles.day}>
            {formatDay(item.date)}
          </li>
        ) : (
          <li key={key} ref={measure} data-index={index} className={styles.row}>
            <DayRow transaction={item.transaction} onOpen={onEdit} onConfirm={onConfirm} />
          </li>
        )
      })}
    </ul>
  )
}

function keyOf(item: DayItem | undefined): string {
  return item?.kind === 'transaction' ? item.transaction.id : (item?.date ?? '')
}
