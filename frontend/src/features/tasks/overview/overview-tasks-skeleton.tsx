import { Loading, Skeleton } from '../../../ui/page/skeleton'
import styles from './overview-tasks.module.css'

export function OverviewTasksSkeleton() {
  return (
    <Loading what="as tarefas">
      <div className={styles.waiting} aria-hidden="true">
        {[70, 82, 58, 76].map((width) => (
          <div key={width}>
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
