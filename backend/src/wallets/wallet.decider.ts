import { MAX_WALLETS } from '@prumo/shared/limits'
import { Rejected } from '@prumo/shared/rejections'
import { searchable } from '@prumo/shared/search'
import { MAIN_WALLET, walletTexts } from '@prumo/shared/wallet-rules'
import type { NewWallet, WalletChanges } from '@prumo/shared/wallets'
import { evolveEntity, refuseBeyondQuota, refuseUsedId, type Decider, type EntityState } from '../event-store/decider/decider.js'
import { hasSameDetails, NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import { initialWalletId } from './initial-wallet.js'
import type { WalletDetails, WalletEvent } from './wallet.events.js'

/** What the rules of a wallet ask about the others and about what is in it. */
export interface WalletSurroundings {
  /** The names of the other wallets. */
  otherNames: readonly string[]
  /** The highest place among the wallets. */
  lastOrder: number
  /** How many wallets the account has, archived ones included. */
  count: number
  /** Whether the account had it from the beginning: it then exists without an event. */
  isInitial: boolean
  isMain: boolean
  /** Whether a transaction, recurrence, import or stated balance ever was in it. */
  wasUsed: boolean
  /** Whether it has pending transactions or recurrences that go on. */
  hasPending: boolean
}

export type WalletCommand =
  | { type: 'OpenWallet'; details: Omit<NewWallet, 'id'>; around: WalletSurroundings }
  | { type: 'ChangeWallet'; changes: Omit<WalletChanges, 'isMain'>; around: WalletSurroundings }
  | { type: 'ArchiveWallet'; around: WalletSurroundings }
  | { type: 'UnarchiveWallet'; around: WalletSurroundings }
  | { type: 'DeleteWallet'; around: WalletSurroundings }
  | { type: 'AttachStatementAccount'; account: string; isInitial: boolean }
  /** For an account whose statement was imported into another wallet. */
  | { type: 'DetachStatementAccount'; account: string; isInitial: boolean }
  | { type: 'BringWallet'; details: WalletDetails; createdAt: string }
  /** Reads the wallet for a command on a transaction; records nothing. */
  | { type: 'ReadWallet' }
  | (Undo<WalletEvent> & { around?: WalletSurroundings })

export type WalletState = EntityState<WalletDetails>

const quota = { max: MAX_WALLETS, text: walletTexts.tooMany }

/** The main wallet before its first change. */
export const initialMainWallet: WalletDetails = {
  ...MAIN_WALLET,
  closingDay: null,
  dueDay: null,
  order: 0,
  isArchived: false,
  statementAccounts: [],
}

export const walletDecider: Decider<WalletCommand, WalletState, WalletEvent> = {
  entity: 'wallet',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: ({ accountId, entityId }) => entityId === initialWalletId(accountId),

  decide(command, state) {
    switch (command.type) {
      case 'OpenWallet': {
        const { details, around } = command
        refuseUsedId(state)
        refuseBeyondQuota(quota, around.count)
        refuseTakenName(details.name, around)
        return [
          { type: 'WalletOpened', data: { after: { ...details, order: around.lastOrder + 1, isArchived: false, statementAccounts: [] } } },
        ]
      }
      case 'ChangeWallet': {
        const before = detailsOf(state, command.around)
        const { changes, around } = command
        const after: WalletDetails = {
          ...before,
          name: changes.name ?? before.name,
          order: changes.order ?? before.order,
          closingDay: changes.closingDay ?? before.closingDay,
          dueDay: changes.dueDay ?? before.dueDay,
        }
        if (before.kind !== 'card') refuseCardDays(changes)
        if (after.name !== before.name) refuseTakenName(after.name, around)
        return hasSameDetails(before, after) ? [] : [{ type: 'WalletChanged', data: { before, after } }]
      }
      case 'ArchiveWallet': {
        const before = detailsOf(state, command.around)
        if (command.around.isMain) throw new Rejected('CONFLICT', walletTexts.mainStays)
        if (before.isArchived) return []
        if (command.around.hasPending) throw new Rejected('CONFLICT', walletTexts.hasPending)
        return [{ type: 'WalletArchived', data: { before, after: { ...before, isArchived: true } } }]
      }
      case 'UnarchiveWallet': {
        const before = detailsOf(state, command.around)
        return before.isArchived ? [{ type: 'WalletUnarchived', data: { before, after: { ...before, isArchived: false } } }] : []
      }
      case 'DeleteWallet': {
        const before = detailsOf(state, command.around)
        if (command.around.isMain) throw new Rejected('CONFLICT', walletTexts.mainStays)
        if (command.around.wasUsed || command.around.isInitial) throw new Rejected('CONFLICT', walletTexts.hasMovements)
        return [{ type: 'WalletDeleted', data: { before } }]
      }
      case 'AttachStatementAccount': {
        const before = detailsOf(state, command)
        if (before.statementAccounts.includes(command.account)) return []
        const statementAccounts = [...before.statementAccounts, command.account].slice(-MAX_STATEMENT_ACCOUNTS)
        return [{ type: 'WalletChanged', data: { before, after: { ...before, statementAccounts } } }]
      }
      case 'DetachStatementAccount': {
        const before = detailsOf(state, command)
        const statementAccounts = before.statementAccounts.filter((account) => account !== command.account)
        if (statementAccounts.length === before.statementAccounts.length) return []
        return [{ type: 'WalletChanged', data: { before, after: { ...before, statementAccounts } } }]
      }
      case 'BringWallet':
        refuseUsedId(state)
        return [{ type: 'WalletRestored', data: { after: command.details, createdAt: command.createdAt } }]
      case 'ReadWallet':
        return []
      case 'Undo':
        return undo(command, state)
    }
  },

  evolve: evolveEntity,
}

/** More accounts of statements than a bank gives new numbers to one person. */
const MAX_STATEMENT_ACCOUNTS = 100

function undo(command: Extract<WalletCommand, { type: 'Undo' }>, state: WalletState): WalletEvent[] {
  const { around } = command
  return undoEntityEvent<WalletDetails, WalletEvent>(state, command, {
    quota,
    deleted: (before) => {
      if (around?.isMain || around?.wasUsed) throw new NotUndoable('changed')
      return { type: 'WalletDeleted', data: { before } }
    },
    restored: (after, createdAt) => {
      refuseTakenName(after.name, around)
      return { type: 'WalletRestored', data: { after, createdAt } }
    },
    changed: (before, after) => {
      if (after.isArchived && !before.isArchived && (around?.isMain || around?.hasPending)) throw new NotUndoable('changed')
      if (after.name !== before.name) refuseTakenName(after.name, around)
      return { type: 'WalletChanged', data: { before, after } }
    },
  })
}

/** The wallet's details. Throws NOT_FOUND for an unknown or a deleted one. */
function detailsOf(state: WalletState, { isInitial }: Pick<WalletSurroundings, 'isInitial'>): WalletDetails {
  if (state.status === 'none' && isInitial) return initialMainWallet
  if (state.status !== 'alive') throw new Rejected('NOT_FOUND')
  return state.details
}

function refuseTakenName(name: string, around?: Pick<WalletSurroundings, 'otherNames'>): void {
  const wanted = searchable(name)
  if (around?.otherNames.some((other) => searchable(other) === wanted))
    throw new Rejected('CONFLICT', walletTexts.nameTaken, { name: [walletTexts.nameTaken] })
}

function refuseCardDays({ closingDay, dueDay }: WalletChanges): void {
  for (const [field, day] of Object.entries({ closingDay, dueDay }))
    if (day !== undefined) throw new Rejected('VALIDATION', walletTexts.daysOnlyOnCard, { [field]: [walletTexts.daysOnlyOnCard] })
}
