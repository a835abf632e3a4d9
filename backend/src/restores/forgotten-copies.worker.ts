import type { JobWorker } from '../jobs/job-worker.js'
import { deleteInPortions } from '../platform/database/delete-in-portions.js'
import { FORGET_OLD } from './kept-copies.js'

/** Each day deletes copies after their retention period, restored or not. */
export const forgottenCopiesWorker: JobWorker = {
  kind: 'forgotten-copies',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    await deleteInPortions(database, FORGET_OLD, signal)
  },
}
