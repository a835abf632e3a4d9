import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { byRowCount, valuesSql, rowParameters } from '../platform/database/values-sql.js'
import { outboxValues, outboxWritten, type OutboxEntry } from './outbox.js'
import type { DomainEvent, RecordedEvent } from '../event-store/stream/event.js'
import type { InlineWriter, Write } from '../event-store/stream/commit.js'

/** What an event triggers: a job of the account, once the event is durable. */
export interface Reaction<Event extends DomainEvent = DomainEvent> {
  /** The kind of job; its subject is the account. */
  readonly kind: string
  readonly on: ReadonlySet<Event['type']>
  /** Milliseconds that the job waits for more events, so that a burst of them is one run; none if not said. */
  readonly batchDelayMs?: number
  /** Whether one of these events triggers it on a day of São Paulo; each does if not said. */
  when?(event: RecordedEvent<Event>, today: CalendarDate): boolean
}

/** A reaction whose events are checked against those there are. */
export function defineReaction<Event extends DomainEvent>(
  reaction: Omit<Reaction<Event>, 'on'> & { on: readonly Event['type'][] },
): Reaction<Event> {
  return { ...reaction, on: new Set(reaction.on) }
}

/** The jobs that events trigger, written to the outbox with them: one of an account and kind, however many events ask for it. */
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
  ['gather_ms', 'integer'],
] as const

// The condition is spelled as the index of waiting jobs spells it, so that no other index of waiting rows fits: while the table
// is small they all cost the same, and one that is in another order reads what waits of all accounts, for each row, for as long
// as the plan lives.
const INSERT = byRowCount(
  (several) => `
    insert into outbox (kind, subject, account_id, due_at)
    select v.kind, v.subject, v.account_id, now() + v.gather_ms * interval '1 millisecond' from ${valuesSql(COLUMNS, 'v', several)}
    where (
      select 1 from outbox o where o.account_id = v.account_id and o.kind = v.kind and o.subject = v.subject
        and num_nulls(o.claim, o.failed_at) = 2 limit 1 for update skip locked
    ) is null`,
)

/**
 * Writes outbox rows within an append; every entry needs an account. One that
 * waits to be claimed stands for this one too: the lock keeps it waiting until this append is committed, so whoever does
 * the job sees its events. A claimed one never does, because its run may already have read the log.
 */
function insertOutboxRows(entries: readonly OutboxEntry[]): Write {
  const several = entries.length > 1
  const values = rowParameters(
    COLUMNS,
    entries.map((entry) => [...outboxValues(entry), entry.batchDelayMs ?? 0]),
  )
  const onDurable = () => outboxWritten.publish(entries)
  return { name: `append-outbox-${several ? 'rows' : 'row'}`, text: INSERT(several), values, onDurable }
}
