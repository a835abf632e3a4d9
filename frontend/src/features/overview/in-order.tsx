import { IconCheck } from '@tabler/icons-react'
import { useSyncStatus } from '../../data/sync-status'
import type { NearFuture } from '../../data/near-future'
import { useToday } from '../../lib/use-today'
import styles from './in-order.module.css'

/** One line that says that nothing is overdue, nothing waits for an answer and no change was refused; otherwise nothing. */
export function InOrder({ near, waitingCount }: { near: NearFuture | undefined; waitingCount: number }) {
  const { undecided } = useSyncStatus()
  const now = useToday()
  if (!near || waitingCount > 0 || undecided.length > 0 || near.entries.some(({ date }) => date < now)) return null
  return (
    <p className={styles.line}>
      <IconCheck size={20} stroke={1.75} aria-hidden />
      <span>
        <b>Tudo em dia.</b> Nada atrasado, nada a confirmar.
      </span>
    </p>
  )
}
