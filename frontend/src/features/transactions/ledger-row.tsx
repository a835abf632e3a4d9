import { memo, useState, type MouseEvent } from 'react'
import { IconEye, IconNote, IconPencil, IconTrash } from '@tabler/icons-react'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useIsGuest } from '../../lib/session'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { PlainMoney } from '../../ui/money'
import { MenuButton } from '../../ui/overlay/menu-button'
import type { VirtualRowProps } from '../../ui/use-virtual-rows'
import { AttachmentMark } from './attachments/attachment-mark'
import { CategoryCell, DateCell, FixedCategory, FixedDate } from './in-place-cells'
import type { LedgerActions } from './ledger-days'
import { RowDescription, RowWallet, useRowWallets } from './row-wallets'
import { Category, Status } from './status'
import table from './ledger-table.module.css'

export const RowMenu = lazyPart(() => import('./row-menu'), { place: <MenuButton label="Ações" /> })

interface LedgerRowProps extends LedgerActions {
  transaction: Transaction
  /** The transaction has not been confirmed yet: its row is drawn lighter. */
  expected: boolean
  mark: SyncMarkKind | undefined
  isTicked: boolean
  /** It is settled in a closed month: it has no tick and no actions, and its cells are no fields. */
  isLocked: boolean
  onTick: (id: string, isRange?: boolean) => void
  /** Null where every row is rendered: the browser then counts the rows, and a new one leaves the others unchanged. */
  index: number | null
  rowIndex: number | undefined
  rowProps: (index: number) => VirtualRowProps
}

/** A transaction in the table. A click beside its controls opens it. */
export const LedgerRow = memo(function LedgerRow({
  transaction,
  expected,
  mark,
  isTicked,
  isLocked,
  onTick,
  index,
  rowIndex,
  rowProps,
  ...actions
}: LedgerRowProps) {
  const { id, description, note, statementText } = transaction
  const { onEdit, onConfirm, onDelete } = actions
  const [hasMenu, setMenu] = useState(false)
  const isGuest = useIsGuest()
  const { nameOf } = useRowWallets()
  const isFixed = isLocked || isGuest

  function open(event: MouseEvent<HTMLElement>): void {
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return
    // A selection of text is no click.
    if (window.getSelection()?.isCollapsed === false) return
    onEdit(transaction)
  }

  return (
    <tr
      {...(index !== null && { ...rowProps(index), 'aria-rowindex': rowIndex })}
      className={table.row}
      data-id={id}
      data-expected={expected}
      data-ticked={isTicked || undefined}
      onClick={open}
    >
      <td className={table.tick}>
        {isGuest ? (
          <ViewButton label={`Ver ${description}`} onClick={() => onEdit(transaction)} />
        ) : (
          !isLocked && (
            <input
              type="checkbox"
              aria-label={`Marcar ${description}`}
              checked={isTicked}
              onChange={({ nativeEvent }) => onTick(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
            />
          )
        )}
      </td>
      <td className={table.date}>
        {isFixed ? <FixedDate transaction={transaction} /> : <DateCell transaction={transaction} {...actions} />}
      </td>
      <td className={table.description}>
        <span title={description}>
          <RowDescription transaction={transaction} />
          <RowWallet transaction={transaction} />
        </span>
        {statementText && statementText !== description && (
          <small className={table.statement} title={statementText}>
            {statementText}
          </small>
        )}
        <small className={table.below}>
          <Category transaction={transaction} mark={mark} wallet={nameOf(transaction)} />
        </small>
      </td>
      <td className={table.category}>
        {isFixed ? (
          <FixedCategory transaction={transaction} mark={mark} />
        ) : (
          <CategoryCell transaction={transaction} mark={mark} {...actions} />
        )}
      </td>
      <td className={table.marks}>
        {note && (
          <>
            <IconNote size={16} stroke={1.75} aria-hidden />
            <span className="visually-hidden">com observação</span>
          </>
        )}
        <AttachmentMark transaction={transaction} />
      </td>
      <AmountCells transaction={transaction} expected={expected} />
      <td className={table.status}>
        <Status transaction={transaction} mark={mark} onConfirm={isGuest ? null : onConfirm} look="text" />
      </td>
      {!isGuest && (
        <td className={table.actions}>
          {isLocked ? (
            <ViewButton label={`Abrir ${description}, de um mês fechado`} onClick={() => onEdit(transaction)} />
          ) : (
            <div className={table.buttons}>
              <IconButton
                size="sm"
                label={`Editar ${description}`}
                icon={<IconPencil size={18} stroke={1.75} aria-hidden />}
                onClick={() => onEdit(transaction)}
              />
              <IconButton
                size="sm"
                label={`Excluir ${description}`}
                icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
                onClick={() => onDelete(transaction)}
              />
              {hasMenu ? (
                <RowMenu transaction={transaction} {...actions} />
              ) : (
                <MenuButton label={`Mais ações de ${description}`} aria-haspopup="menu" onClick={() => setMenu(true)} />
              )}
            </div>
          )}
        </td>
      )}
    </tr>
  )
})

const CONTROLS = 'a, button, input, select, label, [role="menu"]'

/** Opens a row that is only read. */
function ViewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div className={table.buttons}>
      <IconButton size="sm" label={label} icon={<IconEye size={18} stroke={1.75} aria-hidden />} onClick={onClick} />
    </div>
  )
}

/** The amount on its side of the line; of a transfer among all wallets across it. */
function AmountCells({ transaction, expected }: { transaction: Transaction; expected: boolean }) {
  const side = useRowWallets().sideOf(transaction)
  const { amount, type } = transaction
  const money = (
    <PlainMoney centavos={amount} type={type} side={side} struck={stateOf(transaction) === 'not_received'} expected={expected} />
  )
  if (type === 'transfer' && side === null) {
    return (
      <td colSpan={2} className={table.across}>
        {money}
      </td>
    )
  }
  const isOut = type === 'expense' || side === 'out'
  return (
    <>
      <td className={table.out}>{isOut && money}</td>
      <td className={table.in}>{!isOut && money}</td>
    </>
  )
}
