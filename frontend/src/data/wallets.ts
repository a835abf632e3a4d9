import { useCallback, useMemo } from 'react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill, BillList, Wallet, WalletList } from '@prumo/shared/wallets'
import { useToday } from '../lib/use-today'
import { useQueue } from './account'
import { WALLETS_KEY, walletsRequest } from './api-requests'
import { applyToBills } from './optimistic-bills'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { optimisticWallets } from './optimistic-wallets'
import { mapAnswer, unappliedChanges, type PositionedAnswer } from './sync/optimistic'

/** Transactions, imports, recurrences and stated balances change what is in a wallet. */
const ofAllMovements = { isOfAll: true, alsoApplied: ['transaction', 'balance', 'import'] } as const

/** `GET /wallets`: all wallets with today's balances, in one list for every screen. */
export const walletsQuery: QueryDefinition<WalletList> = {
  key: WALLETS_KEY,
  fetch: (account, signal) => account.read<WalletList>(...walletsRequest, signal),
  isPersisted: true,
  meta: ofAllMovements,
}

export interface Wallets extends QueryResult<WalletList> {
  /** In their order, archived ones last; empty until they are known. */
  wallets: readonly Wallet[]
  /** Those that can be chosen: not archived. */
  open: readonly Wallet[]
  /** Null until the wallets are known. */
  main: Wallet | null
  /** Whether there is a second wallet, also an archived one. Otherwise no screen shows a choice or a name of wallets. */
  hasSeveral: boolean
  /** A name for every id, also for one that is not known. */
  walletName: (id: string) => string
}

/** The wallets in their order with today's balances, and this device's commands applied. */
export function useWallets(): Wallets {
  const now = useToday()
  const transactions = useQueue('transaction')
  const balances = useQueue('balance')
  const imports = useQueue('import')
  const shown = useCallback(
    (fresh: PositionedAnswer<WalletList>, queue: Parameters<typeof optimisticWallets>[1]['wallets']) =>
      optimisticWallets(fresh, { wallets: queue, transactions, balances, imports }, now),
    [transactions, balances, imports, now],
  )
  const result = useOptimisticQuery(walletsQuery, shown)
  const wallets = result.data?.wallets ?? NO_WALLETS
  const choices = useMemo(() => choicesOf(wallets), [wallets])
  return { ...result, ...choices, walletName: useWalletName(wallets) }
}

const NO_WALLETS: readonly Wallet[] = []

function choicesOf(wallets: readonly Wallet[]): Pick<Wallets, 'wallets' | 'open' | 'main' | 'hasSeveral'> {
  return {
    wallets,
    open: wallets.filter(({ archived }) => !archived),
    main: wallets.find(({ isMain }) => isMain) ?? null,
    hasSeveral: wallets.length > 1,
  }
}

/** The same function while no name changes, so that a changed balance renders no row that only shows names. */
function useWalletName(wallets: readonly Wallet[]): (id: string) => string {
  const names = JSON.stringify(wallets.map(({ id, name }) => [id, name]))
  return useMemo(() => {
    const byId = new Map(JSON.parse(names) as [string, string][])
    return (id) => byId.get(id) ?? UNKNOWN_NAME
  }, [names])
}

/** A wallet of another device whose name has not arrived. */
const UNKNOWN_NAME = 'Outra conta'

/** Months of the due day, both inclusive; all bills without them. */
export interface BillRange {
  from?: CalendarMonth
  to?: CalendarMonth
}

/**
 * `GET /wallets/{id}/bills`: the bills of a card, oldest first, with this device's commands on transactions applied.
 * @param card null to skip the read
 * @param range memoized
 */
export function useBills(card: Wallet | null, range: BillRange = ALL_BILLS): QueryResult<readonly Bill[]> {
  const now = useToday()
  const queue = useQueue('transaction')
  const id = card?.id ?? ''
  const read = useMemo(() => billsQuery(id, range), [id, range])
  const shown = useCallback(
    (fresh: PositionedAnswer<readonly Bill[]>) =>
      card ? applyToBills(fresh.data, card, unappliedChanges<Transaction>(queue, fresh), now) : fresh.data,
    [card, queue, now],
  )
  return useOptimisticQuery(read, shown, card !== null)
}

export const ALL_BILLS: BillRange = {}

export function billsQuery(id: string, { from, to }: BillRange): QueryDefinition<readonly Bill[]> {
  return {
    key: ['wallet', 'bills', id, from ?? null, to ?? null],
    fetch: async (account, signal) => {
      const answer = await account.read<BillList>(`/wallets/${encodeURIComponent(id)}/bills`, { from, to }, signal)
      return mapAnswer(answer, ({ bills }) => bills)
    },
    isPersisted: true,
    meta: ofAllMovements,
  }
}
