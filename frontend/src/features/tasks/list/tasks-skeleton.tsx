import { Loading, Skeleton } from '../../../ui/page/skeleton'
import styles from './tasks-skeleton.module.css'

/** The list before it is there, in the same measures. */
export function TasksSkeleton({ wide }: { wide: boolean }) {
  return (
    <Loading what="os itens">
      <div className={styles.list} data-wide={wide} aria-hidden="true">
        {wide && <div className={styles.head} />}
        {[52, 44, 60, 38].map((width) => (
          <div key={width} className={styles.row}>
            <Skeleton width="20px" height="20px" />
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
