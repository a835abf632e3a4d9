import { Logger } from '@nestjs/common'
import type { JobWorker } from '../jobs/job-worker.js'
import { purgeAccesses } from '../platform/http/access-records.js'

/** Takes away each day what the law has no longer kept. A worker of the operator's, because the ground knows no jobs. */
export const accessRecordsWorker: JobWorker = {
  kind: 'purge-access-records',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    new Logger('access').log(`${await purgeAccesses(database, signal)} access records purged`)
  },
}
