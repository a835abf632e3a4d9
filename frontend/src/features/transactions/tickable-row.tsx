import { memo, type ComponentProps } from 'react'
import { useIsGuest } from '../../lib/session'
import type { VirtualRowProps } from '../../ui/use-virtual-rows'
import { DayRow } from './day-row'
import { useHold } from './selection/use-hold'
import styles from './day-row.module.css'

interface TickableRowProps extends ComponentProps<typeof DayRow> {
  /** The properties of the row's element. */
  place: VirtualRowProps
  isTicked: boolean | null
  canTick: boolean
  onTick: (id: string) => void
}

/** A row of the narrow list. Holding it ticks it. */
export const TickableRow = memo(function TickableRow({ place, canTick, ...row }: TickableRowProps) {
  const { transaction, expected = false, isTicked, onTick } = row
  const isGuest = useIsGuest()
  const { handlers, wasHeld } = useHold(() => {
    if (isTicked === null && canTick && !isGuest) onTick(transaction.id)
  })
  return (
    <li
      {...place}
      {...handlers}
      className={styles.row}
      data-expected={expected}
      data-ticking={isTicked !== null || undefined}
      data-ticked={isTicked || undefined}
      // The click that ends a hold opens nothing.
      onClickCapture={(event) => {
        if (!wasHeld()) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <DayRow {...row} />
    </li>
  )
})
