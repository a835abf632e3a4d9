import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { MAX_BATCH } from '@prumo/shared/batch-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { isLocked, useClosedMonths } from '../../data/closed-months'
import { IMPORT_SCREEN } from '../../data/screens'
import type { TransactionList } from '../../data/transactions'
import { useIsGuest } from '../../lib/session'
import { Button, ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { focusFilters } from '../../ui/field/filter-controls'
import { LoadFailure } from '../../ui/load-failure'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useWidthFit } from '../../ui/use-measured-size'
import { dayItems } from './day-row'
import { LedgerDays, type LedgerActions, type LedgerItem, type LedgerSelection } from './ledger-days'
import { LedgerTable } from './ledger-table'
import type { ExpectedSums, RegisterParts } from './register'
import { selectedText } from './selection/selection'
import { useSelection, type SelectionControls } from './selection/use-selection'
import { sheetAddress } from './sheet-address'
import { RecurrencesOfRows } from './status'
import { useWholePrint } from './use-whole-print'
import styles from './ledger.module.css'

const SelectionBar = lazyPart(async () => ({ default: (await import('./selection/selection-bar')).SelectionBar }), { what: 'a barra' })

/** A table needs at least this width, in pixels at the default text size. */
const TABLE_FROM = 640
/** The number of expected transactions that are shown before the list is unfolded. */
const EXPECTED_ROWS = 5
const EXPECTED_LINES = 1
const NO_PARTS: RegisterParts = { expected: [], later: [], counted: [] }

interface TransactionLedgerFrameProps extends LedgerActions {
  list: TransactionList
  /** The list's rows; undefined until it is loaded. */
  parts: RegisterParts | undefined
  sums: ExpectedSums | null
  /** How many transactions the filters match; null while unknown. */
  total: number | null
  filtered: boolean
  /** Shows all expected transactions, because the filters ask for them. */
  unfolded: boolean
  onClear: () => void
  /** Reads the first 500 rows of the filters. */
  readAll: () => Promise<readonly Transaction[]>
  /** Stands below the list while no row is ticked. */
  foot: ReactNode
  /** Stands right above the foot. */
  notice: ReactNode
}

