import type { Write } from '../event-store/stream/commit.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'

/**
 * For so many days after an account was erased, or got another e-mail, the e-mail that it had has no first minutes without a plan
 * again.
 */
export const SPENT_DAYS = 90

/** What is kept of an e-mail: fingerprints under the keys of the server, the present one's first. */
export function emailFingerprints(keys: AccountKeys, email: string): Buffer[] {
  return keys.fingerprints(email, 'spent-grace')
}

/**
 * The SQL of whether an e-mail of these fingerprints had its first minutes. @param hexes the SQL of a list of them, as `toHexList`
 * writes it
 */
export const graceSpentSql = (hexes: string) => `
  exists (
    select 1 from spent_graces
    where fingerprint in (select decode(hex, 'hex') from unnest(${hexes}::text[]) hex) and spent_at > now() - interval '${SPENT_DAYS} days')`

/** Fingerprints as a value of a statement. */
export function toHexList(fingerprints: readonly Buffer[]): string {
  return `{${fingerprints.map((bytes) => bytes.toString('hex')).join()}}`
}

/** With its new e-mail an account has what that one had: no first minutes where they were spent. */
export function transferSpentGrace(keys: AccountKeys, accountId: string, email: string): Write {
  return {
    name: 'append-grace-taken-over',
    text: `update users set had_grace = true where id = $1::uuid and ${graceSpentSql('$2')}`,
    values: [accountId, toHexList(emailFingerprints(keys, email))],
  }
}

/** Notes with the end of an account, or with its new e-mail, that the one it had has had its first minutes. */
export function recordSpentGrace(keys: AccountKeys, email: string): Write {
  return {
    name: 'append-spent-grace',
    text: `
      insert into spent_graces (fingerprint) values ($1::bytea)
      on conflict (fingerprint) do update set spent_at = excluded.spent_at`,
    values: [emailFingerprints(keys, email)[0]],
  }
}
