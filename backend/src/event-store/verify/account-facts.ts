import type { PoolClient } from 'pg'
import { ACCOUNT_ERASED } from '../stream/event.js'
import { isoText } from '../stream/read-stream.js'
import { LogDifference } from './log-difference.js'
import type { KnownHead, ChainProgress } from './chain-walk.js'

/** What the tables of the log contain for an account. Head fields are null without a head. */
export interface AccountFacts extends ChainProgress {
  hasHead: boolean
  wrappedKey: Buffer | null
  /** The lowest position; null without events. */
  first: number | null
  /** Whether the last event is the erasure. */
  endsErased: boolean
  /** The furthest position that a verification has ever confirmed; null or 0 without one. */
  remembered: number | null
  /** Whether the log still has that position with the same hash. */
  meetsRemembered: boolean
  hasCheckpoints: boolean
  /** Tomorrow by the database's clock, later than any valid event; ISO 8601 UTC. */
  latest: string
}

const FACTS = {
  name: 'account-facts',
  text: `
    select h.account_id is not null as "hasHead", h.seq, h.hash, ${isoText('h.recorded_at')} as "recordedAt", h.reset_seq as "resetSeq",
      k.wrapped_key as "wrappedKey", (select min(seq) from events e where e.account_id = a.id) as first,
      coalesce((select e.type from events e where e.account_id = a.id order by e.seq desc limit 1) = '${ACCOUNT_ERASED}', false) as "endsErased",
      v.seq as remembered, exists (select 1 from events e where e.account_id = a.id and e.seq = v.seq and e.hash = v.hash) as "meetsRemembered",
      exists (select 1 from checkpoints c where c.account_id = a.id) as "hasCheckpoints",
      ${isoText(`(clock_timestamp() + interval '1 day')`)} as latest
    from (select $1::uuid as id) a
    left join account_heads h on h.account_id = a.id
    left join account_keys k on k.account_id = a.id
    left join verifications v on v.account_id = a.id`,
}

/** Loads the facts within the client's transaction. Throws LogDifference when the tables contradict each other. */
export async function loadAccountFacts(client: PoolClient, accountId: string): Promise<AccountFacts> {
  const { rows } = await client.query<AccountFacts>({ ...FACTS, values: [accountId] })
  const facts = rows[0] as AccountFacts
  const { hasHead, first, wrappedKey, endsErased } = facts
  if (!hasHead && first === null) throw new LogDifference('It has neither a head nor events, but other tables speak of it')
  if (!hasHead) throw new LogDifference('The account has no head')
  if (first !== null && first < 1) throw new LogDifference(`Event ${first}: the first position is 1`)
  if (!wrappedKey && !endsErased) throw new LogDifference('The account has no key, and its log does not say that it was erased')
  if (wrappedKey && endsErased) throw new LogDifference('The account was erased, but its key is there')
  return facts
}

/**
 * Compares the end of the log with the head, the last confirmed position, and a head known from elsewhere. Throws
 * LogDifference.
 */
export function checkEnd(head: AccountFacts, walked: ChainProgress, known: KnownHead | undefined): void {
  if (head.seq !== walked.seq || !head.hash.equals(walked.hash))
    throw new LogDifference(`The head stands at ${head.seq}, the log ends at ${walked.seq}`)
  if (known && known.seq > walked.seq) throw new LogDifference(`The log ends at ${walked.seq}, ${known.seq} is known from elsewhere`)
  if (head.remembered && head.remembered > walked.seq)
    throw new LogDifference(`The log ends at ${walked.seq}, it was verified up to ${head.remembered} before`)
  if (head.remembered && !head.meetsRemembered)
    throw new LogDifference(`Event ${head.remembered}: its hash is not the one it was verified with before`)
  if (head.recordedAt !== walked.recordedAt)
    throw new LogDifference(`The head says ${head.recordedAt}, the last event was recorded at ${walked.recordedAt}`)
  if (head.resetSeq !== walked.resetSeq)
    throw new LogDifference(`The head says that the last reset was at ${head.resetSeq}, the log says ${walked.resetSeq}`)
}
