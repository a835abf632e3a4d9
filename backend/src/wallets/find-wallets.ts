import type { CalendarDate } from '@prumo/shared/calendar'
import { netOf } from '@prumo/shared/transaction-sums'
import { balanceOn, type WalletKind } from '@prumo/shared/wallet-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { nextDue, type RecurrencePlan } from '@prumo/shared/recurrence-rules'
import { Rejected } from '@prumo/shared/rejections'
import type { Wallet, WalletList } from '@prumo/shared/wallets'
import { statedBalances, statedOfRows } from '../balance/stated-balances.projection.js'
import type { Projection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import type { NamedWallets } from '../transactions/transaction-places.js'
import { sumsOfRow, transactionTotals } from '../transactions/transaction-totals.projection.js'
import { initialWalletId } from './initial-wallet.js'
import { mainWallet, walletList } from './wallet-list.projection.js'
import { initialMainWallet, type WalletSurroundings } from './wallet.decider.js'

/** A wallet with its balance of a day; amounts in centavos. */
export interface WalletAtDay {
  id: string
  name: string
  kind: WalletKind
  closingDay: number | null
  dueDay: number | null
  isMain: boolean
  isArchived: boolean
  order: number
  amount: number
  /** The day of the balance that it goes back to; null without a stated one. */
  statedOn: CalendarDate | null
  statementAccounts: string[]
  createdAt: string
  updatedAt: string
  version: number
}

// The main wallet has no row before its first change; it is as old as the account.
const WALLETS = {
  name: 'find-wallets',
  text: `
    with opened as (
      select coalesce((select created_at from account_profile where account_id = $1), 'epoch') as at
    ), known as (
      select id, name, kind, closing_day, due_day, place, is_archived, statement_accounts,
        case when id = $2::uuid then (select at from opened) else created_at end as created_at, updated_at, version
      from wallet_list where account_id = $1
      union all
      select $2::uuid, $4::text, $5::text, null, null, 0, false, '[]', at, at, 0 from opened
      where not exists (select 1 from wallet_list where account_id = $1 and id = $2::uuid)
    ), stated as (
      select distinct on (wallet_id) wallet_id, date, amount from stated_balances
      where account_id = $1 and date <= $3::date and amount is not null order by wallet_id, date desc
    ), since as (
      select t.wallet_id, sum(t.income - t.expense + t.transfer_in - t.transfer_out)::bigint as net
      from transaction_totals t left join stated s using (wallet_id)
      where t.account_id = $1 and t.day <= $3::date and (s.date is null or t.day > s.date) group by t.wallet_id
    )
    select k.id, k.name, k.kind, k.closing_day as "closingDay", k.due_day as "dueDay", k.place as "order", k.is_archived as "isArchived",
      k.id = coalesce((select wallet_id from main_wallet where account_id = $1), $2::uuid) as "isMain",
      coalesce(s.amount, 0) + coalesce(n.net, 0) as amount, s.date as "statedOn", k.statement_accounts as accounts,
      ${isoText('k.created_at')} as "createdAt", ${isoText('k.updated_at')} as "updatedAt", k.version
    from known k left join stated s on s.wallet_id = k.id left join since n on n.wallet_id = k.id
    order by k.is_archived, k.place, k.created_at, k.id`,
}

/** The wallets of an account in their order, archived ones last, with their balances at the end of a day. */
export async function readWallets(database: RowReader, accountId: string, day: CalendarDate): Promise<WalletAtDay[]> {
  const { name, kind } = initialMainWallet
  const given = [accountId, initialWalletId(accountId), day, name, kind]
  const rows = await database.rows<Omit<WalletAtDay, 'statementAccounts'> & { accounts: string }>(WALLETS, given)
  return rows.map(({ accounts, ...row }) => ({ ...row, statementAccounts: JSON.parse(accounts) as string[] }))
}

/** The rows of a replay by the names of their tables. */
export type RowsOfTables = ReadonlyMap<string, readonly ProjectionRow[]>

/** The same from the rows of a replay. @param opened when the account was opened, ISO 8601 UTC */
export function walletsOfRows(accountId: string, tables: RowsOfTables, day: CalendarDate, opened: string): WalletAtDay[] {
  const initial = initialWalletId(accountId)
  const rowsOf = ({ table }: Projection) => tables.get(table.name) ?? []
  const main = rowsOf(mainWallet)[0]?.wallet_id ?? initial
  const stated = statedOfRows(rowsOf(statedBalances))
  const days = rowsOf(transactionTotals).map(sumsOfRow)
  const known = rowsOf(walletList).map((row): Omit<WalletAtDay, 'amount' | 'statedOn' | 'isMain'> => ({
    id: String(row.id),
    name: String(row.name),
    kind: row.kind as WalletKind,
    closingDay: row.closing_day as number | null,
    dueDay: row.due_day as number | null,
    order: Number(row.place),
    isArchived: row.is_archived === true,
    statementAccounts: JSON.parse(String(row.statement_accounts)) as string[],
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    version: Number(row.version),
  }))
  const first = { ...initialMainWallet, id: initial, createdAt: opened, updatedAt: opened, version: 0 }
  const all = known.some(({ id }) => id === initial) ? known : [first, ...known]
  const placed = all.map((wallet): WalletAtDay => {
    const own = days.filter(({ walletId }) => walletId === wallet.id).map((sums) => ({ date: sums.date, net: netOf(sums) }))
    const statements = stated.filter(({ walletId }) => walletId === wallet.id)
    const { amount, statedOn } = balanceOn(day, statements, own)
    return { ...wallet, isMain: wallet.id === main, amount, statedOn }
  })
  const place = ({ isArchived, order, createdAt, id }: WalletAtDay) =>
    `${isArchived ? 1 : 0} ${String(order).padStart(6, '0')} ${createdAt} ${id}`
  return placed.sort((one, other) => (place(one) < place(other) ? -1 : 1))
}

const NAMED = {
  name: 'named-wallets',
  text: `
    select (select wallet_id from main_wallet where account_id = $1) as main,
      (select json_object_agg(id, not is_archived) from wallet_list where account_id = $1) as usable`,
}

/** The wallets that a command may name. */
export async function readNamedWallets(database: RowReader, accountId: string): Promise<NamedWallets> {
  const [row] = await database.rows<{ main: string | null; usable: Record<string, boolean> | null }>(NAMED, [accountId])
  const initial = initialWalletId(accountId)
  // The wallet that is there from the beginning has no row before its first change.
  const isUsable = new Map([[initial, true], ...Object.entries(row?.usable ?? {})])
  return { initial, main: row?.main ?? initial, isUsable }
}

/** What banks and cash that are not archived hold, in centavos. */
export function onHandOf(wallets: readonly WalletAtDay[]): number {
  return wallets.reduce((sum, { kind, isArchived, amount }) => (kind === 'card' || isArchived ? sum : sum + amount), 0)
}

/** The wallets in the shape of the API, with today's balances. */
export class ListWallets extends AccountQuery<OnWire<WalletList>> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<WalletList>> {
    const { accountId, today } = this
    const wallets = await readWallets(database, accountId, today)
    return {
      wallets: wallets.map((wallet) => toWallet(wallet, accountId, today)),
      onHand: { amount: centavosToReais(onHandOf(wallets)), date: today },
    }
  }
}

