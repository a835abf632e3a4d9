import type { JobWorker } from '../jobs/job-worker.js'
import { REMEMBERED_DAYS } from './known-devices.js'
import { SPENT_DAYS } from './spent-graces.js'

const PURGES = [
  { name: 'purge-spent-graces', text: `delete from spent_graces where spent_at < now() - interval '${SPENT_DAYS} days'` },
  { name: 'purge-known-devices', text: `delete from known_devices where seen_at < now() - interval '${REMEMBERED_DAYS} days'` },
  { name: 'purge-email-links', text: 'delete from email_links where expires_at < now()' },
  { name: 'purge-sessions', text: `delete from sessions where expires_at < now()` },
]

/** Each day forgets what was kept of who got in for as long as it had to be. */
export const lapsedAccessWorker: JobWorker = {
  kind: 'lapsed-access',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    for (const purge of PURGES) {
      signal.throwIfAborted()
      await database.rows(purge)
    }
  },
}
