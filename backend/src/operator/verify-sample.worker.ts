import { Logger } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import type { LogReading } from '../event-store/log-reading.js'
import { noteVerification } from '../event-store/verifications.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import type { Database } from '../platform/database/database.js'

const KIND = 'verify-sample'
/** Every account has its turn within so many days, however few or many there are. */
const ROUND_DAYS = 30
const AT_LEAST = 50
/** How long one job verifies before it leaves the rest of the day to the next one. */
const SLICE_MS = 20_000
const CHOSEN_AT_ONCE = 20

const DAY = `($1::date)::timestamp at time zone '${TIME_ZONE}'`

// Those with a problem come every day, whatever is left of the day's share, so that one that was mended stops being reported.
const WITH_PROBLEM = {
  name: 'choose-problems-to-verify',
  text: `select account_id from verifications where problem is not null and verified_at < ${DAY} order by verified_at limit ${CHOSEN_AT_ONCE}`,
}

// The share of a day is taken of what Postgres believes there are, because counting all of them would cost more with each.
const OLDEST = {
  name: 'choose-to-verify',
  text: `
    select account_id from verifications where verified_at < ${DAY} order by verified_at, account_id
    limit greatest(0, least(${CHOSEN_AT_ONCE},
      (select greatest(${AT_LEAST}, ceil(1.1 * reltuples / ${ROUND_DAYS})) from pg_class where oid = 'verifications'::regclass)
      - (select count(*) from verifications where verified_at >= ${DAY} and problem is null)))`,
}

/** Verifies an account and notes the outcome. @returns what is wrong, in words that hold no one's data, or null */
async function problemOf(accountId: string, database: Database, reading: LogReading): Promise<string | null> {
  const { head, problem } = await verifyAccount(database, reading, accountId)
  const told = problem === null ? null : withoutData(problem)
  // Where something is wrong, the log may have been walked only in part or be another one.
  await noteVerification(database, { accountId, ...(told === null ? head : { seq: 0, hash: '' }), problem: told })
  return told
}

/** Rows of read models are named by their keys, and a category is one: the operator asks `ops verify` for them. */
function withoutData(problem: string): string {
  return problem.replace(/\[.*\]/s, '[…]')
}

async function chooseNext(database: Database, date: string): Promise<string[]> {
  for (const choose of [WITH_PROBLEM, OLDEST]) {
    const rows = await database.rows<{ account_id: string }>(choose, [date])
    if (rows.length > 0) return rows.map((row) => row.account_id)
  }
  return []
}

/**
 * Each day holds a sample of the accounts to their logs, in turn. What is wrong goes to the logs and, counted, to the
 * metrics. A day's share is done in slices, each a job that leaves the next one in the outbox when it ends.
 * @param sliceMs how long a slice takes, in milliseconds; the account under way is finished
 */
export function verifyingSample(sliceMs: number): JobWorker {
  return {
    kind: KIND,
    daily: true,
    concurrency: 1,
    async run(job, { database, reading }) {
      const logger = new Logger('verification')
      const end = performance.now() + sliceMs
      let verified = 0
      for (let chosen = await chooseNext(database, job.subject); chosen.length > 0; chosen = await chooseNext(database, job.subject)) {
        for (const accountId of chosen) {
          job.signal.throwIfAborted()
          const problem = await problemOf(accountId, database, reading)
          if (problem !== null) logger.error({ accountId, problem }, 'An account is not what its log says')
          verified++
          if (performance.now() < end) continue
          logger.log(`${verified} accounts verified; the rest of the day's share follows`)
          await job.complete(async (client) => void (await client.query(OUTBOX_INSERT, outboxValues({ kind: KIND, subject: job.subject }))))
          outboxWritten.tell([{ kind: KIND }])
          return
        }
      }
      logger.log(`${verified} accounts verified`)
    },
  }
}

export const verifySampleWorker = verifyingSample(SLICE_MS)
