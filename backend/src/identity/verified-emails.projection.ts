import { defineProjection } from '../event-store/projection/projection.js'
import type { AccountEvent } from './account.events.js'

/** Since when the e-mail is confirmed; no row until then. A table of its own, because the profile's row is always written whole. */
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
