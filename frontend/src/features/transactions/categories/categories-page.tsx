import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCategories, useUncategorised, type UsedCategoryFigures } from '../../../data/categories'
import { useOffline } from '../../../data/connection'
import { formAddress } from '../../../lib/form-address'
import { useToday } from '../../../lib/use-today'
import { Bob } from '../../../ui/bob'
import { Button, ButtonLink } from '../../../ui/button'
import { RuledPaper } from '../../../ui/chart/ruled-paper'
import { EmptyState } from '../../../ui/empty-state'
import { lazyPart, usePrefetch } from '../../../ui/lazy-part'
import { LoadFailure } from '../../../ui/load-failure'
import { OutdatedNote } from '../../../ui/outdated-note'
import { Page } from '../../../ui/page'
import { ProgressBar } from '../../../ui/progress-bar'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { StatusLine } from '../../../ui/status-line'
import { CategoryRow } from './category-row'
import { CategorySum } from './category-sum'
import type { Merging } from './merge-sheet'
import { count } from './rule-application'
import { useRenaming, type RenamingState } from './use-renaming'
import styles from './categories-page.module.css'
import { RULES_SCREEN, TRANSACTIONS_SCREEN } from '../../../data/screens'

const MergeSheet = lazyPart(() => import('./merge-sheet'), { what: 'a pergunta' })