/** One wallet in the shape of the API. Throws NOT_FOUND. */
export class FindWallet extends AccountQuery<OnWire<Wallet>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Wallet>> {
    const { accountId, id, today } = this
    const found = (await readWallets(database, accountId, today)).find((wallet) => wallet.id === id)
    if (!found) throw new Rejected('NOT_FOUND')
    return toWallet(found, accountId, today)
  }
}

/** The id of the main wallet. */
export class FindMainWallet extends AccountQuery<string> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<string> {
    const [row] = await database.rows<{ id: string | null }>(MAIN, [this.accountId])
    return row?.id ?? initialWalletId(this.accountId)
  }
}

const MAIN = { name: 'find-main-wallet', text: 'select wallet_id as id from main_wallet where account_id = $1' }

/** A wallet in the shape of the API, in reais. */
export function toWallet(wallet: WalletAtDay, accountId: string, today: CalendarDate): OnWire<Wallet> {
  const { amount, isArchived, ...rest } = wallet
  return {
    ...rest,
    userId: accountId,
    archived: isArchived,
    balance: { amount: centavosToReais(amount), date: today, source: wallet.statedOn === null ? 'sums' : 'stated' },
  }
}

/** The wallets, and what the rules of one of them ask about its surroundings. */
export interface WalletFacts {
  wallets: WalletAtDay[]
  around: WalletSurroundings
}

