import { MAX_RENAMED } from '@prumo/shared/batch-rules'
import { MAX_RECURRENCES, MAX_RULES } from '@prumo/shared/limits'
import { dependsOn, ExecuteCommand, type CommandContext, type PartOutcome } from '../event-store/decider/command.js'
import type { LogReading } from '../event-store/log-reading.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import type { EventRow, RecordedEvent } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { mapYielding } from '../platform/map-yielding.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { batchDecider, type BatchCommand, type BatchState } from './batch.decider.js'
import type { BatchEvent } from './batch.events.js'
import { undoPart } from './transaction-parts.js'

// The events of a command follow its first one directly; one may be of the profile of a MEI.
const PARTS = {
  name: 'parts-of-batch',
  text: `
    select ${EVENT_FIELDS} from events e where e.account_id = $1
      and e.seq > $2 and e.seq <= $2 + ${MAX_RENAMED + MAX_RECURRENCES + MAX_RULES + 1} and (e.meta->>'partOf')::bigint = $2 order by e.seq`,
}

/** The events of a command on many entities, and which of their statement lines another transaction has now. */
interface BatchParts {
  events: RecordedEvent[]
  /** The transaction that has a line, by the line's key. */
  owners: ReadonlyMap<string, string>
}

class FindBatchParts extends AccountQuery<BatchParts> {
  constructor(
    readonly reading: Pick<LogReading, 'codec'>,
    readonly accountId: string,
    readonly position: number,
  ) {
    super()
  }

  async answer(database: QueryContext, keys: AccountKeys): Promise<BatchParts> {
    const { accountId, position } = this
    const key = await loadAccountKey(database, keys, accountId)
    const rows = await database.rows<Omit<EventRow, 'hash'>>(PARTS, [accountId, position])
    const events = await mapYielding(rows, (row) => this.reading.codec.decode(row, key))
    return { events, owners: await findUsedKeys(database, accountId, events.flatMap(linesBefore)) }
  }
}

/** The keys of the statement lines that a transaction had before an event. */
function linesBefore({ data }: RecordedEvent): string[] {
  const { before } = data as { before?: { importKey?: string | null; to?: { importKey: string | null } | null } }
  return [before?.importKey ?? [], before?.to?.importKey ?? []].flat()
}

/**
 * The command that undoes an event of a batch, or of its undo: what has not changed since is as before, and the rest stays. Refused
 * with CONFLICT if all of it has changed.
 */
export function undoBatch<Answer>(
  reading: Pick<LogReading, 'codec'>,
  context: CommandContext,
  event: RecordedEvent<BatchEvent>,
  reply: (state: BatchState, recorded: readonly RecordedEvent<BatchEvent>[]) => Answer,
): ExecuteCommand<Answer> {
  const { accountId, entityId, seq: position, type, data } = event
  const undo = { type: 'Undo', position, entry: { type, data } as BatchEvent } as const
  const finalise = (parts: readonly PartOutcome[]): BatchCommand => ({
    ...undo,
    outcome: {
      undone: parts.filter(({ events }) => events.length > 0).length,
      spared: parts.filter(({ events }) => events.length === 0).map(nameOf),
    },
  })
  return ExecuteCommand.of<BatchCommand, BatchState, BatchEvent, Answer>(context, {
    decider: batchDecider,
    entityId,
    command: undo,
    dependsOn: dependsOn<BatchParts, BatchCommand>(new FindBatchParts(reading, accountId, position), ({ events, owners }) => ({
      parts: events.flatMap((each) => {
        const takenKeys = linesBefore(each).filter((line) => (owners.get(line) ?? each.entityId) !== each.entityId)
        const entry = { type: each.type, data: each.data }
        return undoPart(each.entity, each.entityId, { type: 'Undo', position: each.seq, entry, takenKeys })
      }),
      finalise,
    })),
    reply,
    isLarge: true,
  })
}

/** What an entity is called in the history: a recurrence by its latest terms. */
function nameOf({ entity, state }: PartOutcome): string {
  if (entity === 'mei') return 'MEI em dia'
  const { details } = state as { details?: { description?: string; text?: string; terms?: readonly { description: string }[] } }
  return details?.text ?? details?.description ?? details?.terms?.at(-1)?.description ?? ''
}
