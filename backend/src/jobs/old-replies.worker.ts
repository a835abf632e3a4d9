import { REPLY_DAYS } from '../event-store/write-path/idempotency.js'
import { repeatInPortions } from '../platform/database/delete-in-portions.js'
import type { JobWorker } from './job-worker.js'

/** Rows per statement: their pages may have to be read from disk. */
const PORTION = 1_000

const DELETE_REPLIES = {
  name: 'delete-old-replies',
  text: `
    with old as materialized (
      select account_id, key from commands where reply is not null and replied_on < current_date - ${REPLY_DAYS} order by replied_on limit ${PORTION})
    update commands c set request = null, reply = null from old where c.account_id = old.account_id and c.key = old.key returning 1`,
}

/** Deletes replies of idempotency keys each day after their retention. The keys stay: a retry gets ALREADY_DONE. */
export const oldRepliesWorker: JobWorker = {
  kind: 'delete-old-replies',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    await repeatInPortions(database, DELETE_REPLIES, signal)
  },
}
