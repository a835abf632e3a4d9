import { makeCheckpoints, checkpointVersion } from '../event-store/replay/checkpoints.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { outboxWritten } from '../jobs/outbox.js'
import { CHECKPOINTS } from './account-at-day.js'

/** Makes the missing checkpoints of an account; the subject is the account. One job at a time is enough: no request depends on it. */
export const checkpointsWorker: JobWorker = {
  kind: CHECKPOINTS,
  concurrency: 1,
  run: (job, { database, reading }) => makeCheckpoints(database.pool, reading, job.subject, job.signal),
}

const WALK = 'missing-checkpoints'
/** Accounts per transaction, so that each is short. */
const SLICE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const ENQUEUE_SLICE = {
  name: 'enqueue-missing-checkpoints',
  text: `
    with slice as (
      select account_id, seq - seq % $3 as due, greatest(1, reset_seq) as begin from account_heads where account_id > $2 order by account_id limit ${SLICE}
    ), enqueued as (
      insert into outbox (kind, subject, account_id)
      select $1, s.account_id::text, s.account_id from slice s join account_keys k on k.account_id = s.account_id
      where s.due >= s.begin and not exists (
        select 1 from checkpoints c where c.account_id = k.account_id and c.seq = s.due and c.version = $4)
    )
    insert into outbox (kind, subject) select $5, $6::text || ' ' || account_id from slice order by account_id offset ${SLICE - 1}`,
}

/**
 * Each day enqueues a job for every account without its latest checkpoint, because it was deleted or an older release
 * made it. One slice a job; the subject is the day and, from the second slice on, the last account of the slice before.
 */
export const missingCheckpointsWorker: JobWorker = {
  kind: WALK,
  daily: true,
  concurrency: 1,
  async run(job, { reading: { checkpointed } }) {
    const [day = '', after = BEFORE_ALL] = job.subject.split(' ')
    const values = [CHECKPOINTS, after, checkpointed.every, checkpointVersion(checkpointed), WALK, day]
    await job.complete(async (client) => void (await client.query({ ...ENQUEUE_SLICE, values })))
    outboxWritten.publish([{ kind: WALK }, { kind: CHECKPOINTS }])
  },
}
