import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActivity } from '../../data/activity'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { Loading, Skeleton } from '../../ui/skeleton'
import { dayOf, filtersOf, addressOf, isFiltered, noFilters, queryOf, type ActivityFilterState } from './activity-address'
import { ActivityFilters } from './activity-filters'
import { EntryList } from './entry-list'
import styles from './activity-page.module.css'

const place = (
  <Loading what="esse dia">
    <Skeleton height="20rem" />
  </Loading>
)
const DayView = lazyPart(() => import('./day-view'), { what: 'esse dia', place })

export function Component() {
  usePrefetch(DayView)
  const [address, setAddress] = useSearchParams()
  const day = dayOf(address)
  const look = useCallback(
    (next: string | null, how?: { replace: boolean }) =>
      setAddress((present) => {
        const changed = new URLSearchParams(present)
        if (next === null) changed.delete('em')
        else changed.set('em', next)
        return changed
      }, how),
    [setAddress],
  )
  return (
    <Page title="Histórico" beside={day === null && <p className={styles.beside}>Tudo o que mudou, e o que ainda dá para desfazer</p>}>
      {day === null ? <History onOpenDay={look} /> : <DayView date={day} onOpenDay={look} />}
    </Page>
  )
}

/** The list of entries that match the filters of the URL. */
function History({ onOpenDay }: { onOpenDay: (day: string) => void }) {
  const [address, setAddress] = useSearchParams()
  const filters = useMemo(() => filtersOf(address), [address])
  const list = useActivity(useMemo(() => queryOf(filters), [filters]))
  const change = (changes: Partial<ActivityFilterState>) =>
    setAddress((present) => addressOf({ ...filtersOf(present), ...changes }, present))
  return (
    <div className={styles.page}>
      <ActivityFilters filters={filters} onChange={change} onOpenDay={onOpenDay} entries={list.data} />
      {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
      <EntryList list={list} filtered={isFiltered(filters)} onClear={() => change(noFilters)} />
    </div>
  )
}
