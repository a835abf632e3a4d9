import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill, Wallet } from '@prumo/shared/wallets'
import { useToday } from '../lib/use-today'
import { useAccount, useQueue } from './account'
import { applyToBills } from './optimistic-bills'
import { queryOptions } from './optimistic-query'
import { unappliedChanges } from './sync/optimistic'
import { useTransactions } from './transactions'
import { ALL_BILLS, billsQuery, useWallets } from './wallets'

/** A card with its bills, oldest first. */
export interface CardBills {
  card: Wallet
  bills: readonly Bill[]
}

/** A bill that is not paid yet. */
export interface DueBill {
  card: Wallet
  bill: Bill
  /** What no pending transfer to the card covers, in centavos. */
  left: number
}

/**
 * `GET /wallets/{id}/bills` of every card, with this device's commands applied. Those that are loading or failed are left out.
 */
export function useCardBills(): { cards: readonly CardBills[]; isPending: boolean } {
  const account = useAccount()
  const { wallets } = useWallets()
  const now = useToday()
  const queue = useQueue('transaction')
  const listed = useMemo(() => wallets.filter(({ kind, version }) => kind === 'card' && version > 0), [wallets])
  const { answers, isPending } = useQueries({
    queries: listed.map((card) => queryOptions(account, billsQuery(card.id, ALL_BILLS))),
    combine: (results) => ({ answers: results.map(({ data }) => data), isPending: results.some((each) => each.isPending) }),
  })
  const cards = useMemo(
    () =>
      listed.flatMap((card, index): CardBills[] => {
        const fresh = answers[index]
        return fresh ? [{ card, bills: applyToBills(fresh.data, card, unappliedChanges<Transaction>(queue, fresh), now) }] : []
      }),
    [listed, answers, queue, now],
  )
  return { cards, isPending }
}

const PENDING_TRANSFERS = { type: 'transfer', status: 'pending' } as const
const MOST_TRANSFERS = 490
const NONE: readonly Transaction[] = []

/** Pending transfers, which cover the bills of the cards that they go to. Empty without a card. */
export function usePendingTransfers(): readonly Transaction[] {
  const { wallets } = useWallets()
  const hasCards = wallets.some(({ kind }) => kind === 'card')
  return useTransactions(hasCards ? PENDING_TRANSFERS : null, MOST_TRANSFERS).data ?? NONE
}

/** The bills of all cards with something left to pay, by due day. */
export function useDueBills(): readonly DueBill[] {
  const { cards } = useCardBills()
  const transfers = usePendingTransfers()
  return useMemo(() => dueBillsOf(cards, transfers), [cards, transfers])
}

/** Pending transfers to a card cover its oldest bills first, each once. */
export function dueBillsOf(cards: readonly CardBills[], transfers: readonly Transaction[]): DueBill[] {
  const due = cards.flatMap(({ card, bills }) => {
    let cover = comingTo(card.id, transfers)
    return bills.map((bill): DueBill => {
      const left = Math.max(0, bill.remaining - cover)
      cover -= bill.remaining - left
      return { card, bill, left }
    })
  })
  return due.filter(({ left }) => left > 0).sort((one, other) => one.bill.dueOn.localeCompare(other.bill.dueOn))
}

/** What pending transfers bring to a card, in centavos. */
export function comingTo(cardId: string, transfers: readonly Transaction[]): number {
  return transfers.reduce((sum, { toWalletId, amount }) => (toWalletId === cardId ? sum + amount : sum), 0)
}

/** `Fatura Nubank` */
export function billName({ name }: Pick<Wallet, 'name'>): string {
  return `Fatura ${name}`
}
