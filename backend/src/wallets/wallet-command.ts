import type { CalendarDate } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import type { WalletAnswer, WalletChanges } from '@prumo/shared/wallets'
import {
  createPart,
  dependsOn,
  ExecuteCommand,
  type CommandContext,
  type CommandPart,
  type PartOutcome,
} from '../event-store/decider/command.js'
import { balanceDecider, type BalanceCommand, type BalanceState } from '../balance/balance.decider.js'
import type { BalanceDetails, BalanceEvent } from '../balance/balance.events.js'
import { FindStatedFacts, FindWalletFacts, toWallet, type StatedFacts, type WalletAtDay, type WalletFacts } from './find-wallets.js'
import type { NamedWallets } from '../transactions/transaction-places.js'
import { initialWalletId } from './initial-wallet.js'
import { mainWalletDecider, type MainWalletCommand, type MainWalletState } from './main-wallet.decider.js'
import { initialMainWallet, walletDecider, type WalletCommand, type WalletState, type WalletSurroundings } from './wallet.decider.js'
import type { MainWalletEvent, WalletEvent } from './wallet.events.js'

/** A command on a wallet; its reply has the wallet with its balance, whatever the command changed. */
export function walletCommand(
  context: CommandContext,
  id: string,
  today: CalendarDate,
  commandOf: (around: WalletSurroundings) => WalletCommand,
  partsOf: (wallets: readonly WalletAtDay[]) => CommandPart[] = () => [],
): ExecuteCommand<OnWire<WalletAnswer>> {
  let wallets: readonly WalletAtDay[] = []
  const none = commandOf(NO_SURROUNDINGS)
  return ExecuteCommand.of<WalletCommand, WalletState, WalletEvent, OnWire<WalletAnswer>>(context, {
    decider: walletDecider,
    entityId: id,
    command: none,
    dependsOn: dependsOn<WalletFacts, WalletCommand>(new FindWalletFacts(context.accountId, id), (facts) => {
      wallets = facts.wallets
      return { command: commandOf(facts.around), parts: partsOf(wallets) }
    }),
    reply: (state, _recorded, parts) => {
      const after = afterCommand(state, id, wallets)
      return { wallet: toWallet({ ...after, isMain: after.isMain || parts.length > 0 }, context.accountId, today) }
    },
  })
}

/** The wallet after a command: its details from the log, what is in it as before. */
function afterCommand(state: WalletState, id: string, wallets: readonly WalletAtDay[]): WalletAtDay {
  const before = wallets.find((wallet) => wallet.id === id)
  if (state.status === 'none') return before as WalletAtDay
  const { details, createdAt, updatedAt, version } = state
  const opened = { id, isMain: false, amount: 0, statedOn: null, createdAt }
  return { ...opened, ...before, ...details, updatedAt, version }
}

const NO_SURROUNDINGS: WalletSurroundings = {
  otherNames: [],
  lastOrder: 0,
  count: 0,
  isInitial: false,
  isMain: false,
  wasUsed: false,
  hasPending: false,
}

/** Deletes a wallet that nothing ever was in. Throws CONFLICT for the main one and for one that was used. */
export function deleteWallet(context: CommandContext, id: string): ExecuteCommand<null> {
  const command = { type: 'DeleteWallet', around: NO_SURROUNDINGS } as const
  return ExecuteCommand.of<WalletCommand, WalletState, WalletEvent, null>(context, {
    decider: walletDecider,
    entityId: id,
    command,
    dependsOn: dependsOn<WalletFacts, WalletCommand>(new FindWalletFacts(context.accountId, id), ({ around }) => ({
      command: { ...command, around },
    })),
    reply: () => null,
  })
}

