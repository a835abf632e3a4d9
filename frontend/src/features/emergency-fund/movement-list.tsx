import { memo } from 'react'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { FundMovement } from '@prumo/shared/emergency-fund'
import { formatCentavos } from '@prumo/shared/money'
import { useQueue } from '../../data/account'
import { isWaitingMovement, type MovementList as Movements } from '../../data/emergency-fund'
import { useSyncStatus } from '../../data/sync-status'
import { formatShortDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { Flow } from '../../ui/money'
import { SyncMark } from '../../ui/sync-mark'
import { SectionHead } from '../../ui/section-head'
import { Loading, Skeleton } from '../../ui/skeleton'
import { movementNames } from './fund-texts'
import styles from './movement-list.module.css'

/** The movements, newest first, each with the balance after it. */
export function MovementList({
  list: { data: movements, isFailed, retry, hasMore, isLoadingMore, isLoadMoreFailed, loadMore },
}: {
  list: Movements
}) {
  const line = useQueue('emergency-fund')
  const { isStalled } = useSyncStatus()
  return (
    <section aria-labelledby="fund-movements">
      <SectionHead id="fund-movements" title="Movimentações" />
      {movements ? (
        <>
          <ul className={styles.list}>
            {movements.map((movement) => (
              <MovementRow key={movement.id} movement={movement} isWaiting={isStalled && isWaitingMovement(movement, line)} />
            ))}
          </ul>
          {movements.length === 0 && <p className={styles.none}>Nada entrou nem saiu ainda.</p>}
          {isLoadMoreFailed ? (
            <LoadFailure what="as movimentações mais antigas" onRetry={loadMore} />
          ) : (
            hasMore && (
              <Button variant="line" size="sm" className={styles.more ?? ''} busy={isLoadingMore} onClick={loadMore}>
                Mostrar mais
              </Button>
            )
          )}
        </>
      ) : isFailed ? (
        <LoadFailure what="as movimentações" onRetry={retry} />
      ) : (
        <Loading what="as movimentações">
          <div className={styles.list} aria-hidden="true">
            {[38, 30, 44].map((width) => (
              <div key={width} className={styles.row}>
                <Skeleton width={`${width}%`} />
                <Skeleton width="5rem" />
              </div>
            ))}
          </div>
        </Loading>
      )}
    </section>
  )
}

interface MovementRowProps {
  movement: FundMovement
  /** Movements are queued and cannot be sent at the moment. */
  isWaiting: boolean
}

/** A movement: description, kind and date; amount, and the balance after it. */
const MovementRow = memo(function MovementRow({ movement: { kind, amount, description, balance, at }, isWaiting }: MovementRowProps) {
  const direction = kind === 'withdrawal' || amount < 0 ? 'expense' : 'income'
  const name = movementNames[kind]
  const when = formatShortDate(dateInSaoPaulo(new Date(at)), useToday())
  return (
    <li className={styles.row}>
      <span className={styles.title}>{description ?? name}</span>
      <span className={styles.amount}>
        <Flow centavos={Math.abs(amount)} type={direction} />
      </span>
      <span className={styles.about}>{description ? `${name} · ${when}` : when}</span>
      <span className={`${styles.about} ${styles.balance}`}>
        Ficou <span className="money">{formatCentavos(balance)}</span>
      </span>
      {isWaiting && <SyncMark mark="waiting" />}
    </li>
  )
})
