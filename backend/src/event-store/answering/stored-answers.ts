import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.js'
import { isoText } from '../log/load.js'
import { Ask } from '../projecting/ask.js'

/**
 * An answer that takes the whole history or the calendar, so workers compute it and requests read what they stored.
 * What is stored never holds anyone's texts: amounts, dates and kinds alone.
 */
export interface ComputedAnswer<Answer> {
  /** Also the kind of job that computes it; its subject is the account. */
  readonly kind: string
  /** Raised with every change of shape or meaning: what is stored of another version is no answer. */
  readonly version: number
  /** Computes it of an account for a day of São Paulo, and tells the position of the log it was computed at. */
  readonly compute: (database: Database, accountId: string, today: CalendarDate) => Promise<Seen<Answer>>
}

export interface Seen<Answer> {
  answer: Answer
  /** Everything up to this position of the log, and nothing beyond, is in the answer. */
  seq: number
}

/** An answer with its age: stale when something happened in the account since, or on another day of São Paulo. */
export interface Dated<Answer> {
  answer: Answer
  /** ISO 8601 UTC. */
  computedAt: string
  stale: boolean
}

// A run that saw less than the one before came late, and changes nothing; nor does one of an older program.
const STORE = {
  name: 'store-answer',
  text: `
    insert into stored_answers as s (account_id, kind, version, seq, computed_at, answer) values ($1, $2, $3, $4, $5, $6)
    on conflict (account_id, kind) do update
      set version = excluded.version, seq = excluded.seq, computed_at = excluded.computed_at, answer = excluded.answer
    where s.version < excluded.version
      or (s.version = excluded.version and (s.seq, s.computed_at) <= (excluded.seq, excluded.computed_at))`,
}

/** Stores what was computed of an account at a moment. */
export async function storeAnswer<Answer>(
  client: PoolClient,
  { kind, version }: ComputedAnswer<Answer>,
  accountId: string,
  { answer, seq }: Seen<Answer>,
  computedAt: Date,
): Promise<void> {
  await client.query({ ...STORE, values: [accountId, kind, version, seq, computedAt, JSON.stringify(answer)] })
}

const READ = {
  name: 'read-stored-answer',
  text: `
    select s.answer, ${isoText('s.computed_at')} as "computedAt", s.seq < h.seq as behind
    from stored_answers s join account_heads h on h.account_id = s.account_id
    where s.account_id = $1 and s.kind = $2 and s.version = $3`,
}

/** What a worker last stored of an account; where none did yet, the request itself computes. */
export class ReadComputed<Answer> extends Ask<Dated<Answer>> {
  constructor(
    readonly computed: ComputedAnswer<Answer>,
    readonly accountId: string,
  ) {
    super()
  }

  async answer(database: Database): Promise<Dated<Answer>> {
    const { kind, version, compute } = this.computed
    const now = new Date()
    const today = dateInSaoPaulo(now)
    const [stored] = await database.rows<{ answer: Answer; computedAt: string; behind: boolean }>(READ, [this.accountId, kind, version])
    if (!stored) return { answer: (await compute(database, this.accountId, today)).answer, computedAt: now.toISOString(), stale: false }
    const { answer, computedAt, behind } = stored
    return { answer, computedAt, stale: behind || dateInSaoPaulo(new Date(computedAt)) !== today }
  }
}
