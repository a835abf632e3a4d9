import { Button } from '../../../ui/button/button'
import { LoadFailure } from '../../../ui/page/load-failure'
import { Loading, Skeleton } from '../../../ui/page/skeleton'
import { SectionHead } from '../../../ui/section/section-head'
import { useMovements } from '../calls/list-movements'
import { MovementRow } from './movement-row'
import styles from './movement-list.module.css'

/** What went in and out, newest first, with what was there after it. */
export function MovementList() {
  const { data: movements, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMovements()
  return (
    <section aria-labelledby="fund-movements">
      <SectionHead id="fund-movements" title="Movimentações" />
      {movements ? (
        <>
          <ul className={styles.list}>
            {movements.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </ul>
          {movements.length === 0 && <p className={styles.none}>Nada entrou nem saiu ainda.</p>}
          {hasNextPage && (
            <Button variant="line" size="sm" className={styles.more ?? ''} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Mostrar mais
            </Button>
          )}
        </>
      ) : isError ? (
        <LoadFailure what="as movimentações" onRetry={() => void refetch()} />
      ) : (
        <Loading what="as movimentações">
          <div className={styles.list} aria-hidden="true">
            {[38, 30, 44].map((width) => (
              <div key={width} className={styles.row}>
                <Skeleton width={`${width}%`} />
                <Skeleton width="5rem" />
              </div>
            ))}
          </div>
        </Loading>
      )}
    </section>
  )
}
