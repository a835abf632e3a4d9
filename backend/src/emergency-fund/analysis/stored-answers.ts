import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import type { PoolClient } from 'pg'
import { isoText } from '../../event-store/log/load.js'
import { Ask } from '../../event-store/projecting/ask.js'
import type { Database } from '../../platform/database/database.js'

/** What was computed of an account. It never holds anyone's texts: amounts, dates and kinds alone. */
export interface Computed<Answer> {
  answer: Answer
  /** ISO 8601 UTC. */
  computedAt: string
}

/** The same as it is read: stale when something happened in the account since, or on another day of São Paulo. */
export type Stored<Answer> = Computed<Answer> & { stale: boolean }

// A run that saw less than the one before came late, and changes nothing.
const STORE = {
  name: 'store-answer',
  text: `
    insert into stored_answers as s (account_id, kind, seq, computed_at, answer) values ($1, $2, $3, $4, $5)
    on conflict (account_id, kind) do update set seq = excluded.seq, computed_at = excluded.computed_at, answer = excluded.answer
    where (s.seq, s.computed_at) <= (excluded.seq, excluded.computed_at)`,
}

/** Stores what was computed of an account as its log stood at a position. */
export async function storeAnswer(
  client: PoolClient,
  { accountId, kind, seq }: { accountId: string; kind: string; seq: number },
  { answer, computedAt }: Computed<unknown>,
): Promise<void> {
  await client.query({ ...STORE, values: [accountId, kind, seq, computedAt, JSON.stringify(answer)] })
}

/** What a worker last computed of an account; null where it never did. */
export class ReadStoredAnswer<Answer> extends Ask<Stored<Answer> | null> {
  constructor(
    readonly accountId: string,
    readonly kind: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: Database): Promise<Stored<Answer> | null> {
    const [row] = await database.rows<Computed<Answer> & { behind: boolean }>(READ, [this.accountId, this.kind])
    if (!row) return null
    const { answer, computedAt, behind } = row
    return { answer, computedAt, stale: behind || dateInSaoPaulo(new Date(computedAt)) !== this.today }
  }
}

const READ = {
  name: 'read-stored-answer',
  text: `
    select s.answer, ${isoText('s.computed_at')} as "computedAt", s.seq < h.seq as behind
    from stored_answers s join account_heads h on h.account_id = s.account_id
    where s.account_id = $1 and s.kind = $2`,
}
