import type { Write } from '../event-store/stream/commit.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'

/** How many days after an erasure or a change of e-mail the previous e-mail gets no new grace period. */
export const SPENT_DAYS = 90

/** Fingerprints of an e-mail under the server's keys, the present key's first. The e-mail itself is not stored. */
export function emailFingerprints(keys: AccountKeys, email: string): Buffer[] {
  return keys.fingerprints(email, 'spent-grace')
}

/** SQL of whether an e-mail with these fingerprints has used its grace period. @param hexes SQL of a list as `toHexList` writes it */
export const graceSpentSql = (hexes: string) => `
  exists (
    select 1 from spent_graces
    where fingerprint in (select decode(hex, 'hex') from unnest(${hexes}::text[]) hex) and spent_at > now() - interval '${SPENT_DAYS} days')`

/** A Postgres array of fingerprints in hex. */
export function toHexList(fingerprints: readonly Buffer[]): string {
  return `{${fingerprints.map((bytes) => bytes.toString('hex')).join()}}`
}

/** An account with a new e-mail has no grace period if that e-mail has used it. */
export function transferSpentGrace(keys: AccountKeys, accountId: string, email: string): Write {
  return {
    name: 'append-grace-taken-over',
    text: `update users set had_grace = true where id = $1::uuid and ${graceSpentSql('$2')}`,
    values: [accountId, toHexList(emailFingerprints(keys, email))],
  }
}

/** Records, with the erasure or the change of e-mail, that the account's e-mail has used its grace period. */
export function recordSpentGrace(keys: AccountKeys, email: string): Write {
  return {
    name: 'append-spent-grace',
    text: `
      insert into spent_graces (fingerprint) values ($1::bytea)
      on conflict (fingerprint) do update set spent_at = excluded.spent_at`,
    values: [emailFingerprints(keys, email)[0]],
  }
}
