import type { JobWorker } from '../jobs/job-worker.js'
import { deleteInPortions, type PortionedDelete } from '../platform/database/delete-in-portions.js'
import { REMEMBERED_DAYS } from './known-devices.js'
import { SPENT_DAYS } from './spent-graces.js'

const PURGES: readonly PortionedDelete[] = [
  {
    name: 'purge-spent-graces',
    table: 'spent_graces',
    key: ['fingerprint'],
    where: `spent_at < now() - interval '${SPENT_DAYS} days'`,
  },
  {
    name: 'purge-known-devices',
    table: 'known_devices',
    key: ['user_id', 'fingerprint'],
    where: `seen_at < now() - interval '${REMEMBERED_DAYS} days'`,
  },
  { name: 'purge-email-links', table: 'email_links', key: ['user_id', 'purpose'], where: 'expires_at < now()' },
  { name: 'purge-guest-links', table: 'guest_links', key: ['id'], where: 'expires_at < now()' },
  { name: 'purge-sessions', table: 'sessions', key: ['user_id', 'id'], where: 'expires_at < now()' },
]

/** Each day deletes expired records of logins: graces, devices, links and sessions. */
export const lapsedAccessWorker: JobWorker = {
  kind: 'lapsed-access',
  daily: true,
  concurrency: 1,
  async run({ signal }, { database }) {
    for (const purge of PURGES) await deleteInPortions(database, purge, signal)
  },
}