/** What a wallet is used for, and the plans of all recurrences as JSON. */
interface WalletUse extends Pick<WalletSurroundings, 'wasUsed' | 'hasPending'> {
  recurrences: string[] | null
}

/** Reads what a command on a wallet depends on. */
export class FindWalletFacts extends AccountQuery<WalletFacts> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<WalletFacts> {
    const { accountId, id } = this
    const today = database.clock.today()
    const wallets = await readWallets(database, accountId, today)
    const [use] = await database.rows<WalletUse>(USE, [accountId, id])
    const plans = await mapYielding(use?.recurrences ?? [], (details) => JSON.parse(details) as RecurrencePlan)
    const stored = id === initialWalletId(accountId) ? null : id
    const own = plans.filter(({ terms }) => terms.some(({ walletId }) => walletId === stored))
    const isRunning = own.some((plan) => plan.terms.at(-1)?.walletId === stored && nextDue(plan, today) !== null)
    const others = wallets.filter((wallet) => wallet.id !== id)
    const around: WalletSurroundings = {
      otherNames: others.map(({ name }) => name),
      lastOrder: Math.max(...wallets.map(({ order }) => order)),
      count: wallets.length,
      isInitial: id === initialWalletId(accountId),
      isMain: wallets.some((wallet) => wallet.id === id && wallet.isMain),
      wasUsed: use?.wasUsed === true || own.length > 0,
      hasPending: use?.hasPending === true || isRunning,
    }
    return { wallets, around }
  }
}

/** A wallet, and what came after a day up to today, in centavos. */
export interface StatedFacts {
  wallet: WalletAtDay | null
  since: number
}

/** Reads what stating a balance depends on. */
export class FindStatedFacts extends AccountQuery<StatedFacts> {
  constructor(
    readonly accountId: string,
    readonly id: string,
    readonly today: CalendarDate,
    readonly day: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<StatedFacts> {
    const { accountId, id, today, day } = this
    const wallets = await readWallets(database, accountId, today)
    const [sum] = await database.rows<{ since: number }>(SINCE, [accountId, id, day, today])
    return { wallet: wallets.find((wallet) => wallet.id === id) ?? null, since: sum?.since ?? 0 }
  }
}

const SINCE = {
  name: 'net-since',
  text: `
    select coalesce(sum(income - expense + transfer_in - transfer_out), 0)::bigint as since from transaction_totals
    where account_id = $1 and wallet_id = $2 and day > $3::date and day <= $4::date`,
}

// A day that ever had something keeps its row of totals.
const USE = {
  name: 'use-of-wallet',
  text: `
    select exists (select 1 from transaction_totals where account_id = $1 and wallet_id = $2)
        or exists (select 1 from stated_balances where account_id = $1 and wallet_id = $2) as "wasUsed",
      exists (select 1 from transaction_totals where account_id = $1 and wallet_id = $2
        and pending_income + pending_expense + pending_transfer_in + pending_transfer_out > 0) as "hasPending",
      (select json_agg(details) from recurrence_list where account_id = $1 and not withdrawn) as recurrences`,
}
