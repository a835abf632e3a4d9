import { Loading, Skeleton } from '../../ui/skeleton'
import balance from '../../ui/balance.module.css'
import page from './forecast-page.module.css'
import styles from './forecast-skeleton.module.css'

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

/** The placeholder while the forecast loads, with the same measures. */
export function ForecastSkeleton() {
  return (
    <Loading what="a previsão">
      <div className={page.columns}>
        <div className={page.main}>
          <p className={page.label}>
            <Skeleton width="14em" />
          </p>
          <div className={balance.frame}>
            <p className={styles.figure}>
              <Skeleton width="4.5em" height="0.8em" />
            </p>
          </div>
          <p className={page.when}>
            <Skeleton width="18em" />
          </p>
          <div className={styles.chart} />
          <p className={page.key}>
            <Skeleton width="20em" />
          </p>
          <div className={styles.day}>
            <Skeleton width="12em" height="1.2em" />
            <Skeleton height="2.75rem" />
          </div>
        </div>
        <div className={styles.rows}>
          {ROWS.map((row) => (
            <Skeleton key={row} height="1.25rem" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
