import type { PoolClient } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { replyContext } from '../decider/idempotency.js'
import type { AccountFacts } from './account-facts.js'
import { rowsOf } from './cursor.js'
import { Difference } from './difference.js'
import type { KnownHead, Walked } from './walk.js'

/** What is asked of an account beside its chain; each throws the first Difference it finds. */

/** Whether the tables of the log agree on the account at all. */
export function checkFacts({ head, first, wrappedKey, endsErased }: AccountFacts): void {
  if (!head && first === null) throw new Difference('It has neither a head nor events, but other tables speak of it')
  if (!head) throw new Difference('The account has no head')
  if (first !== null && first < 1) throw new Difference(`Event ${first}: the first position is 1`)
  if (!wrappedKey && !endsErased) throw new Difference('The account has no key, and its log does not say that it was erased')
  if (wrappedKey && endsErased) throw new Difference('The account was erased, but its key is there')
}

/** The end of the log against the head, the one that verifications remember, and one known from elsewhere. */
export function checkEnd({ head, remembered, meetsRemembered }: AccountFacts, walked: Walked, known: KnownHead | undefined): void {
  if (!head) throw new Difference('The account has no head')
  if (head.seq !== walked.seq || !head.hash.equals(walked.hash)) throw new Difference(`The head stands at ${head.seq}, the log ends at ${walked.seq}`)
  if (known && known.seq > walked.seq) throw new Difference(`The log ends at ${walked.seq}, ${known.seq} is known from elsewhere`)
  if (remembered && remembered.seq > walked.seq) throw new Difference(`The log ends at ${walked.seq}, it was verified up to ${remembered.seq} before`)
  if (remembered && !meetsRemembered) throw new Difference(`Event ${remembered.seq}: its hash is not the one it was verified with before`)
  if (head.recordedAt !== walked.recordedAt) throw new Difference(`The head says ${head.recordedAt}, the last event was recorded at ${walked.recordedAt}`)
  if (head.resetSeq !== walked.resetSeq) throw new Difference(`The head says that the last reset was at ${head.resetSeq}, the log says ${walked.resetSeq}`)
}

// In the order of the index, so that the first of them come at once and none is held in memory.
const VERSIONS = `
  declare versions no scroll cursor for
  select seq, entity, entity_id as "entityId", entity_version as version, meta->>'commandId' as command
  from events where account_id = $1 order by entity_id, entity, seq`
const VERSIONS_AT_ONCE = 5_000

interface Version {
  seq: number
  entity: string
  entityId: string
  version: number
  command: string | null
}

/** An entity's version grows by one with each command on it. */
export async function checkVersions(client: PoolClient, accountId: string): Promise<void> {
  let before: Version | null = null
  for await (const event of rowsOf<Version>(client, 'versions', VERSIONS, accountId, VERSIONS_AT_ONCE)) {
    const last: Version | null = before?.entityId === event.entityId && before.entity === event.entity ? before : null
    const sameCommand = last !== null && last.version === event.version && last.command === event.command
    if (!sameCommand && event.version !== (last?.version ?? 0) + 1) {
      throw new Difference(`Event ${event.seq}: version ${event.version} of ${event.entity} ${event.entityId} follows ${last?.version ?? 0}`)
    }
    before = event
  }
}

const ANSWERS = `
  declare answers no scroll cursor for
  select c.key, c.answer, c.seq, length(c.request) as request, coalesce(e.meta->>'commandId' = c.key::text, false) as led
  from commands c left join events e on e.account_id = c.account_id and e.seq = c.seq
  where c.account_id = $1 order by c.key`
const ANSWERS_AT_ONCE = 1_000
const FINGERPRINT_BYTES = 32

/**
 * Every answer kept for a repeated command belongs to the event that the command led to, and opens as the answer of its key.
 * @param key null for an erased account, whose answers nobody opens any more
 */
export async function checkAnswers(client: PoolClient, accountId: string, key: DataKey | null): Promise<void> {
  for await (const answer of rowsOf<Answer>(client, 'answers', ANSWERS, accountId, ANSWERS_AT_ONCE)) checkAnswer(accountId, answer, key)
}

interface Answer {
  key: string
  answer: string
  seq: number
  request: number
  led: boolean
}

function checkAnswer(accountId: string, { key: name, answer, seq, request, led }: Answer, key: DataKey | null): void {
  if (!led) throw new Difference(`commands: event ${seq} is not of the command ${name}`)
  if (request !== FINGERPRINT_BYTES) throw new Difference(`commands: the request of ${name} is no fingerprint`)
  if (!key) return
  try {
    JSON.parse(key.open(answer, replyContext(accountId, name)))
  } catch {
    throw new Difference(`commands: the answer of ${name} does not open`)
  }
}
