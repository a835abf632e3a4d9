import { Loading, Skeleton } from '../../ui/skeleton'
import styles from './wallet-page.module.css'

/** The placeholder while the wallet loads: a figure and rows. */
export function WalletSkeleton() {
  return (
    <Loading what="a conta">
      <div className={styles.skeleton} aria-hidden="true">
        <Skeleton width="16rem" height="3.75rem" />
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height="1.5rem" width={`${88 - (row % 3) * 12}%`} />
        ))}
      </div>
    </Loading>
  )
}
