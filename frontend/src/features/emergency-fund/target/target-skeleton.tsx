import { Loading, Skeleton } from '../../../ui/page/skeleton'
import { SectionHead } from '../../../ui/section/section-head'
import styles from './target-form.module.css'

/** The form before it is known what to fill it with, in the same measures. */
export function TargetSkeleton() {
  return (
    <section aria-labelledby="fund-target">
      <SectionHead id="fund-target" title="Meta da reserva" />
      <Loading what="a meta">
        <div className={styles.form} aria-hidden="true">
          <Skeleton height="4.5rem" />
          <Skeleton height="6.5rem" />
          <Skeleton width="70%" />
          <Skeleton width="8rem" height="44px" />
        </div>
      </Loading>
    </section>
  )
}