/** The list of transactions with all its states: loading, failed, empty and filled; below it its foot, or the bar of the ticked rows. */
export function Ledger({
  list,
  parts = NO_PARTS,
  sums,
  total,
  filtered,
  unfolded,
  onClear,
  readAll,
  foot,
  notice,
  ...actions
}: TransactionLedgerFrameProps) {
  const { data: transactions, hasMore, isLoadingMore, isLoadMoreFailed, loadMore } = list
  const [ref, { isWide: wide, scale }] = useWidthFit<HTMLDivElement>(TABLE_FROM)
  const Rows = wide ? LedgerTable : LedgerDays

  const readFurther = useCallback(() => {
    if (hasMore && !isLoadingMore && !isLoadMoreFailed) loadMore()
  }, [hasMore, isLoadingMore, isLoadMoreFailed, loadMore])

  const { isPrinting, isPartial } = useWholePrint(list, readFurther)

  // Expected transactions come first. Keep loading until one that counts arrives, unless the filters ask for none.
  const isReaching = parts.counted.length === 0 && !unfolded && hasMore && !isLoadMoreFailed
  useEffect(() => {
    if (isReaching) readFurther()
  }, [isReaching, readFurther])

  const [isUnfolded, setUnfolded] = useState(false)
  const most = wide ? EXPECTED_ROWS : EXPECTED_LINES
  const count = parts.expected.length + parts.later.length
  const canFold = count > most && parts.counted.length > 0 && !unfolded
  const isFolded = canFold && !isUnfolded && !isPrinting
  const items = useMemo(() => ledgerItems(parts, isFolded ? most : Infinity, !wide), [parts, isFolded, most, wide])
  const fold = useMemo(() => ({ isFolded, canFold, onFold: () => setUnfolded((before) => !before) }), [isFolded, canFold])

  const closed = useClosedMonths()
  const canTick = useCallback((transaction: Transaction) => !isLocked(transaction, closed), [closed])
  const rows = useMemo(
    () => items.flatMap((item) => ('transaction' in item && canTick(item.transaction) ? [item.transaction] : [])),
    [items, canTick],
  )
  const readTickable = useCallback(async () => (await readAll()).filter(canTick), [readAll, canTick])
  const isReadOnly = useIsGuest()
  const ticks = useSelection({ rows, readAll: readTickable, onEdit: actions.onEdit, isReadOnly })
  const selection = useSteadySelection(ticks)
  const { selected, isCut } = ticks
  usePrefetch(SelectionBar)
  const matching = total ?? rows.length

  return (
    <>
      <div ref={ref} className={styles.ledger} data-waiting={list.isPrevious} aria-busy={list.isPrevious}>
        {list.isPending || isReaching ? (
          <LedgerSkeleton wide={wide} />
        ) : !transactions ? (
          <LoadFailure what="as transações" onRetry={list.retry} />
        ) : transactions.length === 0 ? (
          <EmptyLedger filtered={filtered} onClear={onClear} />
        ) : (
          <RecurrencesOfRows rows={transactions}>
            {isPartial && (
              <p className={styles.partial}>Aqui só estão as transações que a tela já mostrava. Para imprimir todas, use Ctrl P.</p>
            )}
            <Rows
              items={items}
              fold={fold}
              sums={sums}
              hasMore={hasMore}
              onReadOn={readFurther}
              isPrinting={isPrinting}
              scale={scale}
              selection={selection}
              total={matching}
              {...actions}
            />
            {isLoadMoreFailed && <LoadFailure what="mais transações" onRetry={loadMore} />}
          </RecurrencesOfRows>
        )}
      </div>
      {/* Always there, so that the first tick is read aloud too. */}
      <p className="visually-hidden" aria-live="polite">
        {selected.length > 0 && selectedText(selected.length)}
      </p>
      <div className={styles.foot}>
        <div>
          {notice}
          {selected.length === 0 ? (
            foot
          ) : (
            <SelectionBar
              {...ticks}
              isRequested
              onDismissFailure={ticks.release}
              isCut={isCut || (selected.length === MAX_BATCH && matching > MAX_BATCH)}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** The ticks with functions that stay the same, so that a new row renders none of the others again. */
function useSteadySelection({ ids, cursor, tick, tickAll }: SelectionControls): LedgerSelection {
  const latest = useRef({ tick, tickAll })
  useEffect(() => {
    latest.current = { tick, tickAll }
  })
  const steady = useMemo(
    () => ({
      tick: (id: string, isRange?: boolean) => latest.current.tick(id, isRange),
      tickAll: () => latest.current.tickAll(),
    }),
    [],
  )
  return useMemo(() => ({ ids, cursor, ...steady }), [ids, cursor, steady])
}

/** The rows of the list: at most `most` that are not confirmed yet, then the others. */
export function ledgerItems({ expected, later, counted }: RegisterParts, most: number, byDay: boolean): LedgerItem[] {
  const asItem = (transaction: Transaction): LedgerItem => ({ kind: 'expected', transaction })
  const count = expected.length + later.length
  const shownLater = later.slice(0, Math.max(0, most - expected.length))
  return [
    ...(count > 0 ? [{ kind: 'expected-head', count } as const] : []),
    ...expected.slice(0, most).map(asItem),
    ...(shownLater.length > 0 ? [{ kind: 'later-head' } as const] : []),
    ...shownLater.map(asItem),
    ...(byDay ? dayItems(counted) : counted.map((transaction) => ({ kind: 'transaction', transaction }) as const)),
  ]
}

/** Shown when there are no transactions, or none that match the filters. */
function EmptyLedger({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const isGuest = useIsGuest()
  if (isGuest && !filtered)
    return <EmptyState drawing={<RuledPaper />} title="Nenhuma transação ainda" reason="O que for lançado aparece aqui na hora." />
  return (
    <EmptyState
      drawing={<RuledPaper />}
      title="Nenhuma transação encontrada"
      reason={
        filtered ? (
          'Tente outro mês ou limpe os filtros.'
        ) : (
          <>
            Comece pela última venda ou pela última conta paga, ou deixe o banco contar: <Link to={IMPORT_SCREEN}>importar extrato</Link>.
          </>
        )
      }
      action={
        filtered ? (
          <Button variant="line" onClick={() => (onClear(), focusFilters())}>
            Limpar filtros
          </Button>
        ) : (
          // Not the primary style: the bar of the app already has this action as one.
          <ButtonLink to={sheetAddress()} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
            Nova Transação
          </ButtonLink>
        )
      }
    />
  )
}

const SKELETON_ROWS = 10

/** The placeholder while the list loads, with the same measures. */
function LedgerSkeleton({ wide }: { wide: boolean }) {
  return (
    <Loading what="as transações">
      <div className={styles.list} data-wide={wide} aria-hidden="true">
        <div className={styles.head} />
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width={`${62 - (index % 3) * 11}%`} />
            <Skeleton width="6.5rem" />
            {!wide && <Skeleton width="5rem" height="0.8em" />}
            {!wide && <Skeleton width="4rem" height="0.8em" />}
            {wide && <Skeleton width="5rem" />}
          </div>
        ))}
      </div>
    </Loading>
  )
}
