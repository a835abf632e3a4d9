import { forms, givenRows, rowValues } from '../../platform/database/given-rows.js'
import { outboxValues, type OutboxEntry } from '../../platform/outbox/outbox-row.js'
import type { DomainEvent, Recorded } from '../log/event.js'
import { IF_APPENDED, type GatedStatement } from '../log/statement.js'

/** What an event triggers: a job of the account, once the event is durable. */
export interface Reaction<Event extends DomainEvent = DomainEvent> {
  /** The kind of job; its subject is the account. */
  readonly kind: string
  readonly on: ReadonlySet<Event['type']>
}

/** A reaction whose events are checked against those there are. */
export function defineReaction<Event extends DomainEvent>({ kind, on }: { kind: string; on: readonly Event['type'][] }): Reaction<Event> {
  return { kind, on: new Set(on) }
}

/** The jobs that a batch of events triggers: one of an account and kind, however many events ask for it. */
export function triggeredBy(events: readonly Recorded[], reactions: readonly Reaction[]): OutboxEntry[] {
  return reactions.flatMap(({ kind, on }) => {
    const accounts = new Set(events.filter((event) => on.has(event.type)).map((event) => event.accountId))
    return [...accounts].map((accountId) => ({ kind, subject: accountId, accountId }))
  })
}

const COLUMNS = [
  ['kind', 'text'],
  ['subject', 'text'],
  ['account_id', 'uuid'],
] as const

/**
 * Writes outbox rows within an append, each if its account was appended to; every entry needs an account. One that
 * still waits to be handed over stands for this one too: the lock keeps it waiting until this append is committed,
 * so whoever does the job sees its events.
 */
export function outboxRowsIfAppended(entries: readonly OutboxEntry[]): GatedStatement {
  return { text: INSERT(entries.length > 1), values: rowValues(COLUMNS, entries.map(outboxValues)) }
}

const INSERT = forms((several) => {
  const given = givenRows(COLUMNS, 'v', several)
  return `
    with waiting as (
      select v.kind, v.subject from ${given} cross join lateral (
        select 1 from outbox o where o.kind = v.kind and o.subject = v.subject and o.handed_over_at is null and o.failed_at is null
        limit 1 for update skip locked) o
    )
    insert into outbox (kind, subject, account_id) select * from ${given}
    where v.account_id ${IF_APPENDED} and not exists (select 1 from waiting w where w.kind = v.kind and w.subject = v.subject)`
})
