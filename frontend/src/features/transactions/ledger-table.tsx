import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { isLocked, useClosedMonths } from '../../data/closed-months'
import { useSyncMarks } from '../../data/sync-status'
import { useIsGuest } from '../../lib/session'
import { usePrefetch } from '../../ui/lazy-part'
import { useInfiniteScroll, useVirtualRows } from '../../ui/use-virtual-rows'
import { useToday } from '../../lib/use-today'
import { FoldButton, keyOf, type LedgerProps } from './ledger-days'
import { LedgerRow, RowMenu } from './ledger-row'
import { expectedTitle } from './register'
import { SelectionHint } from './selection/selection-hint'
import { PlainMoney } from '../../ui/money'
import table from './ledger-table.module.css'

const ROW_HEIGHT = 40
const HEAD_HEIGHT = 32
const HEAD_ROWS = 1
/** Before the actions, which a guest's table does not have. */
const COLUMNS = ['tick', 'date', 'description', 'category', 'marks', 'out', 'in', 'status'] as const

/**
 * The wide layout: one table row a transaction, with a tick, cells that are edited in place, and its actions. For a guest, who only
 * reads, the column of the ticks has the buttons that open a row.
 */
export const LedgerTable = memo(function LedgerTable(props: LedgerProps) {
  const { items, hasMore, onReadOn, isPrinting, scale, fold, sums, selection, total, ...actions } = props
  const { ref, rows, isWhole, rowProps, spaceBefore, spaceAfter, lastIndex, scrollTo } = useVirtualRows<HTMLTableElement>({
    count: items.length,
    isPrinting,
    keyOf: (index) => keyOf(items[index]),
    heightOf: (index) => (items[index]?.kind.endsWith('-head') ? HEAD_HEIGHT : ROW_HEIGHT) * scale,
  })
  useInfiniteScroll(lastIndex, items.length, onReadOn)
  usePrefetch(RowMenu)
  const marks = useSyncMarks('transaction')
  const now = useToday()
  const closed = useClosedMonths()
  const { ids, cursor } = selection
  const isSelecting = ids.size > 0
  const isGuest = useIsGuest()
  const lastColumns = isGuest ? 1 : 2
  useFocusAtCursor(ref, cursor, (id) => {
    const index = items.findIndex((item) => keyOf(item) === id)
    if (index !== -1) scrollTo(index)
  })
  const rowIndex = (index: number) => (isWhole ? undefined : index + 1 + HEAD_ROWS)

  return (
    <table
      ref={ref}
      className={table.table}
      data-selecting={isSelecting}
      data-guest={isGuest}
      aria-rowcount={hasMore ? -1 : isWhole ? undefined : items.length + HEAD_ROWS}
    >
      <caption className="visually-hidden">Transações</caption>
      <colgroup>
        {COLUMNS.map((name) => (
          <col key={name} className={table[name]} />
        ))}
        {!isGuest && <col className={table.actions} />}
      </colgroup>
      <thead>
        <tr aria-rowindex={isWhole ? undefined : 1}>
          <th scope="col" className={table.tick}>
            <span className="visually-hidden">{isGuest ? 'Ver' : 'Marcar'}</span>
          </th>
          <th scope="col" className={table.date}>
            {isSelecting ? (
              <div className={table.hint}>
                <SelectionHint total={total} onTickAll={selection.tickAll} />
              </div>
            ) : (
              'Data'
            )}
          </th>
          <th scope="col" className={table.description}>
            <span className={isSelecting ? 'visually-hidden' : undefined}>Descrição</span>
          </th>
          <th scope="col" className={table.category}>
            <span className={isSelecting ? 'visually-hidden' : undefined}>Categoria</span>
          </th>
          <th scope="col" className={table.marks}>
            <span className="visually-hidden">Observação e comprovante</span>
          </th>
          <th scope="colgroup" colSpan={2} className={table.amounts} aria-label="Valor">
            <span>
              <small aria-hidden="true">Despesas</small>
              <b>Valor</b>
              <small aria-hidden="true">Receitas</small>
            </span>
          </th>
          <th scope="col" className={table.status}>
            Status
          </th>
          {!isGuest && (
            <th scope="col" className={table.actions}>
              Ações
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {spaceBefore > 0 && <tr aria-hidden="true" style={{ height: spaceBefore }} />}
        {rows.map(({ index, key }) => {
          const item = items[index]!
          if (item.kind === 'day') return null
          if (item.kind === 'expected-head') {
            return (
              <tr key={key} {...rowProps(index)} aria-rowindex={rowIndex(index)} className={table.head}>
                <td colSpan={3}>
                  <b>{sums ? expectedTitle(sums, now) : 'A confirmar'}</b>, fora do saldo
                  <FoldButton {...fold} count={item.count} />
                </td>
                <Blank column={table.category} />
                <Blank column={table.marks} />
                <td className={table.out}>{sums && sums.expense > 0 && <PlainMoney centavos={sums.expense} type="expense" />}</td>
                <td className={table.in}>{sums && sums.income > 0 && <PlainMoney centavos={sums.income} type="income" />}</td>
                <Blank span={lastColumns} />
              </tr>
            )
          }
          if (item.kind === 'later-head') {
            return (
              <tr key={key} {...rowProps(index)} aria-rowindex={rowIndex(index)} className={table.head}>
                <td colSpan={3}>
                  <b>Mais adiante</b>, fora das somas
                </td>
                <Blank column={table.category} />
                <Blank column={table.marks} />
                <Blank column={table.out} />
                <Blank column={table.in} />
                <Blank span={lastColumns} />
              </tr>
            )
          }
          const { transaction } = item
          return (
            <LedgerRow
              key={key}
              rowProps={rowProps}
              index={isWhole ? null : index}
              rowIndex={rowIndex(index)}
              transaction={transaction}
              expected={item.kind === 'expected'}
              mark={marks.get(transaction.id)}
              isTicked={ids.has(transaction.id)}
              isLocked={isLocked(transaction, closed)}
              onTick={selection.tick}
              {...actions}
            />
          )
        })}
        {spaceAfter > 0 && <tr aria-hidden="true" style={{ height: spaceAfter }} />}
        <tr className={table.rest} aria-hidden="true">
          <Blank span={3} />
          <Blank column={table.category} />
          <Blank column={table.marks} />
          <Blank column={table.out} />
          <Blank column={table.in} />
          <Blank span={lastColumns} />
        </tr>
      </tbody>
    </table>
  )
})

/** A cell without content. */
function Blank({ column, span = 1 }: { column?: string | undefined; span?: number }) {
  return (
    <td className={column} colSpan={span}>
      {'\u00a0'}
    </td>
  )
}

/** Moves the focus to the tick of the row that the keys are on, so that it is read aloud and in view. */
function useFocusAtCursor(list: { current: HTMLElement | null }, cursor: string | null, scrollTo: (id: string) => void): void {
  const scroll = useRef(scrollTo)
  useLayoutEffect(() => {
    scroll.current = scrollTo
  })
  useEffect(() => {
    if (cursor === null) return
    const focus = (): boolean => {
      const tick = list.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(cursor)}"] input[type="checkbox"]`)
      tick?.focus({ preventScroll: true })
      tick?.closest('tr')?.scrollIntoView({ block: 'nearest' })
      return tick != null
    }
    if (focus()) return
    // Not rendered yet: scroll there first.
    scroll.current(cursor)
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [list, cursor])
}
