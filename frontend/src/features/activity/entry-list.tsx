import { Fragment, memo, useMemo } from 'react'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { clockTime } from '@prumo/shared/clock-time'
import type { ActivityEntry } from '@prumo/shared/activity'
import { sourceNames } from '@prumo/shared/activity-texts'
import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { activityEntities } from '../../data/entities'
import type { ActivityList } from '../../data/activity'
import { useWallets } from '../../data/wallets'
import { formatLongDay } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { focusFilters } from '../../ui/field/filter-controls'
import { LoadFailure } from '../../ui/load-failure'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { Loading, Skeleton } from '../../ui/skeleton'
import { entityHistoryAddress } from './activity-address'
import { sentenceParts, describeChanges, type FieldChangeText } from './entry-texts'
import { useUndo } from './use-undo'
import styles from './entry-list.module.css'

interface EntryListProps {
  list: ActivityList
  filtered: boolean
  onClear: () => void
}

/** The history by day, with its states: loading, failed, empty and filled. */
export function EntryList({ list, filtered, onClear }: EntryListProps) {
  const { data: entries, isPending, hasMore, isLoadingMore, isLoadMoreFailed, loadMore } = list
  const days = useMemo(() => byDay(entries ?? []), [entries])
  const { undo, undoing } = useUndo()
  const { walletName } = useWallets()
  const now = useToday()
  if (isPending) return <EntrySkeleton />
  if (!entries) return <LoadFailure what="o histórico" onRetry={list.retry} />
  if (entries.length === 0) return <NoEntriesYet filtered={filtered} onClear={onClear} />
  return (
    <>
      {days.map(({ date, entries: ofDay }) => (
        <Fragment key={date}>
          <h2 className={styles.day}>{formatLongDay(date, now)}</h2>
          <ol className={styles.list}>
            {ofDay.map((entry) => (
              <Entry key={entry.position} entry={entry} isBusy={undoing === entry.position} onUndo={undo} walletName={walletName} />
            ))}
          </ol>
        </Fragment>
      ))}
      {isLoadMoreFailed ? (
        <LoadFailure what="o que é mais antigo" onRetry={loadMore} />
      ) : (
        hasMore && (
          <Button variant="plain" className={styles.more ?? ''} busy={isLoadingMore} onClick={loadMore}>
            Ver mais antigos
          </Button>
        )
      )}
    </>
  )
}

function byDay(entries: readonly ActivityEntry[]): { date: CalendarDate; entries: ActivityEntry[] }[] {
  const days: { date: CalendarDate; entries: ActivityEntry[] }[] = []
  for (const entry of entries) {
    const date = dateInSaoPaulo(new Date(entry.at))
    const last = days.at(-1)
    if (last?.date === date) last.entries.push(entry)
    else days.push({ date, entries: [entry] })
  }
  return days
}

interface ActivityEntryProps {
  entry: ActivityEntry
  isBusy: boolean
  onUndo: (entry: ActivityEntry) => void
  walletName: (id: string) => string
}

/** An entry: its time, sentence, changes and source, with a button if it can be undone. */
const Entry = memo(function Entry({ entry, isBusy, onUndo, walletName }: ActivityEntryProps) {
  const { at, entity, entityId, source, summary, undoable, undoReason } = entry
  const { lead, name } = sentenceParts(entry)
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={at}>
        {clockTime(Date.parse(at))}
      </time>
      <div className={styles.what}>
        <p>
          {lead}
          {activityEntities[entity].hasHistory && name !== '' ? (
            <Link to={entityHistoryAddress(entityId)} title={`Só o histórico de ${name}`}>
              {name}
            </Link>
          ) : (
            <b>{name}</b>
          )}
        </p>
        {describeChanges(entry, walletName).map((change, index) => (
          <Change key={change.label ?? index} change={change} />
        ))}
      </div>
      <span className={styles.source}>
        <span className="visually-hidden">Origem: </span>
        {sourceNames[source]}
      </span>
      <span className={styles.end}>
        {undoable ? (
          <Button variant="plain" size="sm" busy={isBusy} aria-label={`Desfazer: ${summary}`} onClick={() => onUndo(entry)}>
            Desfazer
          </Button>
        ) : (
          <small>{undoReason}</small>
        )}
      </span>
    </li>
  )
})

function Change({ change: { label, before, after, isAlone } }: { change: FieldChangeText }) {
  if (isAlone) {
    return (
      <p className={styles.change}>
        {label && `${label} `}
        {after}
      </p>
    )
  }
  return (
    <p className={styles.change}>
      {label && `${label} `}
      <span className="visually-hidden">de </span>
      {before ?? <NoEntriesFound />}
      <IconArrowRight size={16} stroke={1.75} className={styles.arrow} aria-hidden />
      <span className="visually-hidden"> para </span>
      <b>{after ?? <NoEntriesFound />}</b>
    </p>
  )
}

function NoEntriesFound() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">nada</span>
    </>
  )
}

/** Shown when no entry matches. An unfiltered history is never empty: opening the account is an entry. */
function NoEntriesYet({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      drawing={<RuledPaper />}
      title="Nada aconteceu aqui"
      reason={filtered ? 'Tente outro mês ou limpe os filtros.' : 'O que você registrar ou mudar aparece aqui.'}
      action={
        filtered && (
          <Button variant="line" onClick={() => (onClear(), focusFilters())}>
            Limpar filtros
          </Button>
        )
      }
    />
  )
}

const ROWS = [52, 44, 60, 38, 48]

/** The placeholder while the list loads, with the same measures. */
function EntrySkeleton() {
  return (
    <Loading what="o histórico">
      <div aria-hidden="true">
        <div className={styles.day}>
          <Skeleton width="12em" />
        </div>
        <div className={styles.list}>
          {ROWS.map((width) => (
            <div key={width} className={styles.entry}>
              <span className={styles.time}>
                <Skeleton width="2.6em" />
              </span>
              <div className={styles.what}>
                <Skeleton width={`${width}%`} />
                <div className={styles.change}>
                  <Skeleton width={`${width - 16}%`} />
                </div>
              </div>
              <span className={styles.source}>
                <Skeleton width="2em" />
              </span>
              <span className={styles.end}>
                <Skeleton width="4em" />
              </span>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
