import { useState, type KeyboardEvent } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { isCalendarDate } from '@prumo/shared/calendar'
import { NO_CATEGORY, transactionCategories, type FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useUsedCategories } from '../../data/used-categories'
import { formatDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import type { LedgerActions } from './ledger-days'
import { CategoryText } from './status'
import { isOneOfSeveral } from './recurring-transaction'
import { shortDay } from './short-day'
import styles from './in-place-cells.module.css'

type CellProps = Pick<LedgerActions, 'onEdit' | 'onRedate' | 'onFile'> & { transaction: Transaction }

/** The day of a row. A click turns it into a field; a transaction that repeats opens its form, which asks which ones are meant. */
export function DateCell({ transaction, onEdit, onRedate }: CellProps) {
  const { date, description } = transaction
  const [isEditing, setEditing] = useState(false)
  const [typed, setTyped] = useState(date)
  const now = useToday()

  function finish(isKept: boolean): void {
    setEditing(false)
    if (isKept && isCalendarDate(typed) && typed !== date) onRedate(transaction, typed)
  }

  if (isEditing) {
    return (
      <input
        type="date"
        className={styles.date}
        aria-label={`Data de ${description}`}
        // The person has just asked for it.
        ref={openWithFocus}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => finish(true)}
        onKeyDown={(event) => leaveByKey(event, finish)}
      />
    )
  }
  return (
    <button
      type="button"
      className={styles.text}
      aria-label={`Data de ${description}: ${formatDate(date)}. Mudar`}
      title={formatDate(date)}
      onClick={() => {
        if (isOneOfSeveral(transaction)) return onEdit(transaction)
        setTyped(date)
        setEditing(true)
      }}
    >
      {shortDay(date, now)}
    </button>
  )
}

/** The day of a row that cannot change. */
export function FixedDate({ transaction: { date } }: Pick<CellProps, 'transaction'>) {
  return (
    <span className={styles.fixed} title={formatDate(date)}>
      {shortDay(date, useToday())}
    </span>
  )
}

/** The category of a row that cannot change. */
export function FixedCategory({ transaction, mark }: Pick<CellProps, 'transaction'> & { mark: SyncMarkKind | undefined }) {
  const { type, category } = transaction
  return (
    <span className={styles.fixed} title={type === 'transfer' ? undefined : (category ?? NO_CATEGORY)}>
      <span>
        <CategoryText transaction={transaction} mark={mark} />
      </span>
    </span>
  )
}

/** The category of a row. A click turns it into a select; a transfer has none to choose. */
export function CategoryCell({ transaction, mark, onEdit, onFile }: CellProps & { mark: SyncMarkKind | undefined }) {
  const [isEditing, setEditing] = useState(false)
  const { type, category, description } = transaction
  const text = <CategoryText transaction={transaction} mark={mark} />
  if (type === 'transfer') return <FixedCategory transaction={transaction} mark={mark} />
  if (isEditing) {
    return (
      <CategorySelect
        type={type}
        description={description}
        category={category}
        onClose={() => setEditing(false)}
        onOther={() => onEdit(transaction)}
        onChoose={(chosen) => chosen !== category && onFile(transaction, chosen)}
      />
    )
  }
  return (
    <button
      type="button"
      className={styles.text}
      data-select
      aria-label={`Categoria de ${description}: ${category ?? NO_CATEGORY}. Mudar`}
      onClick={() => (isOneOfSeveral(transaction) ? onEdit(transaction) : setEditing(true))}
    >
      <span>{text}</span>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

interface CategorySelectProps {
  type: FlowType
  description: string
  category: string | null
  onChoose: (category: string | null) => void
  /** A name that is not in the list: the form has a field for it. */
  onOther: () => void
  onClose: () => void
}

/** Prefixes a category's name, which may be any text, to keep it apart from the fixed options. */
const NAMED = '='
const OTHER = 'outra'

function CategorySelect({ type, description, category, onChoose, onOther, onClose }: CategorySelectProps) {
  const used = useUsedCategories(type)
  const names = [...new Set<string>([...transactionCategories[type], ...used, ...(category ? [category] : [])])]

  function choose(value: string): void {
    onClose()
    if (value === OTHER) onOther()
    else onChoose(value.slice(NAMED.length) || null)
  }

  return (
    <select
      className={styles.select}
      aria-label={`Categoria de ${description}`}
      ref={openWithFocus}
      value={NAMED + (category ?? '')}
      onChange={(event) => choose(event.target.value)}
      onBlur={onClose}
      onKeyDown={(event) => leaveByKey(event, onClose)}
    >
      {names.map((name) => (
        <option key={name} value={NAMED + name}>
          {name}
        </option>
      ))}
      <option value={NAMED}>{NO_CATEGORY}</option>
      <option value={OTHER}>Outra…</option>
    </select>
  )
}

function openWithFocus(field: HTMLInputElement | HTMLSelectElement | null): void {
  if (!field || document.activeElement === field) return
  field.focus()
  try {
    field.showPicker?.()
  } catch {
    // Without a recent press the browser keeps it closed.
  }
}

function leaveByKey(event: KeyboardEvent, leave: (isKept: boolean) => void): void {
  if (event.key !== 'Escape' && event.key !== 'Enter') return
  event.stopPropagation()
  leave(event.key === 'Enter')
}
