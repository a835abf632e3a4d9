import { Logger } from '@nestjs/common'
import type { JobWorker } from '../jobs/job-worker.js'
import { purgeAccesses } from '../platform/http/access-records.js'

/** Deletes access records daily after the retention period of the law. Belongs to the operator, because the platform knows no jobs. */
export const accessRecordsWorker: JobWorker = {
  kind: 'purge-access-records',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    new Logger('access').log(`${await purgeAccesses(database, signal)} access records purged`)
  },
}
