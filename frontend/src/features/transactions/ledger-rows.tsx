import { memo, useMemo } from 'react'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Item } from '../../data/command'
import type { Mark } from '../../data/shown'
import { useMarks, useStatus } from '../../data/status'
import { centavosOf } from '../../lib/centavos'
import { formatDate, today } from '../../lib/dates'
import { IconButton } from '../../ui/icon-button'
import { Money } from '../../ui/money'
import { useReadOn, useRowsInView } from './use-rows-in-view'
import { DayHead, DayRow, waitingWords } from './day-row'
import { EXPECTED_NOTE, ExpectedLine } from './expected'
import type { LedgerItem } from './ledger-items'
import { Category, Status } from './status'
import days from './day-row.module.css'
import styles from './ledger-rows.module.css'

const ROW = 51
const HEAD_ROWS = 1

/** Where there is room: one line a transaction, its actions at hand. */
export const LedgerTable = memo(function LedgerTable({ items, hasMore, onReadOn, scale, fold, ...actions }: LedgerProps) {
  const { ref, rows, isWhole, placeOf, spaceBefore, spaceAfter, lastIndex } = useRowsInView<HTMLTableElement>({
    count: items.length,
    keyOf: (index) => keyOf(items[index]),
    heightOf: () => ROW * scale,
  })
  useReadOn(lastIndex, items.length, onReadOn)
  const marks = useMarks('transaction')

  return (
    <table ref={ref} className={styles.table} aria-rowcount={hasMore ? -1 : isWhole ? undefined : items.length + HEAD_ROWS}>
      <caption className="visually-hidden">Transações</caption>
      <thead>
        <tr aria-rowindex={isWhole ? undefined : 1}>
          <th scope="col">Descrição</th>
          <th scope="col" className={styles.category}>
            Categoria
          </th>
          <th scope="col" className={styles.date}>
            Data
          </th>
          <th scope="col" className={styles.amount}>
            Valor
          </th>
          <th scope="col" className={styles.status}>
            Status
          </th>
          <th scope="col" className={styles.actions}>
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
            <tr key={key} {...placeOf(index)} aria-rowindex={isWhole ? undefined : index + 1 + HEAD_ROWS} className={styles.expectedHead}>
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
  mark: Mark | undefined
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
      className={styles.row}
      data-expected={expected}
    >
      <td className={styles.description}>
        <span title={description}>{description}</span>
        <small>{category}</small>
      </td>
      <td className={styles.category}>{category}</td>
      <td className={styles.date}>{formatDate(date)}</td>
      <td className={styles.amount}>
        <Money centavos={centavosOf(amount)} type={type} struck={stateOf(transaction) === 'not_received'} expected={expected} />
      </td>
      <td className={styles.status}>
        <Status transaction={transaction} mark={mark} onConfirm={onConfirm} look="button" />
      </td>
      <td className={styles.actions}>
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

const EXPECTED_TITLE = `Previstas, ${EXPECTED_NOTE}`

/** Whether what is expected is folded to the next of it; it can be unfolded where there is more. */
interface Fold {
  isFolded: boolean
  canFold: boolean
  onFold: () => void
}

function FoldButton({ isFolded, canFold, onFold, count }: Fold & { count: number }) {
  return (
    canFold && (
      <button type="button" className={days.toggle} aria-expanded={!isFolded} onClick={onFold}>
        {isFolded ? `Ver as ${count}` : 'Recolher'}
      </button>
    )
  )
}

/** What both forms of the list are given. */
export interface LedgerProps {
  items: readonly LedgerItem[]
  hasMore: boolean
  onReadOn: () => void
  fold: Fold
  /** How much larger than usual the reader's text is. */
  scale: number
  onEdit: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
}

const DAY_ROW = 65
const DAY_HEAD = 34
const EXPECTED_LINE = 45

function heights(kind: LedgerItem['kind'] | undefined, { isFolded }: Fold): number {
  if (kind === 'day' || kind === 'expected-head') return DAY_HEAD
  return kind === 'expected' && isFolded ? EXPECTED_LINE : DAY_ROW
}

/** Where there is little room: transactions under their day; a tap opens one. */
export const LedgerDays = memo(function LedgerDays({ items, onReadOn, scale, fold, onEdit, onConfirm }: LedgerProps) {
  const { ref, rows, placeOf, spaceBefore, spaceAfter, lastIndex } = useRowsInView<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => keyOf(items[index]),
    heightOf: (index) => heights(items[index]?.kind, fold) * scale,
  })
  useReadOn(lastIndex, items.length, onReadOn)
  const marks = useMarks('transaction')
  const { isHeld, waiting: unsent } = useStatus()
  const waiting = useMemo(() => (isHeld ? waitingByDay(items, marks, unsent) : NOTHING_WAITS), [isHeld, items, marks, unsent])

  return (
    <ul ref={ref} className={days.list} style={{ paddingTop: spaceBefore, paddingBottom: spaceAfter }}>
      {rows.map(({ index, key }) => {
        const item = items[index]!
        const place = placeOf(index)
        if (item.kind === 'expected-head') {
          return (
            <li key={key} {...place} className={days.day}>
              {EXPECTED_TITLE}
              <FoldButton {...fold} count={item.count} />
            </li>
          )
        }
        if (item.kind === 'day') {
          return (
            <li key={key} {...place} className={days.day}>
              <DayHead date={item.date} waiting={waiting.get(item.date)} />
            </li>
          )
        }
        const expected = item.kind === 'expected'
        const row = { transaction: item.transaction, mark: marks.get(item.transaction.id), onOpen: onEdit }
        return expected && fold.isFolded ? (
          <li key={key} {...place}>
            <ExpectedLine {...row} />
          </li>
        ) : (
          <li key={key} {...place} className={days.row} data-expected={expected}>
            <DayRow {...row} expected={expected} onConfirm={onConfirm} />
          </li>
        )
      })}
    </ul>
  )
})

const NOTHING_WAITS: ReadonlyMap<string, string> = new Map()

/** How much of each day waits to be sent, in words; of today also where else. */
function waitingByDay(
  items: readonly LedgerItem[],
  marks: ReadonlyMap<string, Mark>,
  unsent: readonly Item[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>([[today(), 0]])
  for (const item of items) {
    if (item.kind !== 'transaction' || marks.get(item.transaction.id) !== 'waiting') continue
    const { date } = item.transaction
    counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  const elsewhere = unsent.map(({ command }) => command.entity)
  return new Map([...counts].map(([date, here]) => [date, waitingWords(here, date === today() ? elsewhere : [])]))
}

function keyOf(item: LedgerItem | undefined): string {
  if (!item || item.kind === 'expected-head') return 'expected'
  return item.kind === 'day' ? item.date : item.transaction.id
}
