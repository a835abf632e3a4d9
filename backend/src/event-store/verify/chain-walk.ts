import type { PoolClient } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { ACCOUNT_RESET, type EventMeta, type EventRow, type RecordedEvent } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { chainHash, GENESIS_HASH } from '../stream/hash-chain.js'
import { readLog } from '../stream/read-stream.js'
import { LogDifference } from './log-difference.js'

/** The end of a log as recorded outside the database, to detect a log truncated together with its head. */
export interface KnownHead {
  seq: number
  /** Hexadecimal. */
  hash: string
}

/** Progress of a walk along the chain. */
export interface ChainProgress {
  seq: number
  hash: Buffer
  recordedAt: string
  /** The position of the last reset; 0 before any. */
  resetSeq: number
}

export function startOfChain(): ChainProgress {
  return { seq: 0, hash: GENESIS_HASH, recordedAt: '', resetSeq: 0 }
}

/**
 * Walks an account's log and checks each event against its predecessor: position, hash, time, decoding, schema and command.
 * Yields events in pages. Throws LogDifference or UnreadableEvent; `walked` shows how far it came.
 * @param key null for an erased account, whose events are not decoded
 * @param known a head known from elsewhere
 * @param latest the latest valid recording time, ISO 8601 UTC
 */
export async function* walkChain(
  client: PoolClient,
  codec: EventCodec,
  accountId: string,
  key: DataKey | null,
  walked: ChainProgress,
  { known, latest }: { known: KnownHead | undefined; latest: string },
): AsyncGenerator<RecordedEvent[]> {
  const command: OpenCommand = { id: '', leads: new Set() }
  for await (const page of readLog(client, accountId)) {
    const events: RecordedEvent[] = []
    for (const row of page) {
      checkLink(row, walked, latest)
      checkPart(row, command)
      if (known?.seq === row.seq && known.hash !== row.hash.toString('hex'))
        throw new LogDifference(`Event ${row.seq}: its hash is not the one known from elsewhere`)
      if (!key) continue
      const event = codec.decode(row, key)
      if (!codec.matchesSchema(event)) throw new LogDifference(`Event ${row.seq}: its data is not of the shape of ${row.type}`)
      events.push(event)
    }
    yield events
  }
}

function checkLink(row: EventRow, walked: ChainProgress, latest: string): void {
  if (row.seq !== walked.seq + 1) throw new LogDifference(`Event ${walked.seq + 1} is missing: ${row.seq} follows ${walked.seq}`)
  if (!chainHash(walked.hash, row).equals(row.hash))
    throw new LogDifference(`Event ${row.seq}: its hash does not follow from what is stored`)
  if (row.recordedAt < walked.recordedAt) throw new LogDifference(`Event ${row.seq}: it was recorded before the one in front of it`)
  if (row.recordedAt > latest) throw new LogDifference(`Event ${row.seq}: it was recorded in the future, at ${row.recordedAt}`)
  walked.recordedAt = row.recordedAt
  walked.seq = row.seq
  walked.hash = row.hash
  if (row.type === ACCOUNT_RESET) walked.resetSeq = row.seq
}

/** The command of the last event, and the positions of its own events. Events of one command are consecutive. */
interface OpenCommand {
  id: string
  leads: Set<number>
}

/** A part's event must refer to an event of the same command. */
function checkPart({ seq, meta }: EventRow, command: OpenCommand): void {
  const { commandId, partOf } = JSON.parse(meta) as EventMeta
  if (commandId !== command.id) {
    command.id = commandId
    command.leads.clear()
  }
  if (partOf === undefined) command.leads.add(seq)
  else if (!command.leads.has(partOf)) throw new LogDifference(`Event ${seq}: it is no part of the command that it names`)
}
