import { Loading, Skeleton } from '../../ui/skeleton'
import styles from './goals-skeleton.module.css'

/** The placeholder while the list loads, with the same measures. */
export function GoalsSkeleton({ full = false }: { full?: boolean }) {
  return (
    <Loading what="as metas">
      <div className={styles.list} data-full={full} aria-hidden="true">
        {[38, 30, 44].map((width) => (
          <div key={width} className={styles.row}>
            <Skeleton width={`${width}%`} />
            <Skeleton width="100%" height="8px" />
            <Skeleton width="13rem" height="0.875em" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
