import type { PoolClient } from 'pg'
import { ACCOUNT_ERASED } from '../stream/event.js'
import { isoText } from '../stream/read-stream.js'

/** What the tables of the log say of an account, each by itself. */
export interface AccountFacts {
  head: { seq: number; hash: Buffer; recordedAt: string; resetSeq: number } | null
  wrappedKey: Buffer | null
  /** The lowest and the highest position of an event; null where there is none. */
  first: number | null
  last: number | null
  /** Whether its last event says that it was erased. */
  endsErased: boolean
  /** The furthest end of the log that a verification ever found well; null before the first one, and for an account that none knows. */
  remembered: { seq: number; hash: Buffer } | null
  /** Whether the log now holds that position with that hash. */
  meetsRemembered: boolean
  /** A day from now by the database's clock, which is later than any event was recorded; ISO 8601 UTC. */
  latest: string
}

const FACTS = {
  name: 'account-facts',
  text: `
    select h.seq, h.hash, ${isoText('h.recorded_at')} as recorded_at, h.reset_seq, k.wrapped_key, f.seq as first, l.seq as last,
      coalesce(l.type = '${ACCOUNT_ERASED}', false) as ends_erased, v.seq as remembered_seq, v.hash as remembered_hash,
      exists (select from events e where e.account_id = a.id and e.seq = v.seq and e.hash = v.hash) as meets_remembered,
      ${isoText(`(clock_timestamp() + interval '1 day')`)} as latest
    from (select $1::uuid as id) a
    left join account_heads h on h.account_id = a.id
    left join account_keys k on k.account_id = a.id
    left join verifications v on v.account_id = a.id
    left join lateral (select seq from events e where e.account_id = a.id order by e.seq limit 1) f on true
    left join lateral (select seq, type from events e where e.account_id = a.id order by e.seq desc limit 1) l on true`,
}

/** The facts of an account, as the client's transaction sees them. */
export async function accountFacts(client: PoolClient, accountId: string): Promise<AccountFacts> {
  const { rows } = await client.query({ ...FACTS, values: [accountId] })
  const found = rows[0]
  return {
    head: found.seq === null ? null : { seq: found.seq, hash: found.hash, recordedAt: found.recorded_at, resetSeq: found.reset_seq },
    wrappedKey: found.wrapped_key,
    first: found.first,
    last: found.last,
    endsErased: found.ends_erased,
    remembered: found.remembered_seq > 0 ? { seq: found.remembered_seq, hash: found.remembered_hash } : null,
    meetsRemembered: found.meets_remembered,
    latest: found.latest,
  }
}
