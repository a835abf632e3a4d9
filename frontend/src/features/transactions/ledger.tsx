import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { IconArrowsRightLeft, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useSyncMarks } from '../../data/sync-status'
import type { TransactionList } from '../../data/transactions'
import { formatDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button, ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { focusFilters } from '../../ui/field/filter-controls'
import { IconButton } from '../../ui/icon-button'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useWidthFit } from '../../ui/use-measured-size'
import { useInfiniteScroll, useVirtualRows } from '../../ui/use-virtual-rows'
import { dayItems } from './day-row'
import { EXPECTED_TITLE, FoldButton, keyOf, LedgerDays, type LedgerItem, type LedgerProps } from './ledger-days'
import { RowDescription, RowWallet, useRowWallets } from './row-wallets'
import { sheetAddress } from './sheet-address'
import { Category, RecurrencesOfRows, Status } from './status'
import { useWholePrint } from './use-whole-print'
import styles from './ledger.module.css'
import table from './ledger-table.module.css'
import { IMPORT_SCREEN } from '../../data/screens'

/** A table needs at least this width, in pixels at the default text size. */
const TABLE_FROM = 600
/** The number of expected transactions that are shown before the list is unfolded. */
const EXPECTED_ROWS = 3
const EXPECTED_LINES = 1
const NONE: never[] = []

interface TransactionLedgerFrameProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete' | 'onTurn'> {
  list: TransactionList
  filtered: boolean
  /** Shows all expected transactions, because the filters ask for them. */
  unfolded: boolean
  onClear: () => void
}

/** The list of transactions with all its states: loading, failed, empty and filled. */
export function Ledger({ list, filtered, unfolded, onClear, ...actions }: TransactionLedgerFrameProps) {
  const { data: transactions, hasMore, isLoadingMore, isLoadMoreFailed, loadMore } = list
  const [ref, { isWide: wide, scale }] = useWidthFit<HTMLDivElement>(TABLE_FROM)
  const Rows = wide ? LedgerTable : LedgerDays

  const readFurther = useCallback(() => {
    if (hasMore && !isLoadingMore && !isLoadMoreFailed) loadMore()
  }, [hasMore, isLoadingMore, isLoadMoreFailed, loadMore])

  const { isPrinting, isPartial } = useWholePrint(list, readFurther)

  const now = useToday()
  const parts = useMemo(() => splitLedger(transactions ?? NONE, now), [transactions, now])
  // Expected transactions come first. Keep loading until one that counts arrives: only then is the next expected one known.
  const isReaching = parts.counted.length === 0 && hasMore && !isLoadMoreFailed
  useEffect(() => {
    if (isReaching) readFurther()
  }, [isReaching, readFurther])

  const [isUnfolded, setUnfolded] = useState(false)
  const most = wide ? EXPECTED_ROWS : EXPECTED_LINES
  const canFold = parts.expected.length > most && parts.counted.length > 0 && !unfolded
  const isFolded = canFold && !isUnfolded && !isPrinting
  const items = useMemo(() => ledgerItems(parts, isFolded ? most : Infinity, !wide), [parts, isFolded, most, wide])
  const fold = useMemo(() => ({ isFolded, canFold, onFold: () => setUnfolded((before) => !before) }), [isFolded, canFold])

  return (
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
          <Rows items={items} fold={fold} hasMore={hasMore} onReadOn={readFurther} isPrinting={isPrinting} scale={scale} {...actions} />
          {isLoadMoreFailed && <LoadFailure what="mais transações" onRetry={loadMore} />}
        </RecurrencesOfRows>
      )}
    </div>
  )
}

/** Whether a transaction lies ahead and is unconfirmed. Totals exclude it; they include one that lies ahead but is settled. */
function isExpected(transaction: Transaction, now: CalendarDate): boolean {
  return transaction.date > now && stateOf(transaction) === 'pending'
}

interface LedgerParts {
  /** Oldest date first. */
  expected: readonly Transaction[]
  /** Newest first. */
  counted: readonly Transaction[]
}

/** Separates expected transactions from the rest. Expects the newest first. */
export function splitLedger(transactions: readonly Transaction[], now: CalendarDate): LedgerParts {
  const expected = transactions.filter((transaction) => isExpected(transaction, now))
  if (expected.length === 0) return { expected, counted: transactions }
  return { expected: expected.toReversed(), counted: transactions.filter((transaction) => !isExpected(transaction, now)) }
}

