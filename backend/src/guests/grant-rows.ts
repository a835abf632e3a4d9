import type { Write } from '../event-store/stream/commit.js'
import type { ServerKeys } from '../platform/crypto/server-keys.js'
import type { GuestDetails } from './guest.events.js'

/** What is kept of an address outside the log: equal for equal addresses, and meaningless without the server's key. */
export async function fingerprintOf(keys: ServerKeys, email: string): Promise<Buffer> {
  return (await keys.of('guest-addresses')).fingerprint(email)
}

/** The row by which links and sessions find a grant, in the append of the invitation. */
export function insertGrant(accountId: string, id: string, fingerprint: Buffer, { until }: GuestDetails): Write {
  return {
    name: 'append-grant',
    text: `
      insert into guest_grants (account_id, id, fingerprint, until, created_at)
      select $1::uuid, $2::uuid, $3::bytea, $4::date, (select recorded_at from account_heads where account_id = $1::uuid)`,
    values: [accountId, id, fingerprint, until],
  }
}

/** Ends links and sessions of a grant with it, on every process: each request reads its session's row. */
export function deleteGrant(accountId: string, id: string): Write[] {
  return [
    {
      name: 'append-ended-grant',
      text: `delete from guest_grants where account_id = $1::uuid and id = $2::uuid`,
      values: [accountId, id],
    },
    {
      name: 'append-ended-guest-sessions',
      text: `delete from sessions where user_id = $1::uuid and grant_id = $2::uuid`,
      values: [accountId, id],
    },
  ]
}