/** Makes a wallet the main one. Throws NOT_FOUND for an unknown one, CONFLICT for a card or an archived one. */
function chooseMainWallet(context: CommandContext, id: string, today: CalendarDate): ExecuteCommand<OnWire<WalletAnswer>> {
  const { expectedVersion: _ofTheWallet, ...rest } = context
  const { accountId } = context
  const command = chooseMain(accountId, id, null)
  let chosen: WalletAtDay | null = null
  return ExecuteCommand.of<MainWalletCommand, MainWalletState, MainWalletEvent, OnWire<WalletAnswer>>(rest, {
    decider: mainWalletDecider,
    entityId: accountId,
    command,
    dependsOn: dependsOn<WalletFacts, MainWalletCommand>(new FindWalletFacts(accountId, id), ({ wallets }) => {
      chosen = wallets.find((wallet) => wallet.id === id) ?? null
      return { command: chooseMain(accountId, id, chosen) }
    }),
    reply: () => ({ wallet: toWallet({ ...(chosen as unknown as WalletAtDay), isMain: true }, accountId, today) }),
  })
}

function chooseMain(accountId: string, id: string, wallet: WalletAtDay | null): MainWalletCommand {
  return { type: 'ChooseMainWallet', walletId: id === initialWalletId(accountId) ? null : id, wallet }
}

/**
 * Changes a wallet's details, and makes it the main one if asked. Throws NOT_FOUND for an unknown one, CONFLICT for a taken name, or
 * if a card or an archived one shall be the main one.
 */
export function changeWallet(
  context: CommandContext,
  id: string,
  today: CalendarDate,
  { isMain, ...changes }: WalletChanges,
): ExecuteCommand<OnWire<WalletAnswer>> {
  if (isMain && Object.keys(changes).length === 0) return chooseMainWallet(context, id, today)
  const { accountId } = context
  const commandOf = (around: WalletSurroundings): WalletCommand => ({ type: 'ChangeWallet', changes, around })
  return walletCommand(context, id, today, commandOf, (wallets) => {
    const chosen = wallets.find((wallet) => wallet.id === id) ?? null
    return isMain ? [createPart(mainWalletDecider, accountId, chooseMain(accountId, id, chosen))] : []
  })
}

/** States a wallet's balance of a day. Throws NOT_FOUND for an unknown wallet, VALIDATION for a day in the future. */
export function stateWalletBalance(
  context: CommandContext,
  id: string,
  today: CalendarDate,
  details: BalanceDetails,
): ExecuteCommand<OnWire<WalletAnswer>> {
  const { accountId } = context
  const command = { type: 'StateBalance', details, today } as const
  let after: WalletAtDay | undefined
  return ExecuteCommand.of<BalanceCommand, BalanceState, BalanceEvent, OnWire<WalletAnswer>>(context, {
    decider: balanceDecider,
    entityId: id,
    command,
    dependsOn: dependsOn<StatedFacts, BalanceCommand>(new FindStatedFacts(accountId, id, today, details.date), ({ wallet, since }) => {
      if (!wallet) throw new Rejected('NOT_FOUND')
      // A later balance stays the one that counts.
      const isLatest = wallet.statedOn === null || wallet.statedOn <= details.date
      after = isLatest ? { ...wallet, amount: details.amount + since, statedOn: details.date } : wallet
      return { command }
    }),
    reply: () => ({ wallet: toWallet(after as WalletAtDay, accountId, today) }),
  })
}

/** Parts that read the main wallet and the named ones, for `namedWallets`; they record nothing. */
export function walletParts(accountId: string, ids: readonly (string | undefined)[]): CommandPart[] {
  const named = [...new Set(ids.filter((id) => id !== undefined))].map((id) => createPart(walletDecider, id, { type: 'ReadWallet' }))
  return [createPart(mainWalletDecider, accountId, { type: 'ReadMainWallet' }), ...named]
}

/** What the parts of `walletParts` read. */
export function namedWallets(accountId: string, parts: readonly PartOutcome[]): NamedWallets {
  const initial = initialWalletId(accountId)
  const isUsable = new Map<string, boolean>()
  let main = initial
  for (const { entity, entityId, state } of parts) {
    if (entity === mainWalletDecider.entity) main = (state as MainWalletState).walletId ?? initial
    if (entity !== walletDecider.entity) continue
    const wallet = state as WalletState
    const details = wallet.status === 'none' && entityId === initial ? initialMainWallet : wallet.status === 'alive' ? wallet.details : null
    if (details) isUsable.set(entityId, !details.isArchived)
  }
  return { initial, main, isUsable }
}
