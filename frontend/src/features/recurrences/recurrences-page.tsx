import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { Recurrence } from '@prumo/shared/recurrences'
import { resumeRecurrence } from '../../data/recurrence-commands'
import { monthlyBillDraft } from '../../data/transaction-commands'
import { planOf, resumePlanAt, planSteps } from '../../data/occurrence-steps'
import { useRecurrences } from '../../data/recurrences'
import { useAccount } from '../../data/account'
import { useSyncMarks } from '../../data/sync-status'
import { today } from '../../lib/dates'
import { formAddress, type FormLocationState } from '../../lib/form-address'
import { ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { Loading, Skeleton } from '../../ui/skeleton'
import { MonthlyFigure } from './monthly-figure'
import { RecurrenceRow } from './recurrence-row'
import { countText, isActive, monthlySums } from './recurrence-sums'
import listStyles from './recurrence-list.module.css'
import styles from './recurrences-page.module.css'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

const RecurrenceSheet = lazyPart(() => import('./recurrence-sheet'), { what: 'o formulário' })

/** The recurrences: active ones by next date with their monthly average, then the paused ones. */
export default function RecurrencesPage() {
  const list = useRecurrences()
  const { data: recurrences } = list
  const [edited, setEdited] = useState<Recurrence | null>(null)
  usePrefetch(RecurrenceSheet)
  return (
    <Page
      title="O que se repete"
      beside={recurrences && recurrences.length > 0 && <p className={styles.count}>{countText(recurrences)}</p>}
    >
      {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
      {list.isPending ? (
        <ListSkeleton />
      ) : !recurrences ? (
        <LoadFailure what="o que se repete" onRetry={list.retry} />
      ) : recurrences.length === 0 ? (
        <EmptyState
          drawing={<RuledPaper />}
          title="Nada se repete ainda"
          reason="Aluguel, salário, internet: lance uma vez e o Prumo lembra das próximas."
          action={
            <ButtonLink
              to={formAddress(TRANSACTIONS_SCREEN)}
              state={{ draft: monthlyBillDraft(today()) } satisfies FormLocationState}
              icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
            >
              Lançar uma conta que se repete
            </ButtonLink>
          }
        />
      ) : (
        <RecurrenceList recurrences={recurrences} onOpen={setEdited} />
      )}
      <RecurrenceSheet
        isRequested={edited !== null}
        onDismissFailure={() => setEdited(null)}
        recurrence={edited}
        onClose={() => setEdited(null)}
      />
    </Page>
  )
}

interface RecurrenceListProps {
  recurrences: readonly Recurrence[]
  onOpen: (recurrence: Recurrence) => void
}

function RecurrenceList({ recurrences, onOpen }: RecurrenceListProps) {
  const marks = useSyncMarks('recurrence')
  const { outbox } = useAccount()
  const active = recurrences.filter(isActive)
  const paused = recurrences.filter(({ endedAt }) => endedAt !== null)
  const over = recurrences.filter((each) => !isActive(each) && each.endedAt === null)

  function resume(recurrence: Recurrence): void {
    const now = today()
    const plan = planOf(recurrence)
    void outbox.enqueue(resumeRecurrence(recurrence, now, planSteps(recurrence.id, null, resumePlanAt(plan, now), [], { now, from: now })))
  }

  const rows = (of: readonly Recurrence[]) =>
    of.map((each) => <RecurrenceRow key={each.id} recurrence={each} mark={marks.get(each.id)} onOpen={onOpen} onResume={resume} />)

  return (
    <>
      <MonthlyFigure {...monthlySums(recurrences)} />
      {active.length > 0 && (
        <div className={listStyles.list}>
          <p className={listStyles.head} aria-hidden="true">
            {['Próxima', 'Descrição', 'Repete', 'Até', 'Valor', 'Por mês'].map((name) => (
              <span key={name}>{name}</span>
            ))}
          </p>
          <ul>{rows(active)}</ul>
        </div>
      )}
      <Group name="Pausadas" count={paused.length}>
        {rows(paused)}
      </Group>
      <Group name="Terminadas" count={over.length}>
        {rows(over)}
      </Group>
    </>
  )
}

function Group({ name, count, children }: { name: string; count: number; children: React.ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={name} className={listStyles.list}>
      <h2 className={listStyles.group}>
        {name} <small>{count}</small>
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

function ListSkeleton() {
  return (
    <Loading what="o que se repete">
      <div className={styles.skeleton}>
        <Skeleton height="5.5rem" />
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height="3rem" />
        ))}
      </div>
    </Loading>
  )
}
