import { Loading, Skeleton } from '../../ui/skeleton'
import balance from '../../ui/balance.module.css'
import styles from './mei-page.module.css'

/** The placeholder while a year loads, with the same measures. */
export function MeiSkeleton() {
  return (
    <Loading what="o MEI">
      <div className={styles.columns}>
        <div className={styles.figure}>
          <p className={styles.label}>
            <Skeleton width="11em" />
          </p>
          <div className={balance.frame}>
            <p className={balance.balance}>
              <Skeleton width="4.5em" height="0.8em" />
            </p>
          </div>
          <p className={styles.sentence}>
            <Skeleton width="95%" />
            <Skeleton width="70%" />
          </p>
        </div>
        <div className={styles.measure}>
          <Skeleton height="37rem" />
        </div>
        <div className={styles.lists}>
          {[0, 1, 2, 3, 4].map((row) => (
            <p key={row} className={styles.waiting}>
              <Skeleton height="1.4rem" />
            </p>
          ))}
        </div>
      </div>
    </Loading>
  )
}
