import { Loading, Skeleton } from '../../../ui/page/skeleton'
import { EmptyGauge } from '../gauge/gauge'
import { StandingFrame } from './standing-frame'
import styles from './fund-standing.module.css'

/** The standing before it is there, in the same measures. */
export function StandingSkeleton() {
  return (
    <Loading what="a reserva">
      <StandingFrame gauge={<EmptyGauge />} actions={<Skeleton width="8.5rem" height="44px" />}>
        <p className={styles.label}>
          <Skeleton width="7em" />
        </p>
        <div className={styles.waiting}>
          <Skeleton width="5.5em" height="0.8em" />
        </div>
        <div className={styles.message}>
          <div className={styles.heading}>
            <Skeleton width="9em" />
          </div>
          <p>
            <Skeleton width="34ch" />
          </p>
        </div>
        <div className={styles.figures}>
          {[0, 1, 2].map((figure) => (
            <div key={figure}>
              <Skeleton width="70%" height="4.25rem" />
            </div>
          ))}
        </div>
      </StandingFrame>
    </Loading>
  )
}
