import { Signal } from '../platform/signal.js'

/** Work to be done after a commit: by which kind of job, and on what. */
export interface OutboxEntry {
  kind: string
  /** What the job is about: an id, or a date; with the kind it is the job, so several rows of it are one piece of work. */
  subject: string
  /** The account it belongs to, where there is one. */
  accountId?: string
}

/** Told of which kinds rows were written, once they are durable, so that the relay of this process need not wait for its next look. */
export const outboxWritten = new Signal<readonly string[]>('outbox-written')

/** Writes one row; takes the values of `outboxValues`. In a larger statement a `from` or `where` may follow it. */
export const OUTBOX_INSERT = 'insert into outbox (kind, subject, account_id) select $1::text, $2::text, $3::uuid'

/** The values of `OUTBOX_INSERT`, in its order. */
export function outboxValues({ kind, subject, accountId }: OutboxEntry): unknown[] {
  return [kind, subject, accountId ?? null]
}
