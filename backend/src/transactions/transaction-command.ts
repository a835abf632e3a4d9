import { isListedCategory } from '@prumo/shared/category-spelling'
import type { OnWire } from '@prumo/shared/money-fields'
import type { TransactionAnswer, TransactionChanges, UsedCategories } from '@prumo/shared/transactions'
import { dependsOn, ExecuteCommand, type CommandContext, type PartOutcome } from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { namedWallets, walletParts } from '../wallets/wallet-command.js'
import { CountAttachments } from './attachment-counts.projection.js'
import { ListCategories } from './category-totals.projection.js'
import { toTransaction, transactionDecider, type TransactionCommand, type TransactionEntityState } from './transaction.decider.js'
import type { TransactionEvent } from './transaction.events.js'

/** A command that a person gives on a transaction by what they typed. */
type TypedCommand = Extract<TransactionCommand, { type: 'RecordTransaction' | 'CorrectTransaction' }>

/** What the command names of other things: categories in use give it their spelling, wallets must be usable. */
type NamedThings = Pick<TransactionChanges, 'category' | 'type' | 'walletId' | 'toWalletId'>

/** What a typed command depends on in the read models. */
interface TypedFacts {
  used: OnWire<UsedCategories>['categories'] | undefined
  attachmentCount: number
}

class FindTypedFacts extends AccountQuery<TypedFacts> {
  constructor(
    readonly accountId: string,
    readonly entityId: string,
    readonly needs: { used: boolean; attachments: boolean },
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<TypedFacts> {
    const { accountId, entityId, needs } = this
    const used = needs.used ? (await new ListCategories(accountId).answer(database)).categories : undefined
    const counts = needs.attachments ? await new CountAttachments(accountId, [entityId]).answer(database) : null
    return { used, attachmentCount: counts?.get(entityId) ?? 0 }
  }
}

/**
 * The command with what it depends on: the categories in use if their spelling matters, the wallets if it names any, and the receipts of
 * one that exists, which its reply counts.
 */
export function typedCommand(
  context: CommandContext,
  entityId: string,
  command: TypedCommand,
  { category, type, walletId, toWalletId }: NamedThings,
): ExecuteCommand<OnWire<TransactionAnswer>> {
  const { accountId } = context
  const needs = {
    used: !!category && !isListedCategory(category, type === 'transfer' ? undefined : type),
    attachments: command.type === 'CorrectTransaction',
  }
  let attachmentCount = 0
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
    ...((needs.used || needs.attachments) && {
      dependsOn: dependsOn<TypedFacts, TransactionCommand>(new FindTypedFacts(accountId, entityId, needs), (facts) => {
        attachmentCount = facts.attachmentCount
        return content({ ...command, ...(facts.used && { used: facts.used }) })
      }),
    }),
    reply: (state) => ({ transaction: toTransaction(state, attachmentCount) }),
  })
}
