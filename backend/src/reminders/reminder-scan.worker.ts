import type { JobWorker } from '../jobs/job-worker.js'
import { outboxWritten } from '../jobs/outbox.js'
import { deleteInPortions, type PortionedDelete } from '../platform/database/delete-in-portions.js'
import { momentInSaoPaulo, readReminderPortion } from './reminder-days.js'
import { REMINDER_DIGEST } from './reminder-digest.worker.js'

const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Accounts per statement. */
const PORTION = 500

const LAPSED_ENDPOINTS: PortionedDelete = {
  name: 'purge-reminder-endpoints',
  table: 'reminder_endpoints',
  key: ['fingerprint'],
  where: 'expires_at < now()',
}

// A job that is due serves this hour too. The subquery names no row of the outer one, or Citus would refuse it.
const ENQUEUE = {
  name: 'enqueue-digests',
  text: `
    insert into outbox (kind, subject, account_id) select $1, a.id::text, a.id from unnest($2::uuid[]) as a(id)
    where a.id not in (
      select account_id from outbox
      where account_id = any ($2::uuid[]) and kind = $1 and subject = any ($2::uuid[]::text[]) and num_nulls(claim, failed_at) = 2
        and due_at <= now())`,
}

/**
 * Each hour enqueues the digests of the accounts whose hour has come, also of hours without a worker. What was sent already is
 * not sent again, so it may run as often as one likes.
 */
export const reminderScanWorker: JobWorker = {
  kind: 'reminder-scan',
  hourly: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    await deleteInPortions(database, LAPSED_ENDPOINTS, signal)
    const moment = momentInSaoPaulo(database.clock.now())
    for (let after = NO_ID; ;) {
      signal.throwIfAborted()
      const accounts = await readReminderPortion(database, after, moment, PORTION)
      const due = accounts.filter(({ isDue }) => isDue).map(({ accountId }) => accountId)
      if (due.length > 0) {
        await database.rows(ENQUEUE, [REMINDER_DIGEST, due])
        outboxWritten.publish([{ kind: REMINDER_DIGEST }])
      }
      if (accounts.length < PORTION) return
      after = accounts.at(-1)?.accountId as string
    }
  },
}
