import { Loading, Skeleton } from '../../../ui/page/skeleton'
import styles from './ledger-skeleton.module.css'

const ROWS = 8

/** The list before it is there, in the same measures. */
export function LedgerSkeleton({ wide }: { wide: boolean }) {
  return (
    <Loading what="as transações">
      <div className={styles.list} data-wide={wide} aria-hidden="true">
        <div className={styles.head} />
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width={`${62 - (index % 3) * 11}%`} />
            <Skeleton width="6.5rem" />
            {!wide && <Skeleton width="5rem" height="0.8em" />}
            {!wide && <Skeleton width="4rem" height="0.8em" />}
            {wide && <Skeleton width="5rem" />}
          </div>
        ))}
      </div>
    </Loading>
  )
}
