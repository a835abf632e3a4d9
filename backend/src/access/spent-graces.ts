import { ifAppended, type Write } from '../event-store/stream/commit.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'

/** For so many days after an account was erased its e-mail has no first minutes without a plan again. */
export const SPENT_DAYS = 90

/** What is kept of an e-mail: fingerprints under the keys of the server, the present one's first. */
export function emailFingerprints(keys: AccountKeys, email: string): Buffer[] {
  return keys.fingerprints(email, 'spent-grace')
}

/** Notes with the end of an account that its e-mail had its first minutes. */
export function graceSpent(keys: AccountKeys, accountId: string, email: string): Write {
  return {
    name: 'append-spent-grace',
    text: `
      insert into spent_graces (fingerprint) select $2::bytea where ${ifAppended('$1::uuid')}
      on conflict (fingerprint) do update set spent_at = now()`,
    values: [accountId, emailFingerprints(keys, email)[0]],
  }
}
