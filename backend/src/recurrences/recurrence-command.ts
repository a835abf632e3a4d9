import { isListedCategory } from '@prumo/shared/category-spelling'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { reaisToCentavos } from '@prumo/shared/money'
import { expectedOf, isAsPlanned, occurrenceChanges, occurrencesOf as occurrencesOfPlan } from '@prumo/shared/recurrence-rules'
import type { RecurrenceAnswer } from '@prumo/shared/recurrences'
import { Rejected } from '@prumo/shared/rejections'
import { v5 as namedId } from 'uuid'
import {
  dependsOn,
  ExecuteCommand,
  createPart,
  type CommandContext,
  type CommandPart,
  type PartOutcome,
} from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { Transaction, UsedCategories } from '@prumo/shared/transactions'
import { ListCategories } from '../transactions/category-totals.projection.js'
import { transactionsOfRecurrence } from '../transactions/transaction-list.projection.js'
import { toTransaction, transactionDecider, type TransactionEntityState } from '../transactions/transaction.decider.js'
import type { NamedWallets } from '../transactions/transaction-places.js'
import { readNamedWallets } from '../wallets/find-wallets.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { occurrencesOf, type RecordedOccurrence } from './occurrences.projection.js'
import { countRecurrences, findRecurrence } from './recurrence-list.projection.js'
import { recurrenceDecider, toRecurrence, type RecurrenceCommand, type RecurrenceState } from './recurrence.decider.js'
import type { RecurrenceEvent } from './recurrence.events.js'

/** Builds the answer of a command on a recurrence. */
type RecurrenceReply<Answer> = (
  state: RecurrenceState,
  recorded: readonly RecordedEvent<RecurrenceEvent>[],
  parts: readonly PartOutcome[],
) => Answer

/** What an undone command did to one transaction. */
interface DonePart {
  id: string
  type: string
  version: number
}

/**
 * The recurrence, and as the command needs them: the number of recurrences, the categories in use, the recorded occurrences, those
 * that do not follow the plan any more by nominal date, and the effects of the command to undo.
 */
interface RecurrenceFacts {
  state: RecurrenceState
  count: number
  used: OnWire<UsedCategories>['categories']
  wallets: NamedWallets
  recorded: RecordedOccurrence[]
  kept: CalendarDate[]
  done: DonePart[]
}

// The events of a command follow its first one directly, one for each changed occurrence.
const DONE = {
  name: 'done-with-command',
  text: `
    select entity_id as id, type, entity_version as version from events where account_id = $1 and seq > $2 and seq <= $2 + 10000
      and (meta->>'partOf')::bigint = $2`,
}

