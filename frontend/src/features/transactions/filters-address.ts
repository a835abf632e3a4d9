import { isCalendarDate, isCalendarMonth, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { MAX_CATEGORY, MAX_TITLE } from '@prumo/shared/limits'
import { listedCategories, transactionCategories, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import { cutText, normaliseText } from '@prumo/shared/text-form'
import type { TransactionListFilter } from '../../data/api-requests'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

/** What the list is narrowed to. It lives in the address, so that it survives reload, back and sharing. */
export interface TransactionFilters {
  search: string
  type: TransactionType | null
  month: CalendarMonth | null
  /** Empty for those without one. */
  category: string | null
  from: CalendarDate | null
  to: CalendarDate | null
  status: TransactionState | null
}

export const noFilters: TransactionFilters = { search: '', type: null, month: null, category: null, from: null, to: null, status: null }

export type ChangeTransactionFilters = (changes: Partial<TransactionFilters>, how?: { replace: boolean }) => void

/** What the bar of the filters and their sheet are given. */
export interface FilterBarProps {
  filters: TransactionFilters
  onChange: ChangeTransactionFilters
  /** How many there are, in words; null while nobody knows. */
  count: string | null
  /** Has the person take along what the filters show. */
  onExport: () => void
}

/** Those of the type, or of both; those that the person named; and the one that is chosen, if it is none of them. */
export function offeredCategories({ type, category }: TransactionFilters, named: readonly string[]): string[] {
  const offered = [...new Set<string>([...(type ? transactionCategories[type] : listedCategories), ...named])]
  return category && !offered.includes(category) ? [category, ...offered] : offered
}

const typeParams = { income: 'receitas', expense: 'despesas' } as const satisfies Record<TransactionType, string>
const statusParams = { settled: 'realizadas', pending: 'confirmar', not_received: 'nao-recebidas' } as const satisfies Record<
  TransactionState,
  string
>

/** What an address says; what it says wrongly is left out. */
export function filtersOf(address: URLSearchParams): TransactionFilters {
  return {
    search: cutText(normaliseText(address.get('q') ?? ''), MAX_TITLE),
    type: keyOf(typeParams, address.get('tipo')),
    month: validOrNull(address.get('mes'), isCalendarMonth),
    category: address.has('categoria') ? cutText(normaliseText(address.get('categoria') ?? ''), MAX_CATEGORY) : null,
    from: validOrNull(address.get('de'), isCalendarDate),
    to: validOrNull(address.get('ate'), isCalendarDate),
    status: keyOf(statusParams, address.get('status')),
  }
}

/** The address that says it, with whatever else the present one holds. */
export function addressOf(filters: TransactionFilters, present = new URLSearchParams()): URLSearchParams {
  const address = new URLSearchParams(present)
  const values: Record<string, string | null> = {
    q: filters.search || null,
    tipo: filters.type && typeParams[filters.type],
    mes: filters.month,
    categoria: filters.category,
    de: filters.from,
    ate: filters.to,
    status: filters.status && statusParams[filters.status],
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) address.delete(name)
    else address.set(name, value)
  }
  return address
}

/** A link to the rows behind a number. */
export function rowsAddress(filters: Partial<TransactionFilters>): string {
  const address = addressOf({ ...noFilters, ...filters }).toString()
  return `${TRANSACTIONS_SCREEN}${address && `?${address}`}`
}

export function isFiltered(filters: TransactionFilters): boolean {
  return (Object.keys(noFilters) as (keyof TransactionFilters)[]).some((name) => filters[name] !== noFilters[name])
}

export function queryOf(filters: TransactionFilters): TransactionListFilter {
  return {
    ...(filters.search && { search: filters.search }),
    ...(filters.type && { type: filters.type }),
    ...(filters.month && { month: filters.month }),
    ...(filters.category !== null && { category: filters.category }),
    ...(filters.from && { from: filters.from }),
    ...(filters.to && { to: filters.to }),
    ...(filters.status && { status: filters.status }),
  }
}

function keyOf<K extends string>(words: Record<K, string>, word: string | null): K | null {
  return (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null
}

function validOrNull(text: string | null, rule: (text: string) => boolean): string | null {
  return text !== null && rule(text) ? text : null
}
