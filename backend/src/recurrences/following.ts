import type { CalendarDate } from '@prumo/shared/calendar'
import { occurrenceChanges } from '@prumo/shared/recurrence-rules'
import type { RecurrenceAnswer } from '@prumo/shared/recurrences'
import { Rejected } from '@prumo/shared/rejections'
import { v5 as namedId } from 'uuid'
import { asking, Execute, partOn, type CommandContext, type Part, type PartOutcome } from '../event-store/decider/command.js'
import { Ask, type Asked } from '../event-store/projection/query.js'
import type { Recorded } from '../event-store/stream/event.js'
import { toTransaction, transactionDecider, type TransactionState } from '../transactions/transaction.decider.js'
import { occurrencesFrom, type RecordedOccurrence } from './occurrences.projection.js'
import { findRecurrence } from './recurrence-list.projection.js'
import { recurrenceDecider, toRecurrence, type RecurrenceCommand, type RecurrenceState } from './recurrence.decider.js'
import type { RecurrenceEvent } from './recurrence.events.js'

/** Who is told of a command on a recurrence. */
type Reply<Answer> = (state: RecurrenceState, recorded: readonly Recorded<RecurrenceEvent>[], parts: readonly PartOutcome[]) => Answer

/** A recurrence, and where it is to end what is recorded from then on. */
interface Facts {
  state: RecurrenceState
  ending: RecordedOccurrence[]
}

class AskFacts extends Ask<Facts> {
  constructor(
    readonly accountId: string,
    readonly recurrenceId: string,
    readonly endsFrom: CalendarDate | null,
  ) {
    super()
  }

  async answer(database: Asked): Promise<Facts> {
    const { accountId, recurrenceId, endsFrom } = this
    const state = await findRecurrence(database, accountId, recurrenceId)
    return { state, ending: endsFrom === null ? [] : await occurrencesFrom(database, accountId, recurrenceId, endsFrom) }
  }
}

/**
 * A command on a recurrence, together with what it makes of its occurrences: those that it says something else of now are
 * recorded, follow, are withdrawn or come back, all of them with the command or none.
 */
export function following<Answer>(
  context: CommandContext,
  recurrenceId: string,
  command: RecurrenceCommand,
  reply: Reply<Answer>,
): Execute<Answer> {
  const endsFrom = command.type === 'EndRecurrence' ? command.from : null
  return Execute.of<RecurrenceCommand, RecurrenceState, RecurrenceEvent, Answer>(context, {
    decider: recurrenceDecider,
    entityId: recurrenceId,
    command,
    asking: asking<Facts>(new AskFacts(context.accountId, recurrenceId, endsFrom), ({ state, ending }) => ({
      parts: command.type === 'EndRecurrence' ? ending.flatMap(withdrawing) : partsOf(recurrenceId, command, state),
    })),
    reply,
  })
}

function withdrawing({ transactionId, state }: RecordedOccurrence): Part[] {
  return state === 'there' ? [partOn(transactionDecider, transactionId, { type: 'WithdrawOccurrence' })] : []
}

function partsOf(recurrenceId: string, command: RecurrenceCommand, state: RecurrenceState): Part[] {
  const event = decided(command, state)
  if (!event) return []
  const before = state.status === 'alive' ? state.details : null
  const after = 'after' in event.data ? event.data.after : null
  const from = command.type === 'CorrectRecurrence' ? command.changes.from : undefined
  const asItWas = command.type === 'Undo'
  return occurrenceChanges(before, after, from).map(({ nominal, ...change }) =>
    partOn(transactionDecider, occurrenceId(recurrenceId, nominal), { type: 'FollowRecurrence', recurrenceId, ...change, asItWas }),
  )
}

function decided(command: RecurrenceCommand, state: RecurrenceState): RecurrenceEvent | undefined {
  try {
    return recurrenceDecider.decide(command, state)[0]
  } catch (refusal) {
    // The command itself is refused, unless it repeats one that was done.
    if (refusal instanceof Rejected) return undefined
    throw refusal
  }
}

/** The id of the transaction that is the occurrence of a nominal date: it comes once, however often it is recorded. */
export function occurrenceId(recurrenceId: string, nominal: CalendarDate): string {
  return namedId(nominal, recurrenceId)
}

/** What `/recurrences` answers: the recurrence, and what the command recorded, changed or brought back of it. */
export function toAnswer(today: CalendarDate): Reply<RecurrenceAnswer> {
  return (state, _recorded, parts) => ({
    recurrence: toRecurrence(state, today),
    transactions: parts
      .filter(({ events }) => events.some(({ type }) => type !== 'TransactionDeleted'))
      .map((part) => toTransaction(part.state as TransactionState))
      .sort((one, other) => (one.date < other.date ? -1 : 1)),
  })
}
