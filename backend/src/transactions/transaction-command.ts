import { isListedCategory } from '@prumo/shared/category-spelling'
import type { OnWire } from '@prumo/shared/money-fields'
import type { TransactionAnswer, TransactionChanges, UsedCategories } from '@prumo/shared/transactions'
import { dependsOn, ExecuteCommand, type CommandContext, type PartOutcome } from '../event-store/decider/command.js'
import { namedWallets, walletParts } from '../wallets/wallet-command.js'
import { ListCategories } from './category-totals.projection.js'
import { toTransaction, transactionDecider, type TransactionCommand, type TransactionEntityState } from './transaction.decider.js'
import type { TransactionEvent } from './transaction.events.js'

/** A command that a person gives on a transaction by what they typed. */
type TypedCommand = Extract<TransactionCommand, { type: 'RecordTransaction' | 'CorrectTransaction' }>

/** What the command names of other things: categories in use give it their spelling, wallets must be usable. */
type NamedThings = Pick<TransactionChanges, 'category' | 'type' | 'walletId' | 'toWalletId'>

/** The command with what it depends on: the categories in use if their spelling matters, and the wallets if it names any. */
export function typedCommand(
  context: CommandContext,
  entityId: string,
  command: TypedCommand,
  { category, type, walletId, toWalletId }: NamedThings,
): ExecuteCommand<OnWire<TransactionAnswer>> {
  const { accountId } = context
  const needsUsed = !!category && !isListedCategory(category, type === 'transfer' ? undefined : type)
  // A new transaction without a wallet is in the main one, which may have been replaced.
  const needsWallets = command.type === 'RecordTransaction' || walletId !== undefined || toWalletId !== undefined
  const parts = needsWallets ? walletParts(accountId, [walletId, toWalletId]) : null
  const content = (decided: TypedCommand) => ({
    command: decided,
    ...(parts && {
      parts,
      finalise: (outcomes: readonly PartOutcome[]) => ({ ...decided, wallets: namedWallets(accountId, outcomes) }),
    }),
  })
  return ExecuteCommand.of<TransactionCommand, TransactionEntityState, TransactionEvent, OnWire<TransactionAnswer>>(context, {
    decider: transactionDecider,
    entityId,
    ...content(command),
    ...(needsUsed && {
      dependsOn: dependsOn<OnWire<UsedCategories>, TransactionCommand>(new ListCategories(accountId), ({ categories: used }) =>
        content({ ...command, used }),
      ),
    }),
    reply: (state) => ({ transaction: toTransaction(state) }),
  })
}
