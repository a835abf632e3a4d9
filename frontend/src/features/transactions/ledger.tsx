import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useSyncMarks } from '../../data/sync-status'
import type { TransactionList } from '../../data/transactions'
import { formatDate, today } from '../../lib/dates'
import { Button, ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { focusFilters } from '../../ui/field/filter-controls'
import { IconButton } from '../../ui/icon-button'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useWidthFit } from '../../ui/use-measured-size'
import { dayItems } from './day-row'
import { EXPECTED_TITLE, FoldButton, keyOf, LedgerDays, type LedgerItem, type LedgerProps } from './ledger-days'
import { sheetAddress } from './sheet-address'
import { Category, Status } from './status'
import { useInfiniteScroll, useRowsInView } from './use-rows-in-view'
import styles from './ledger.module.css'
import table from './ledger-table.module.css'
import { IMPORT_SCREEN } from '../../data/screens'

/** Below this width, in units of text, a table would be cut. */
const TABLE_FROM = 600
/** Of what is expected the next ones are shown until someone asks for the rest. */
const EXPECTED_ROWS = 3
const EXPECTED_LINES = 1
const NONE: never[] = []

interface TransactionLedgerFrameProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete'> {
  list: TransactionList
  filtered: boolean
  /** What is expected is what was asked for. */
  unfolded: boolean
  onClear: () => void
}

/** The list with everything that can become of it. */
export function Ledger({ list, filtered, unfolded, onClear, ...actions }: TransactionLedgerFrameProps) {
  const { data: transactions, hasMore, isLoadingMore, isLoadMoreFailed, loadMore } = list
  const [ref, { isWide: wide, scale }] = useWidthFit<HTMLDivElement>(TABLE_FROM)
  const Rows = wide ? LedgerTable : LedgerDays

  const readFurther = useCallback(() => {
    if (hasMore && !isLoadingMore && !isLoadMoreFailed) loadMore()
  }, [hasMore, isLoadingMore, isLoadMoreFailed, loadMore])

  const now = today()
  const parts = useMemo(() => splitLedger(transactions ?? NONE, now), [transactions, now])
  // The next that is expected comes with the first that is not: until then the list goes on reading.
  const isReaching = parts.counted.length === 0 && hasMore && !isLoadMoreFailed
  useEffect(() => {
    if (isReaching) readFurther()
  }, [isReaching, readFurther])

  const [asked, setAsked] = useState(false)
  const most = wide ? EXPECTED_ROWS : EXPECTED_LINES
  const canFold = parts.expected.length > most && parts.counted.length > 0 && !unfolded
  const isFolded = canFold && !asked
  const items = useMemo(() => ledgerItems(parts, isFolded ? most : Infinity, !wide), [parts, isFolded, most, wide])
  const fold = useMemo(() => ({ isFolded, canFold, onFold: () => setAsked((before) => !before) }), [isFolded, canFold])

  return (
    <div ref={ref} className={styles.ledger} data-waiting={list.isPrevious} aria-busy={list.isPrevious}>
      {list.isPending || isReaching ? (
        <LedgerSkeleton wide={wide} />
      ) : !transactions ? (
        <LoadFailure what="as transações" onRetry={list.retry} />
      ) : transactions.length === 0 ? (
        <EmptyLedger filtered={filtered} onClear={onClear} />
      ) : (
        <>
          <Rows items={items} fold={fold} hasMore={hasMore} onReadOn={readFurther} scale={scale} {...actions} />
          {isLoadMoreFailed && <LoadFailure what="mais transações" onRetry={loadMore} />}
        </>
      )}
    </div>
  )
}

/** Whether its day is still to come and nobody has confirmed it: it is in no sum. What is ahead and settled already is. */
function isExpected(transaction: Transaction, now: CalendarDate): boolean {
  return transaction.date > now && stateOf(transaction) === 'pending'
}

interface LedgerParts {
  /** The next one first. */
  expected: readonly Transaction[]
  /** The newest first. */
  counted: readonly Transaction[]
}

/** What is only expected, apart from the rest of a list that comes newest first. */
export function splitLedger(transactions: readonly Transaction[], now: CalendarDate): LedgerParts {
  const expected = transactions.filter((transaction) => isExpected(transaction, now))
  if (expected.length === 0) return { expected, counted: transactions }
  return { expected: expected.toReversed(), counted: transactions.filter((transaction) => !isExpected(transaction, now)) }
}

/** The lines of a list: above everything else the next so many that are expected. */
export function ledgerItems({ expected, counted }: LedgerParts, most: number, byDay: boolean): LedgerItem[] {
  return [
    ...(expected.length > 0 ? [{ kind: 'expected-head', count: expected.length } as const] : []),
    ...expected.slice(0, most).map((transaction) => ({ kind: 'expected', transaction }) as const),
    ...(byDay ? dayItems(counted) : counted.map((transaction) => ({ kind: 'transaction', transaction }) as const)),
  ]
}