/** The rows of the list: at most `most` expected transactions, then the others. */
export function ledgerItems({ expected, counted }: LedgerParts, most: number, byDay: boolean): LedgerItem[] {
  return [
    ...(expected.length > 0 ? [{ kind: 'expected-head', count: expected.length } as const] : []),
    ...expected.slice(0, most).map((transaction) => ({ kind: 'expected', transaction }) as const),
    ...(byDay ? dayItems(counted) : counted.map((transaction) => ({ kind: 'transaction', transaction }) as const)),
  ]
}

const ROW_HEIGHT = 51
const HEAD_ROWS = 1

/** The wide layout: one table row a transaction, with its actions. */
const LedgerTable = memo(function LedgerTable({ items, hasMore, onReadOn, isPrinting, scale, fold, ...actions }: LedgerProps) {
  const { ref, rows, isWhole, rowProps, spaceBefore, spaceAfter, lastIndex } = useVirtualRows<HTMLTableElement>({
    count: items.length,
    isPrinting,
    keyOf: (index) => keyOf(items[index]),
    heightOf: () => ROW_HEIGHT * scale,
  })
  useInfiniteScroll(lastIndex, items.length, onReadOn)
  const marks = useSyncMarks('transaction')
  const { hasSeveral } = useRowWallets()

  return (
    <table
      ref={ref}
      className={table.table}
      data-wallets={hasSeveral}
      aria-rowcount={hasMore ? -1 : isWhole ? undefined : items.length + HEAD_ROWS}
    >
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
            <tr key={key} {...rowProps(index)} aria-rowindex={isWhole ? undefined : index + 1 + HEAD_ROWS} className={table.expectedHead}>
              <td>
                <span>{EXPECTED_TITLE}</span>
                <FoldButton {...fold} count={item.count} />
              </td>
            </tr>
          ) : (
            <LedgerRow
              key={key}
              rowProps={rowProps}
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

interface LedgerRowProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete' | 'onTurn'> {
  transaction: Transaction
  /** The transaction has not been confirmed yet: its row is drawn lighter. */
  expected: boolean
  mark: SyncMarkKind | undefined
  /** Null where every row is rendered: the browser then counts the rows, and a new one leaves the others unchanged. */
  index: number | null
  rowProps: ReturnType<typeof useVirtualRows>['rowProps']
}

const LedgerRow = memo(function LedgerRow({
  transaction,
  expected,
  mark,
  index,
  rowProps,
  onEdit,
  onConfirm,
  onDelete,
  onTurn,
}: LedgerRowProps) {
  const { hasSeveral, sideOf } = useRowWallets()
  const { description, date, amount, type } = transaction
  const category = <Category transaction={transaction} mark={mark} />
  return (
    <tr
      {...(index !== null && { ...rowProps(index), 'aria-rowindex': index + 1 + HEAD_ROWS })}
      className={table.row}
      data-expected={expected}
    >
      <td className={table.description}>
        <span title={description}>
          <RowDescription transaction={transaction} />
          <RowWallet transaction={transaction} />
        </span>
        <small className={table.below}>{category}</small>
      </td>
      <td className={table.category}>{category}</td>
      <td className={table.date}>{formatDate(date)}</td>
      <td className={table.amount}>
        <Money
          centavos={amount}
          type={type}
          side={sideOf(transaction)}
          struck={stateOf(transaction) === 'not_received'}
          expected={expected}
        />
      </td>
      <td className={table.status}>
        <Status transaction={transaction} mark={mark} onConfirm={onConfirm} look="button" />
      </td>
      <td className={table.actions}>
        <div>
          {hasSeveral && (
            <IconButton
              size="sm"
              label={`${type === 'transfer' ? 'Não é uma transferência' : 'É uma transferência'}: ${description}`}
              icon={<IconArrowsRightLeft size={20} stroke={1.75} aria-hidden />}
              onClick={() => onTurn(transaction)}
            />
          )}
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

/** Shown when there are no transactions, or none that match the filters. */
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
          // Not the primary style: the bar of the app already has this action as one.
          <ButtonLink to={sheetAddress()} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
            Nova Transação
          </ButtonLink>
        )
      }
    />
  )
}

const SKELETON_ROWS = 8

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
