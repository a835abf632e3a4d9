import { v7 as newUuid } from 'uuid'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { inTurns } from '../../platform/in-turns.js'
import type { Head } from '../stream/commit.js'
import type { EventMeta, EventRow, Recorded } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import type { CommandContext } from './command.js'
import type { DecidedOn } from './deciding.js'

/** Where events get their place: the end of a log, and the time. */
interface End {
  head: Head
  key: DataKey
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Gives what a command decided its place at the end of the log, as rows and in clear, an entity after the other. The first
 * one leads: events of the others name the position of its first event.
 */
export async function place(
  context: CommandContext,
  decided: readonly DecidedOn[],
  { head, key, now }: End,
  codec: EventCodec,
): Promise<{ rows: EventRow[]; events: Recorded[] }> {
  const { accountId, actor, source, idempotency } = context
  const present = new Date(now).toISOString()
  const recordedAt = present < head.recordedAt ? head.recordedAt : present
  const common: EventMeta = { commandId: idempotency?.key ?? newUuid(), actor, source }
  const rows: EventRow[] = []
  const events: Recorded[] = []
  await inTurns(decided, ({ on: { decider, entityId, undoes }, before, events: those }, index) => {
    const meta = { ...common, ...(undoes !== undefined && { undoes }), ...(index > 0 && { partOf: head.seq + 1 }) }
    for (const event of those) {
      const at = {
        accountId,
        seq: head.seq + 1 + rows.length,
        entity: decider.entity,
        entityId,
        entityVersion: before.version + 1,
        recordedAt,
      }
      rows.push(codec.encode(event, at, meta, key, rows.at(-1)?.hash ?? head.hash))
      events.push({ type: event.type, data: event.data, meta, ...at })
    }
  })
  return { rows, events }
}
