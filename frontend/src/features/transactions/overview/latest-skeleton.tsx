import { Loading, Skeleton } from '../../../ui/page/skeleton'
import styles from './latest.module.css'

export function LatestSkeleton({ rows, wide }: { rows: number; wide: boolean }) {
  return (
    <Loading what="as transações">
      <div className={styles.waiting} data-wide={wide} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index}>
            <Skeleton width={`${58 - (index % 3) * 9}%`} />
            <Skeleton width="6.5rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
