import type { PoolClient } from 'pg'
import type { Write } from '../event-store/stream/commit.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { networkOf, type ClientInfo } from './client.js'

/** A login and its device. */
export interface DeviceLogin {
  userId: string
  email: string
  client: ClientInfo
}

/** A device unused for this many days counts as new again. */
export const REMEMBERED_DAYS = 180

// The first device of an account is not new.
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

/** Records the device of a login. @returns whether it is new to an account that has others */
export async function noteDevice(on: PoolClient, keys: AccountKeys, { userId, client }: DeviceLogin): Promise<boolean> {
  const { rows } = await on.query<{ isNew: boolean | null }>({ ...NOTE, values: [userId, fingerprintsOf(keys, userId, client)] })
  return rows[0]?.isNew ?? false
}

/** Records the device of a registration. */
export function insertFirstDevice(keys: AccountKeys, userId: string, client: ClientInfo): Write {
  return {
    name: 'append-first-device',
    text: `insert into known_devices (user_id, fingerprint) values ($1::uuid, $2::bytea)`,
    values: [userId, fingerprintsOf(keys, userId, client)[0]],
  }
}

/** A device is identified by its name and network. It has one fingerprint per master key, the present key's first. */
function fingerprintsOf(keys: AccountKeys, userId: string, { device, address }: ClientInfo): Buffer[] {
  return keys.fingerprints(`${device}\n${networkOf(address)}`, `device\n${userId}`)
}
