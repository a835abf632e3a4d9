import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { byRowCount, rowCountOf, rowParameters, valuesSql } from '../platform/database/values-sql.js'
import { outboxValues, outboxWritten, type OutboxEntry } from './outbox.js'
import type { DomainEvent, RecordedEvent } from '../event-store/stream/event.js'
import type { InlineWriter, Write } from '../event-store/stream/commit.js'

/** A job of the account that events trigger, once they are durable. */
export interface Reaction<Event extends DomainEvent = DomainEvent> {
  /** The kind of job; its subject is the account. */
  readonly kind: string
  readonly on: ReadonlySet<Event['type']>
  /** Milliseconds that the job waits for more events, so that a burst is one run; 0 by default. */
  readonly batchDelayMs?: number
  /** Whether an event triggers the job on a day in São Paulo; always by default. */
  when?(event: RecordedEvent<Event>, today: CalendarDate): boolean
}

/** Defines a reaction, checking its event types. */
export function defineReaction<Event extends DomainEvent>(
  reaction: Omit<Reaction<Event>, 'on'> & { on: readonly Event['type'][] },
): Reaction<Event> {
  return { ...reaction, on: new Set(reaction.on) }
}

/** Writes triggered jobs to the outbox with their events: one per account and kind, for any number of events. */
export class Reactions implements InlineWriter {
  readonly #byType = new Map<string, Reaction[]>()

  constructor(reactions: readonly Reaction[]) {
    for (const reaction of reactions) {
      for (const type of reaction.on) this.#byType.set(type, [...(this.#byType.get(type) ?? []), reaction])
    }
  }

  writesOf(events: readonly RecordedEvent[], now: number, oneByOne = false): Write[] {
    let today: CalendarDate | undefined
    const jobs = new Map<string, OutboxEntry>()
    for (const event of events) {
      const { accountId } = event
      for (const reaction of this.#byType.get(event.type) ?? []) {
        const { kind, batchDelayMs = 0 } = reaction
        if (reaction.when && !reaction.when(event, (today ??= dateInSaoPaulo(new Date(now))))) continue
        jobs.set(`${kind} ${accountId}`, { kind, subject: accountId, accountId, batchDelayMs })
      }
    }
    if (oneByOne) return [...jobs.values()].map((job) => insertOutboxRows([job]))
    return jobs.size === 0 ? [] : [insertOutboxRows([...jobs.values()])]
  }
}

const COLUMNS = [
  ['kind', 'text'],
  ['subject', 'text'],
  ['account_id', 'uuid'],
  ['batch_delay_ms', 'integer'],
] as const

// The condition repeats that of the index of waiting jobs exactly, so that no other index of waiting rows matches: on a small
// table all cost the same, and a cached plan with a differently ordered index would scan the waiting rows of all accounts for
// each row.
const INSERT = byRowCount(
  (count) => `
    insert into outbox (kind, subject, account_id, due_at)
    select v.kind, v.subject, v.account_id, now() + v.batch_delay_ms * interval '1 millisecond' from ${valuesSql(COLUMNS, 'v', count)}
    where (
      select 1 from outbox o where o.account_id = v.account_id and o.kind = v.kind and o.subject = v.subject
        and num_nulls(o.claim, o.failed_at) = 2 limit 1 for update skip locked
    ) is null`,
)

/**
 * Inserts outbox rows within an append; every entry needs an account. An existing unclaimed row serves the new entry as well:
 * its lock delays a claim until this append is committed, so the job's run sees the new events. A claimed row does not, because
 * its run may already have read the log.
 */
function insertOutboxRows(entries: readonly OutboxEntry[]): Write {
  const count = rowCountOf(entries)
  const values = rowParameters(
    COLUMNS,
    entries.map((entry) => [...outboxValues(entry), entry.batchDelayMs ?? 0]),
  )
  const onDurable = () => outboxWritten.publish(entries)
  return { name: `append-outbox-${count}`, text: INSERT[count], values, onDurable }
}
