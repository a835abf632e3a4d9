import type { BatchAnswer, BatchChange, TransactionBatch } from '@prumo/shared/batches'
import { isListedCategory, type CategoryCount } from '@prumo/shared/category-spelling'
import type { OnWire } from '@prumo/shared/money-fields'
import { v7 as newId } from 'uuid'
import { dependsOn, ExecuteCommand, type CommandContext, type PartOutcome } from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { ListCategories } from '../transactions/category-totals.projection.js'
import type { NamedWallets } from '../transactions/transaction-places.js'
import { toTransaction, type TransactionEntityState } from '../transactions/transaction.decider.js'
import { readNamedWallets } from '../wallets/find-wallets.js'
import { batchDecider, type BatchCommand, type BatchState } from './batch.decider.js'
import type { BatchDetails, BatchEvent } from './batch.events.js'
import { changePart, deletionPart } from './transaction-parts.js'

/** What a change of many transactions depends on. */
interface BatchFacts {
  wallets: NamedWallets
  used: readonly CategoryCount[]
}

class FindBatchFacts extends AccountQuery<BatchFacts> {
  constructor(
    readonly accountId: string,
    readonly change: BatchChange,
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<BatchFacts> {
    const { accountId, change } = this
    const needsUsed = !!change.category && !isListedCategory(change.category)
    const used = needsUsed ? (await new ListCategories(accountId).answer(database)).categories : []
    return { wallets: await readNamedWallets(database, accountId), used }
  }
}

/** The command that changes or deletes several transactions, all of them or none. */
export function batchCommand(context: CommandContext, { ids, change, versions }: TransactionBatch): ExecuteCommand<OnWire<BatchAnswer>> {
  const finalise = (parts: readonly PartOutcome[]): BatchCommand => ({
    type: 'ChangeTransactions',
    change: change ? storedChange(change) : null,
    renamed: null,
    outcome: outcomeOf(parts, versions),
  })
  const { accountId } = context
  return ExecuteCommand.of<BatchCommand, BatchState, BatchEvent, OnWire<BatchAnswer>>(context, {
    decider: batchDecider,
    entityId: newId(),
    command: finalise([]),
    finalise,
    ...(change
      ? {
          dependsOn: dependsOn<BatchFacts, BatchCommand>(new FindBatchFacts(accountId, change), (facts) => ({
            parts: ids.map((id) => changePart(id, { change, ...facts })),
            finalise,
          })),
        }
      : { parts: ids.map(deletionPart) }),
    reply: (_state, _recorded, parts) => toBatchAnswer(parts),
    fieldsOf: (refused) => ({ ids: [...refused] }),
    isLarge: true,
  })
}

function outcomeOf(parts: readonly PartOutcome[], versions: TransactionBatch['versions']) {
  const states = parts.map(({ entityId: id, state }) => ({ id, state: state as TransactionEntityState }))
  const isOutdated = (id: string, { version }: { version: number }) => versions[id] !== undefined && versions[id] !== version
  return {
    count: parts.filter(({ events }) => events.length > 0).length,
    missing: states.filter(({ state }) => state.status !== 'alive').map(({ id }) => id),
    outdated: states.filter(({ id, state }) => state.status === 'alive' && isOutdated(id, state)).map(({ id }) => id),
    types: new Set(states.flatMap(({ state }) => (state.status === 'alive' ? state.details.type : []))),
  }
}

/** The change in the shape of events: only the fields that it names. */
function storedChange({ transactionDate: date, ...rest }: BatchChange): NonNullable<BatchDetails['change']> {
  return Object.fromEntries(Object.entries({ ...rest, date }).filter(([, value]) => value !== undefined))
}

function toBatchAnswer(parts: readonly PartOutcome[]): OnWire<BatchAnswer> {
  const answer: OnWire<BatchAnswer> = { changed: [], deleted: [], unchanged: [] }
  for (const { entityId: id, events, state } of parts) {
    const transaction = state as TransactionEntityState
    if (events.length === 0) answer.unchanged.push(id)
    else if (transaction.status === 'deleted') answer.deleted.push(id)
    else answer.changed.push(toTransaction(transaction))
  }
  return answer
}