class FindRecurrenceFacts extends AccountQuery<RecurrenceFacts> {
  constructor(
    readonly accountId: string,
    readonly recurrenceId: string,
    readonly command: RecurrenceCommand,
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<RecurrenceFacts> {
    const { accountId, recurrenceId, command } = this
    const state = await findRecurrence(database, accountId, recurrenceId)
    const mayAdd = command.type === 'SetRecurrence' || command.type === 'Undo'
    const count = mayAdd ? await countRecurrences(database, accountId) : 0
    const used = needsUsed(command) ? (await new ListCategories(accountId).answer(database)).categories : []
    const isMoved = command.type === 'CorrectRecurrence' && command.changes.date !== undefined
    const recorded = isMoved || command.type === 'EndRecurrence' ? await occurrencesOf(database, accountId, recurrenceId) : []
    const kept = isMoved ? keptDates(state, recorded, await transactionsOfRecurrence(database, accountId, recurrenceId)) : []
    const done = command.type === 'Undo' ? await database.rows<DonePart>(DONE, [accountId, command.position]) : []
    const wallets = await readNamedWallets(database, accountId)
    return { state, count, used, wallets, recorded, kept, done }
  }
}

/**
 * A command on a recurrence, with the commands on its occurrences: in one append, occurrences affected by the change
 * are recorded, changed, withdrawn or restored.
 */
export function recurrenceCommand<Answer>(
  context: CommandContext,
  recurrenceId: string,
  command: RecurrenceCommand,
  reply: RecurrenceReply<Answer>,
): ExecuteCommand<Answer> {
  return ExecuteCommand.of<RecurrenceCommand, RecurrenceState, RecurrenceEvent, Answer>(context, {
    decider: recurrenceDecider,
    entityId: recurrenceId,
    command,
    dependsOn: dependsOn<RecurrenceFacts, RecurrenceCommand>(new FindRecurrenceFacts(context.accountId, recurrenceId, command), (facts) => {
      const counted = { ...command, count: facts.count, used: facts.used, wallets: facts.wallets, kept: facts.kept }
      return { command: counted, parts: followParts(recurrenceId, counted, facts) }
    }),
    reply,
  })
}

/** The nominal dates of occurrences that were deleted, confirmed or changed by hand. */
function keptDates(
  state: RecurrenceState,
  recorded: readonly RecordedOccurrence[],
  present: readonly OnWire<Transaction>[],
): CalendarDate[] {
  if (state.status !== 'alive') return []
  const { details } = state
  const planned = new Map(occurrencesOfPlan(details, details.reached).map((each) => [each.nominal, expectedOf(details.type, each)]))
  const initial = initialWalletId(state.accountId)
  const stored = (id: string) => (id === initial ? null : id)
  const byId = new Map(
    present.map((each) => [each.id, { ...each, walletId: stored(each.walletId), amount: reaisToCentavos(each.amount) ?? 0 }]),
  )
  return recorded
    .filter(({ transactionId, nominal, state: kind }) => {
      const [transaction, expected] = [byId.get(transactionId), planned.get(nominal)]
      return kind === 'deleted' || (kind === 'there' && !(transaction && expected && isAsPlanned(transaction, expected)))
    })
    .map(({ nominal }) => nominal)
}

/** Whether the command names a category whose spelling depends on those in use. */
function needsUsed(command: RecurrenceCommand): boolean {
  if (command.type === 'SetRecurrence')
    return command.details.category !== null && !isListedCategory(command.details.category, command.details.type)
  return command.type === 'CorrectRecurrence' && !!command.changes.category && !isListedCategory(command.changes.category)
}

function followParts(recurrenceId: string, command: RecurrenceCommand, { state, recorded, done }: RecurrenceFacts): CommandPart[] {
  if (command.type === 'EndRecurrence')
    return recorded
      .filter((each) => each.nominal >= command.from && each.state === 'there')
      .map(({ transactionId }) => createPart(transactionDecider, transactionId, { type: 'WithdrawOccurrence' }))
  const event = decideOrNone(command, state)
  if (!event) return []
  const before = state.status === 'alive' ? state.details : null
  const after = 'after' in event.data ? event.data.after : null
  const { from, date = from } = command.type === 'CorrectRecurrence' ? command.changes : {}
  const first = from !== undefined && date !== undefined && date < from ? date : from
  const changes = new Map(
    occurrenceChanges(before, after, first).map(({ nominal, ...change }) => [occurrenceId(recurrenceId, nominal), change]),
  )
  // Effects of the undone command are reverted exactly; other occurrences follow the plan, as after any change.
  const ids = new Set([...changes.keys(), ...done.map(({ id }) => id)])
  return [...ids].map((id) => {
    const undoes = done.find((each) => each.id === id)
    return createPart(transactionDecider, id, {
      type: 'FollowRecurrence',
      recurrenceId,
      ...NO_CHANGE,
      ...changes.get(id),
      ...(undoes && { undoes }),
    })
  })
}

const NO_CHANGE = { before: null, after: null }

function decideOrNone(command: RecurrenceCommand, state: RecurrenceState): RecurrenceEvent | undefined {
  try {
    return recurrenceDecider.decide(command, state)[0]
  } catch (refusal) {
    // The command itself will be refused, unless it repeats an earlier one.
    if (refusal instanceof Rejected) return undefined
    throw refusal
  }
}

/** The transaction id of the occurrence on a nominal date: deterministic, so that each is recorded once. */
export function occurrenceId(recurrenceId: string, nominal: CalendarDate): string {
  return namedId(nominal, recurrenceId)
}

/** The answer of `/recurrences`: the recurrence, and the transactions that the command recorded, changed or restored. */
export function toAnswer(today: CalendarDate): RecurrenceReply<OnWire<RecurrenceAnswer>> {
  return (state, _recorded, parts) => ({
    recurrence: toRecurrence(state, today),
    transactions: parts
      .filter(({ events }) => events.some(({ type }) => type !== 'TransactionDeleted'))
      .map((part) => toTransaction(part.state as TransactionEntityState))
      .sort((one, other) => (one.date < other.date ? -1 : 1)),
  })
}
