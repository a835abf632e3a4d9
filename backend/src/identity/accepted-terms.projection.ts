import { defineProjection } from '../event-store/projection/projection.js'
import type { AccountEvent } from './account.events.js'

/** The latest accepted version of the terms of use. A table of its own, because the profile's row is always written whole. */
export const acceptedTerms = defineProjection<AccountEvent>({
  table: {
    name: 'accepted_terms',
    version: 1,
    survivesReset: true,
    columns: {
      account_id: 'uuid not null',
      version: 'text not null',
      accepted_at: 'timestamptz(3) not null',
    },
    key: ['account_id'],
  },
  on: {
    TermsAccepted: ({ accountId, recordedAt, data }, rows) =>
      rows.put({ account_id: accountId, version: data.version, accepted_at: recordedAt }),
  },
})
