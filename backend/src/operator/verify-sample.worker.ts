import { Logger } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import type { LogReading } from '../event-store/log-reading.js'
import { noteVerification } from '../event-store/verifications.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import type { JobWorker } from '../jobs/job-worker.js'
import type { Database } from '../platform/database/database.js'

/** Every account has its turn within so many days, however few or many there are. */
const ROUND_DAYS = 30
const AT_LEAST = 50
const CHOSEN_AT_ONCE = 20

const DAY = `($1::date)::timestamp at time zone '${TIME_ZONE}'`

// Those with a problem come every day, whatever is left of the day's share, so that one that was mended stops being reported.
// The share is taken of what Postgres believes there are, because counting all of them would cost more with each.
const CHOOSE = {
  name: 'choose-to-verify',
  text: `
    (select account_id from verifications where problem is not null and verified_at < ${DAY} order by verified_at limit ${CHOSEN_AT_ONCE})
    union all
    (select account_id from verifications where problem is null and verified_at < ${DAY} order by verified_at, account_id
    limit greatest(0, least(${CHOSEN_AT_ONCE},
      (select greatest(${AT_LEAST}, ceil(1.1 * reltuples / ${ROUND_DAYS})) from pg_class where oid = 'verifications'::regclass)
      - (select count(*) from verifications where verified_at >= ${DAY} and problem is null))))`,
}

/** Verifies an account and notes the outcome. @returns what is wrong, in words that hold no one's data, or null */
async function problemOf(accountId: string, database: Database, reading: LogReading): Promise<string | null> {
  const { head, problem } = await verifyAccount(database, reading, accountId)
  const noted = problem === null ? null : withoutData(problem)
  // Where something is wrong, the log may have been walked only in part or be another one.
  await noteVerification(database, { accountId, ...(noted === null ? head : { seq: 0, hash: '' }), problem: noted })
  return noted
}

/** Rows of read models are named by their keys, and a category is one: the operator asks `ops verify` for them. */
function withoutData(problem: string): string {
  return problem.replace(/\[.*\]/s, '[…]')
}

/**
 * Each day holds a sample of the accounts to their logs, in turn. What is wrong goes to the logs and, counted, to the
 * metrics. A run that is cut short loses nothing: the next one goes on with those that were not verified that day.
 */
export const verifySampleWorker: JobWorker = {
  kind: 'verify-sample',
  daily: true,
  concurrency: 1,
  async run({ subject: date, signal }, { database, reading }) {
    const logger = new Logger('verification')
    const choose = () => database.rows<{ account_id: string }>(CHOOSE, [date])
    let verified = 0
    for (let chosen = await choose(); chosen.length > 0; chosen = await choose()) {
      for (const { account_id: accountId } of chosen) {
        signal.throwIfAborted()
        const problem = await problemOf(accountId, database, reading)
        if (problem !== null) logger.error({ accountId, problem }, 'An account is not what its log says')
        verified++
      }
    }
    logger.log(`${verified} accounts verified`)
  },
}
