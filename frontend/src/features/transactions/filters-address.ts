import { isCalendarDate, isCalendarMonth, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { MAX_CATEGORY, MAX_FILTERED_CATEGORIES, MAX_TITLE } from '@prumo/shared/limits'
import { listedCategories, transactionCategories, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import { cutText, normaliseText } from '@prumo/shared/text-form'
import type { TransactionListFilter } from '../../data/api-requests'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

/** The filters of the list. They live in the URL, so that they survive a reload, navigation and sharing. */
export interface TransactionFilters {
  search: string
  type: TransactionType | null
  month: CalendarMonth | null
  /** Names, an empty one for transactions without a category; none for any category. */
  categories: readonly string[]
  from: CalendarDate | null
  to: CalendarDate | null
  status: TransactionState | null
  /** The ids of wallets; empty for all. */
  wallets: readonly string[]
  /** With a receipt, or settled expenses that lack one. */
  attachments: 'none' | 'some' | null
}

export const noFilters: TransactionFilters = {
  search: '',
  type: null,
  month: null,
  categories: [],
  from: null,
  to: null,
  status: null,
  wallets: [],
  attachments: null,
}

export type ChangeTransactionFilters = (changes: Partial<TransactionFilters>, how?: { replace: boolean }) => void

/** The properties of the filter bar and the filter sheet. */
export interface FilterBarProps {
  filters: TransactionFilters
  onChange: ChangeTransactionFilters
  /** The number of matching transactions in words; null while unknown. */
  count: string | null
  /** Opens the export of the matching transactions. */
  onExport: () => void
}

/** The categories of the type (of both without one) and the user's own, with chosen ones first that are none of them. */
export function offeredCategories({ type, categories }: TransactionFilters, named: readonly string[]): string[] {
  const offered = new Set<string>([...offeredOf(type), ...named])
  return [...categories.filter((name) => name !== '' && !offered.has(name)), ...offered]
}

function offeredOf(type: TransactionType | null): readonly string[] {
  if (type === 'transfer') return []
  return type ? transactionCategories[type] : listedCategories
}

const typeParams = { income: 'receitas', expense: 'despesas', transfer: 'transferencias' } as const satisfies Record<
  TransactionType,
  string
>
const statusParams = { settled: 'realizadas', pending: 'confirmar', not_received: 'nao-recebidas' } as const satisfies Record<
  TransactionState,
  string
>

const attachmentParams = { none: 'sem', some: 'com' } as const satisfies Record<NonNullable<TransactionFilters['attachments']>, string>

/** The choices of receipts in words. */
export const attachmentNames = { none: 'Sem comprovante', some: 'Com comprovante' } as const

const CATEGORY_PARAM = 'categoria'
const WALLET_PARAM = 'conta'
/** The most that the API accepts. */
const MOST_WALLETS = 50
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function walletsIn(address: URLSearchParams): string[] {
  return [...new Set(address.getAll(WALLET_PARAM).filter((id) => ID.test(id)))].slice(0, MOST_WALLETS)
}

function categoriesIn(address: URLSearchParams): string[] {
  const names = address.getAll(CATEGORY_PARAM).map((name) => cutText(normaliseText(name), MAX_CATEGORY))
  return [...new Set(names)].slice(0, MAX_FILTERED_CATEGORIES)
}

/** Parses filters from a URL. Ignores invalid values. */
export function filtersOf(address: URLSearchParams): TransactionFilters {
  return {
    search: cutText(normaliseText(address.get('q') ?? ''), MAX_TITLE),
    type: keyOf(typeParams, address.get('tipo')),
    month: validOrNull(address.get('mes'), isCalendarMonth),
    categories: categoriesIn(address),
    from: validOrNull(address.get('de'), isCalendarDate),
    to: validOrNull(address.get('ate'), isCalendarDate),
    status: keyOf(statusParams, address.get('status')),
    wallets: walletsIn(address),
    attachments: keyOf(attachmentParams, address.get('comprovante')),
  }
}

/** Writes the filters into a copy of `present`, keeping its other parameters. */
export function addressOf(filters: TransactionFilters, present = new URLSearchParams()): URLSearchParams {
  const address = new URLSearchParams(present)
  const values: Record<string, string | null> = {
    q: filters.search || null,
    tipo: filters.type && typeParams[filters.type],
    mes: filters.month,
    de: filters.from,
    ate: filters.to,
    status: filters.status && statusParams[filters.status],
    comprovante: filters.attachments && attachmentParams[filters.attachments],
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) address.delete(name)
    else address.set(name, value)
  }
  address.delete(CATEGORY_PARAM)
  for (const name of filters.categories) address.append(CATEGORY_PARAM, name)
  address.delete(WALLET_PARAM)
  for (const id of filters.wallets) address.append(WALLET_PARAM, id)
  return address
}

/** A link to the transactions behind a total. */
export function rowsAddress(filters: Partial<TransactionFilters>): string {
  const address = addressOf({ ...noFilters, ...filters }).toString()
  return `${TRANSACTIONS_SCREEN}${address && `?${address}`}`
}

export function isFiltered(filters: TransactionFilters): boolean {
  const { wallets, categories, ...others } = filters
  return (
    wallets.length + categories.length > 0 ||
    (Object.keys(others) as (keyof typeof others)[]).some((name) => filters[name] !== noFilters[name])
  )
}

export function queryOf(filters: TransactionFilters): TransactionListFilter {
  return {
    ...(filters.search && { search: filters.search }),
    ...(filters.type && { type: filters.type }),
    ...(filters.month && { month: filters.month }),
    ...(filters.categories.length > 0 && { category: filters.categories }),
    ...(filters.from && { from: filters.from }),
    ...(filters.to && { to: filters.to }),
    ...(filters.status && { status: filters.status }),
    ...(filters.wallets.length > 0 && { walletId: filters.wallets }),
    ...(filters.attachments && { attachments: filters.attachments }),
  }
}

function keyOf<K extends string>(words: Record<K, string>, word: string | null): K | null {
  return (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null
}

function validOrNull(text: string | null, rule: (text: string) => boolean): string | null {
  return text !== null && rule(text) ? text : null
}
