import { Logger } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import type { LogReading } from '../event-store/log-reading.js'
import { noteVerification } from '../event-store/verify/verifications.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import type { JobWorker } from '../jobs/job-worker.js'
import type { Database } from '../platform/database/database.js'

/** Every account is verified at least once in so many days. */
const ROUND_DAYS = 30
const AT_LEAST = 50
const CHOSEN_AT_ONCE = 20

const DAY = `($1::date)::timestamp at time zone '${TIME_ZONE}'`

// Uses Postgres' estimate of the number of accounts, because counting them costs more with each.
const BELIEVED = `select reltuples as n from pg_class where oid = 'verifications'::regclass`
const BELIEVED_BY_SHARDS = `
  select sum(result::float8) as n from run_command_on_shards('verifications', $$select reltuples from pg_class where oid = '%s'::regclass$$)`

const DONE = { name: 'count-verified', text: `select count(*) as n from verifications where verified_at >= ${DAY} and problem is null` }

// Accounts with a problem are verified every day, beyond the day's share, so that a mended one is reported no more.
const CHOOSE = {
  name: 'choose-to-verify',
  text: `
    (select account_id from verifications where problem is not null and verified_at < ${DAY} order by verified_at limit ${CHOSEN_AT_ONCE})
    union all
    (select account_id from verifications where problem is null and verified_at < ${DAY} order by verified_at, account_id limit $2)`,
}

/** Some of the accounts to verify next; none once the day's share is done. @param date that day */
async function choose(database: Database, date: string): Promise<string[]> {
  const [believed] = await database.rows<{ n: number }>({ text: database.places ? BELIEVED_BY_SHARDS : BELIEVED })
  const [done] = await database.rows<{ n: number }>(DONE, [date])
  const left = Math.max(AT_LEAST, Math.ceil((1.1 * (believed?.n ?? 0)) / ROUND_DAYS)) - (done?.n ?? 0)
  const chosen = await database.rows<{ account_id: string }>(CHOOSE, [date, Math.max(0, Math.min(CHOSEN_AT_ONCE, left))])
  return chosen.map((row) => row.account_id)
}

/** Verifies an account and stores the result. @returns the problem without personal data, or null */
async function problemOf(accountId: string, database: Database, reading: LogReading): Promise<string | null> {
  const { head, problem } = await verifyAccount(database, reading, accountId)
  const noted = problem === null ? null : withoutData(problem)
  // Of a damaged log only a part may have been read, so its head is not stored.
  await noteVerification(database, { accountId, ...(noted === null ? head : { seq: 0, hash: '' }), problem: noted })
  return noted
}

/** Rows of read models are named by their keys, and a category is one: `ops verify` shows them to the operator. */
function withoutData(problem: string): string {
  return problem.replace(/\[.*\]/s, '[…]')
}

/**
 * Each day verifies a sample of the accounts in turn. Problems are logged and counted in the metrics. An interrupted
 * run resumes with the accounts not verified that day.
 */
export const verifySampleWorker: JobWorker = {
  kind: 'verify-sample',
  daily: true,
  concurrency: 1,
  async run({ subject: date, signal }, { database, reading }) {
    const logger = new Logger('verification')
    let verified = 0
    for (let chosen = await choose(database, date); chosen.length > 0; chosen = await choose(database, date)) {
      for (const accountId of chosen) {
        signal.throwIfAborted()
        const problem = await problemOf(accountId, database, reading)
        if (problem !== null) logger.error({ accountId, problem }, 'An account is not what its log says')
        verified++
      }
    }
    logger.log(`${verified} accounts verified`)
  },
}