/** The categories with count, sum of the year and last use, to rename and to merge. */
export default function CategoriesPage() {
  const list = useCategories()
  const { data: categories } = list
  const year = useToday().slice(0, 4)
  const uncategorised = [useUncategorised('income'), useUncategorised('expense')].flatMap((figures) => figures ?? [])
  return (
    <Page title="Categorias" beside={categories && categories.length > 0 && <p className={styles.used}>{usedText(categories, year)}</p>}>
      <div className={styles.page}>
        {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
        {list.isPending ? (
          <CategoriesSkeleton />
        ) : !categories ? (
          <LoadFailure what="as categorias" onRetry={list.retry} />
        ) : categories.length === 0 ? (
          <EmptyState
            drawing={<RuledPaper />}
            title="Nenhuma categoria usada"
            reason="Elas aparecem aqui com a primeira transação, com quanto entrou e saiu em cada uma."
            action={<ButtonLink to={formAddress(TRANSACTIONS_SCREEN)}>Nova Transação</ButtonLink>}
          />
        ) : (
          <CategoryLedger categories={[...categories, ...uncategorised]} year={year} />
        )}
      </div>
    </Page>
  )
}

/** `15 usadas em 2026` */
export function usedText(categories: readonly UsedCategoryFigures[], year: string): string {
  const used = categories.filter(({ category, lastDate }) => category !== null && lastDate !== null && lastDate >= `${year}-01-01`).length
  return used === 1 ? `1 usada em ${year}` : `${used} usadas em ${year}`
}

function CategoryLedger({ categories, year }: { categories: readonly UsedCategoryFigures[]; year: string }) {
  const isOffline = useOffline()
  const { state, start, dismiss } = useRenaming()
  /** The row whose name is edited. */
  const [renamed, setRenamed] = useState<string | null>(null)
  const [merging, setMerging] = useState<Merging | null>(null)
  const isRunning = state !== null && state.failure === null
  usePrefetch(MergeSheet)

  function rename({ type, category }: UsedCategoryFigures, to: string, isMerge: boolean): void {
    setRenamed(null)
    setMerging(null)
    void start({ type, from: category, to }, isMerge)
  }

  return (
    <>
      {state && <RenamingStatus state={state} onRetry={() => void start(state.renaming, true)} onDismiss={dismiss} />}
      {isOffline && <StatusLine>Sem internet. Para renomear ou juntar, espere a conexão voltar.</StatusLine>}
      <div className={styles.ledger}>
        <p className={styles.head} aria-hidden="true">
          {['Categoria', 'Transações', 'Saiu', 'Entrou', 'Última'].map((name) => (
            <span key={name}>{name}</span>
          ))}
        </p>
        <ul>
          {categories.map((figures) => {
            const key = `${figures.type} ${figures.category ?? ''}`
            return (
              <CategoryRow
                key={key}
                figures={figures}
                others={categories.filter((each) => each !== figures && each.type === figures.type)}
                canChange={!isRunning && !isOffline}
                isRenamed={renamed === key}
                onRename={(isOpen) => setRenamed(isOpen ? key : null)}
                onRenamed={(to) => rename(figures, to, false)}
                onMerge={(into) => {
                  setRenamed(null)
                  setMerging({ from: figures, into })
                }}
              />
            )
          })}
        </ul>
        <YearFoot categories={categories} year={year} />
      </div>
      <p className={styles.note}>
        As fixas vêm com o Prumo e não mudam de nome. As suas podem ser renomeadas e juntadas; transações, contas que se repetem e{' '}
        <Link to={RULES_SCREEN}>regras</Link> vão junto.
      </p>
      <MergeSheet
        isRequested={merging !== null}
        onDismissFailure={() => setMerging(null)}
        merging={merging}
        categories={categories}
        onMerge={(from, to) => rename(from, to, true)}
        onClose={() => setMerging(null)}
      />
    </>
  )
}

/** The sums of the year, at the end of the line. */
function YearFoot({ categories, year }: { categories: readonly UsedCategoryFigures[]; year: string }) {
  const many = categories.reduce((sum, each) => sum + each.count, 0)
  const sumOf = (type: UsedCategoryFigures['type']) => categories.reduce((sum, each) => (each.type === type ? sum + each.total : sum), 0)
  return (
    <div className={styles.foot}>
      <b>{year}, até hoje</b>
      <span className={styles.count}>
        {count(many)}
        <span className={styles.word}>{many === 1 ? ' transação' : ' transações'}</span>
      </span>
      <CategorySum figures={{ type: 'expense', total: sumOf('expense') }} />
      <CategorySum figures={{ type: 'income', total: sumOf('income') }} />
      <svg className={styles.bob} viewBox="0 0 32 32" aria-hidden="true">
        <Bob />
      </svg>
    </div>
  )
}

interface RenamingStatusProps {
  state: RenamingState
  onRetry: () => void
  onDismiss: () => void
}

/** How far a renaming is, and why it stopped. */
function RenamingStatus({ state: { renaming, progress, failure }, onRetry, onDismiss }: RenamingStatusProps) {
  const changed = progress?.changed ?? 0
  const all = changed + (progress?.remaining ?? 0)
  const text = progress === null ? 'Começando…' : `${count(changed)} de ${count(all)} transações`
  const label = renaming.from === null ? `Pondo em ${renaming.to}` : `Passando ${renaming.from} para ${renaming.to}`
  if (failure !== null)
    return (
      <StatusLine
        tone="danger"
        action={
          <span className={styles.answers}>
            <Button variant="line" size="sm" onClick={onRetry}>
              Continuar
            </Button>
            <Button variant="quiet" size="sm" onClick={onDismiss}>
              Deixar assim
            </Button>
          </span>
        }
      >
        {failure} {changed > 0 ? `${text} já passaram.` : 'Nada mudou.'}
      </StatusLine>
    )
  return (
    <div className={styles.progress} role="status">
      <p>
        {label}. <span>{text}</span>
      </p>
      <ProgressBar label={label} percent={all === 0 ? 0 : Math.floor((changed / all) * 100)} text={text} />
    </div>
  )
}

function CategoriesSkeleton() {
  return (
    <Loading what="as categorias">
      <div className={styles.skeleton}>
        {Array.from({ length: 10 }, (_, index) => (
          <Skeleton key={index} height="2.25rem" />
        ))}
      </div>
    </Loading>
  )
}