const ROW_HEIGHT = 51
const HEAD_ROWS = 1

/** Where there is room: one line a transaction, its actions at hand. */
const LedgerTable = memo(function LedgerTable({ items, hasMore, onReadOn, scale, fold, ...actions }: LedgerProps) {
  const { ref, rows, isWhole, placeOf, spaceBefore, spaceAfter, lastIndex } = useRowsInView<HTMLTableElement>({
    count: items.length,
    keyOf: (index) => keyOf(items[index]),
    heightOf: () => ROW_HEIGHT * scale,
  })
  useInfiniteScroll(lastIndex, items.length, onReadOn)
  const marks = useSyncMarks('transaction')

  return (
    <table ref={ref} className={table.table} aria-rowcount={hasMore ? -1 : isWhole ? undefined : items.length + HEAD_ROWS}>
      <caption className="visually-hidden">Transações</caption>
      <thead>
        <tr aria-rowindex={isWhole ? undefined : 1}>
          <th scope="col">Descrição</th>
          <th scope="col" className={table.category}>
            Categoria
          </th>
          <th scope="col" className={table.date}>
            Data
          </th>
          <th scope="col" className={table.amount}>
            Valor
          </th>
          <th scope="col" className={table.status}>
            Status
          </th>
          <th scope="col" className={table.actions}>
            Ações
          </th>
        </tr>
      </thead>
      <tbody>
        {spaceBefore > 0 && <tr aria-hidden="true" style={{ height: spaceBefore }} />}
        {rows.map(({ index, key }) => {
          const item = items[index]!
          if (item.kind === 'day') return null
          return item.kind === 'expected-head' ? (
            <tr key={key} {...placeOf(index)} aria-rowindex={isWhole ? undefined : index + 1 + HEAD_ROWS} className={table.expectedHead}>
              <td>
                <span>{EXPECTED_TITLE}</span>
                <FoldButton {...fold} count={item.count} />
              </td>
            </tr>
          ) : (
            <LedgerRow
              key={key}
              placeOf={placeOf}
              index={isWhole ? null : index}
              transaction={item.transaction}
              expected={item.kind === 'expected'}
              mark={marks.get(key as string)}
              {...actions}
            />
          )
        })}
        {spaceAfter > 0 && <tr aria-hidden="true" style={{ height: spaceAfter }} />}
      </tbody>
    </table>
  )
})

interface LedgerRowProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete'> {
  transaction: Transaction
  /** It is only expected, and lighter. */
  expected: boolean
  mark: SyncMarkKind | undefined
  /** Null where every row is drawn: then they count themselves, and one that is new changes no other. */
  index: number | null
  placeOf: ReturnType<typeof useRowsInView>['placeOf']
}

const LedgerRow = memo(function LedgerRow({ transaction, expected, mark, index, placeOf, onEdit, onConfirm, onDelete }: LedgerRowProps) {
  const { description, date, amount, type } = transaction
  const category = <Category transaction={transaction} mark={mark} />
  return (
    <tr
      {...(index !== null && { ...placeOf(index), 'aria-rowindex': index + 1 + HEAD_ROWS })}
      className={table.row}
      data-expected={expected}
    >
      <td className={table.description}>
        <span title={description}>{description}</span>
        <small>{category}</small>
      </td>
      <td className={table.category}>{category}</td>
      <td className={table.date}>{formatDate(date)}</td>
      <td className={table.amount}>
        <Money centavos={amount} type={type} struck={stateOf(transaction) === 'not_received'} expected={expected} />
      </td>
      <td className={table.status}>
        <Status transaction={transaction} mark={mark} onConfirm={onConfirm} look="button" />
      </td>
      <td className={table.actions}>
        <div>
          <IconButton
            size="sm"
            label={`Editar ${description}`}
            icon={<IconPencil size={20} stroke={1.75} aria-hidden />}
            onClick={() => onEdit(transaction)}
          />
          <IconButton
            size="sm"
            label={`Excluir ${description}`}
            icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
            onClick={() => onDelete(transaction)}
          />
        </div>
      </td>
    </tr>
  )
})

/** Nothing to list: because nothing is there yet, or because the filters leave nothing. */
function EmptyLedger({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
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
          // The brass one is always in the bar.
          <ButtonLink to={sheetAddress()} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
            Nova Transação
          </ButtonLink>
        )
      }
    />
  )
}

const SKELETON_ROWS = 8

/** The list before it is there, in the same measures. */
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
