import { Rejected } from '@prumo/shared/rejections'
import { transactionTexts, type TransactionType } from '@prumo/shared/transaction-rules'
import type { TransactionChanges } from '@prumo/shared/transactions'
import { walletTexts } from '@prumo/shared/wallet-rules'
import type { TransactionDetails } from './transaction.events.js'

/** The wallets that a command on a transaction names, as of the head that it is decided on. */
export interface NamedWallets {
  /** The wallet that the account had from the beginning, which is stored as null. */
  initial: string
  main: string
  /** Of each named wallet whether it may be used; one that is missing is unknown. */
  isUsable: ReadonlyMap<string, boolean>
}

/** Where the money of a new transaction is, as its command says. */
export interface SentPlaces {
  walletId?: string | undefined
  toWalletId?: string | undefined
  toDate?: string | undefined
}

/** The wallets of a new transaction: the main one unless it names another. Throws VALIDATION for one that may not be used. */
export function placesAtFirst(
  { walletId, toWalletId, toDate }: SentPlaces,
  { type, date }: { type: TransactionType; date: string },
  wallets: NamedWallets,
): Pick<TransactionDetails, 'walletId' | 'to'> {
  const from = walletId ?? wallets.main
  if (walletId !== undefined) requireUsable('walletId', walletId, wallets)
  const places = { walletId: stored(from, wallets), to: null }
  if (type !== 'transfer') return places
  if (toWalletId === undefined) refuse('toWalletId', walletTexts.destinationMissing)
  if (toWalletId === from) refuse('toWalletId', walletTexts.sameWallet)
  requireUsable('toWalletId', toWalletId, wallets)
  return { ...places, to: { walletId: stored(toWalletId, wallets), date: toDate ?? date, ...NO_LINE } }
}

type Placed = Pick<TransactionDetails, 'type' | 'date' | 'walletId' | 'to' | 'importId' | 'importKey'>
type NamedPlaces = TransactionChanges & { from: string | null | undefined; destination: string | null | undefined }

/**
 * Type, wallets and days after a correction, and which side has the statement line. Throws VALIDATION for wallets that may not be
 * used, or that a change from or to a transfer does not name.
 */
export function placesAfter(before: TransactionDetails, changes: TransactionChanges, wallets: NamedWallets | undefined): Placed {
  const named = {
    ...changes,
    from: changed('walletId', before, changes, wallets),
    destination: changed('toWalletId', before, changes, wallets),
  }
  const type = changes.type ?? before.type
  if (type === 'transfer') return { type, ...(before.to ? movedTransfer(before, before.to, named) : becomesTransfer(before, named)) }
  if (changes.toWalletId !== undefined) refuse('toWalletId', walletTexts.onlyTransfer)
  if (changes.toDate !== undefined) refuse('toDate', walletTexts.onlyTransfer)
  const { from } = named
  const date = changes.transactionDate ?? before.date
  const { importId, importKey, to } = before
  if (!to) return { type, date, walletId: from === undefined ? before.walletId : from, to, importId, importKey }
  if (from === undefined) refuse('walletId', walletTexts.unknown)
  // The side of the wallet that it stays in keeps its day and its line.
  if (from !== to.walletId) return { type, date, walletId: from, to: null, importId, importKey }
  const own = { importId: to.importId, importKey: to.importKey }
  return { type, date: changes.transactionDate ?? to.date, walletId: from, to: null, ...own }
}

/** A transfer between other wallets, or on other days. */
function movedTransfer(before: TransactionDetails, to: NonNullable<TransactionDetails['to']>, named: NamedPlaces): Omit<Placed, 'type'> {
  const { importId, importKey } = before
  const from = named.from === undefined ? before.walletId : named.from
  const destination = named.destination === undefined ? to.walletId : named.destination
  if (from === destination) refuse('toWalletId', walletTexts.sameWallet)
  const date = named.transactionDate ?? before.date
  const toDate = named.toDate ?? (to.date === before.date ? date : to.date)
  return { date, walletId: from, to: { ...to, walletId: destination, date: toDate }, importId, importKey }
}

/** An income or expense that is found to be a transfer: its line stays with the side of its wallet. */
function becomesTransfer(before: TransactionDetails, { from, destination, ...changes }: NamedPlaces): Omit<Placed, 'type'> {
  if (from === undefined) refuse('walletId', walletTexts.unknown)
  if (destination === undefined) refuse('toWalletId', walletTexts.destinationMissing)
  if (from === destination) refuse('toWalletId', walletTexts.sameWallet)
  const date = changes.transactionDate ?? before.date
  const line = { importId: before.importId, importKey: before.importKey }
  const hasArrived = destination === before.walletId
  const to = { walletId: destination, date: changes.toDate ?? date, ...(hasArrived ? line : NO_LINE) }
  return { date, walletId: from, to, ...(hasArrived ? NO_LINE : line) }
}

/** A named wallet as it is stored; the main one without a name. Throws VALIDATION for one that may not be used. */
export function usableWallet(id: string | undefined, wallets: NamedWallets): string | null {
  if (id !== undefined) requireUsable('walletId', id, wallets)
  return stored(id ?? wallets.main, wallets)
}

/** The wallet that a change names, as it is stored; undefined if it names none. */
function changed(
  field: 'walletId' | 'toWalletId',
  before: TransactionDetails,
  changes: TransactionChanges,
  wallets: NamedWallets | undefined,
): string | null | undefined {
  const id = changes[field]
  if (id === undefined || !wallets) return undefined
  const named = stored(id, wallets)
  const isPresent = named === before.walletId || (before.to !== null && named === before.to.walletId)
  if (!isPresent) requireUsable(field, id, wallets)
  return named
}

function stored(id: string, { initial }: NamedWallets): string | null {
  return id === initial ? null : id
}

const NO_LINE = { importId: null, importKey: null }

function requireUsable(field: string, id: string, wallets: NamedWallets): void {
  const isUsable = wallets.isUsable.get(id)
  if (isUsable === undefined) refuse(field, walletTexts.unknown)
  if (!isUsable) refuse(field, walletTexts.archived)
}

function refuse(field: string, reason: string): never {
  throw new Rejected('VALIDATION', transactionTexts.invalid, { [field]: [reason] })
}
