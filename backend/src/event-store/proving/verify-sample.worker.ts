import { Logger } from '@nestjs/common'
import type { Database } from '../../platform/database/database.js'
import { isOutage, logFacts } from '../../platform/http/failures.js'
import type { JobWorker } from '../../platform/queue/job-worker.js'
import type { LogReading } from './replay.js'
import { verifyAccount } from './verify.js'

/** Every account has its turn within so many days, however few or many there are. */
const ROUND_DAYS = 30
const AT_LEAST = 50

interface Chosen {
  accountId: string
  /** Where the log ended when it was last found well, the hash in hexadecimal; null before the first time. */
  seq: number | null
  hash: string | null
}

// Those with a problem come every day, so that one that was mended stops being reported. An erased account has no key.
const CHOOSE = {
  text: `
    select h.account_id as "accountId", v.seq, encode(v.hash, 'hex') as hash
    from account_heads h join account_keys k on k.account_id = h.account_id left join verifications v on v.account_id = h.account_id
    where v.verified_at is null or v.verified_at < now() - interval '12 hours'
    order by v.problem is null, v.verified_at nulls first, h.account_id
    limit greatest(${AT_LEAST}, (select ceil(count(*) / ${ROUND_DAYS}.0) from account_heads))`,
}

const NOTE = {
  name: 'note-verification',
  text: `
    insert into verifications as v (account_id, verified_at, seq, hash, problem) values ($1, now(), $2, decode($3, 'hex'), $4)
    on conflict (account_id) do update set verified_at = excluded.verified_at, problem = excluded.problem,
      seq = greatest(v.seq, excluded.seq), hash = case when excluded.seq > v.seq then excluded.hash else v.hash end`,
}

/** Each day holds a sample of the accounts to their logs, in turn. What is wrong goes to the logs and, counted, to the metrics. */
export const verifySampleWorker: JobWorker = {
  kind: 'verify-sample',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database, reading }) {
    const logger = new Logger('verification')
    const chosen = await database.rows<Chosen>(CHOOSE)
    for (const each of chosen) {
      signal.throwIfAborted()
      const { accountId } = each
      const problem = await problemOf(each, database, reading)
      if (problem !== null) logger.error({ accountId, problem }, 'An account is not what its log says')
    }
    logger.log(`${chosen.length} accounts verified`)
  },
}

/** Verifies an account and notes the outcome. @returns what is wrong, in words that hold no one's data, or null */
async function problemOf({ accountId, seq, hash }: Chosen, database: Database, reading: LogReading): Promise<string | null> {
  const known = seq !== null && hash !== null ? { seq, hash } : undefined
  try {
    const verdict = await verifyAccount(database.pool, reading, accountId, known)
    const problem = verdict.problem === null ? null : withoutData(verdict.problem)
    await database.rows(NOTE, [accountId, verdict.head.seq, verdict.head.hash, problem])
    return problem
  } catch (failure) {
    if (isOutage(failure)) throw failure
    new Logger('verification').error({ ...logFacts(failure), accountId }, 'An account cannot be verified')
    const problem = 'It cannot be verified'
    await database.rows(NOTE, [accountId, 0, '', problem])
    return problem
  }
}

/** Rows of read models are named by their keys, and a category is one: the operator asks `ops verify` for them. */
function withoutData(problem: string): string {
  return problem.replace(/\[.*\]/s, '[…]')
}
