import { defineProjection } from '../event-store/projection/projection.js'
import type { AccountEvent } from './account.events.js'

/**
 * Since when it is known that the person of an account reads its e-mail; no row until then. Beside the profile, which has to be
 * written whole.
 */
export const verifiedEmails = defineProjection<AccountEvent>({
  table: {
    name: 'verified_emails',
    version: 1,
    survivesReset: true,
    columns: {
      account_id: 'uuid not null',
      verified_at: 'timestamptz(3) not null',
    },
    key: ['account_id'],
  },
  on: {
    EmailVerified: ({ accountId, recordedAt }, rows) => rows.put({ account_id: accountId, verified_at: recordedAt }),
    EmailChanged: ({ accountId, recordedAt }, rows) => rows.put({ account_id: accountId, verified_at: recordedAt }),
  },
})
