import type { PoolClient } from 'pg'
import type { Write } from '../event-store/stream/commit.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { networkOf, type ClientInfo } from './client.js'

/** Someone who has just signed in. */
export interface DeviceLogin {
  userId: string
  email: string
  client: ClientInfo
}

/** A device that was not used for so many days is new again. */
export const REMEMBERED_DAYS = 180

// The first device of an account without a known one is not new.
const NOTE = {
  name: 'note-known-device',
  text: `
    with known as (
      select fingerprint = any($2::bytea[]) as is_same from known_devices where user_id = $1 and seen_at > now() - interval '${REMEMBERED_DAYS} days'
    ), noted as (
      insert into known_devices (user_id, fingerprint) values ($1, ($2::bytea[])[1])
      on conflict (user_id, fingerprint) do update set seen_at = excluded.seen_at
    )
    select count(*) > 0 and not bool_or(is_same) as "isNew" from known`,
}

/** Notes from where somebody signed in. @returns whether it is new to an account that knows others */
export async function noteDevice(on: PoolClient, keys: AccountKeys, { userId, client }: DeviceLogin): Promise<boolean> {
  const { rows } = await on.query<{ isNew: boolean | null }>({ ...NOTE, values: [userId, fingerprintsOf(keys, userId, client)] })
  return rows[0]?.isNew ?? false
}

/** The device that an account is opened with, which is known from then on. */
export function insertFirstDevice(keys: AccountKeys, userId: string, client: ClientInfo): Write {
  return {
    name: 'append-first-device',
    text: `insert into known_devices (user_id, fingerprint) values ($1::uuid, $2::bytea)`,
    values: [userId, fingerprintsOf(keys, userId, client)[0]],
  }
}

/** A device is the same by its name and the network it is in; it has a fingerprint under each master key, the present one's first. */
function fingerprintsOf(keys: AccountKeys, userId: string, { device, address }: ClientInfo): Buffer[] {
  return keys.fingerprints(`${device}\n${networkOf(address)}`, `device\n${userId}`)
}
