import { makeCheckpoints } from '../event-store/projection/checkpoints.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { CHECKPOINTS } from './account-at-day.js'

/** Makes the checkpoints that an account lacks; its subject is the account. One is enough at a time: nobody waits for them. */
export const checkpointsWorker: JobWorker = {
  kind: CHECKPOINTS,
  concurrency: 1,
  run: (job, { database, reading }) => makeCheckpoints(database.pool, reading, job.subject, job.signal),
}
