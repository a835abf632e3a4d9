import { Skeleton } from '../../ui/page/skeleton'
import styles from './month/month-result.module.css'

/** The result of a month before it is there, in the same measures. */
export function OverviewSkeleton() {
  return (
    <div className={styles.result}>
        <p className={styles.label}>
          <Skeleton width="11em" />
        </p>
        <div className={styles.balance}>
          <Skeleton width="5.5em" height="0.8em" />
        </div>
        <p className={styles.say}>
          <Skeleton width="34ch" />
          <Skeleton width="22ch" />
        </p>
        <div className={styles.figures}>
          <div>
            <Skeleton width="70%" height="3.1875rem" />
          </div>
          <div>
            <Skeleton width="70%" height="3.1875rem" />
          </div>
        </div>
    </div>
  )
}
