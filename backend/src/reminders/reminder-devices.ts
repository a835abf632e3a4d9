import { createHash } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import type { CalendarDate } from '@prumo/shared/calendar'
import { MAX_REMINDER_DEVICES, reminderTexts } from '@prumo/shared/reminder-rules'
import type { ReminderDevice } from '@prumo/shared/reminders'
import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { v7 as newId } from 'uuid'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import type { Write } from '../event-store/stream/commit.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import type { PushOutcome, PushSubscriptionData } from '../platform/push/push-sender.js'

/** A session that is still open: a device without one receives nothing. */
const IS_OPEN = `s.expires_at > now() and s.last_seen_at > now() - interval '30 days'`
const COLUMNS = `d.id, d.device, ${isoText('d.last_delivered_at')} as "lastDeliveredAt", ${isoText('d.failed_at')} as "failedAt"`

const LIST = {
  name: 'list-reminder-devices',
  text: `
    select ${COLUMNS} from reminder_devices d join sessions s on s.user_id = $1 and s.id = d.session_id
    where d.account_id = $1 and ${IS_OPEN} order by d.created_at, d.id`,
}

// The lock makes registrations of an account wait for each other, so that their number is exact.
const LOCK = 'select wrapped_key as wrapped from account_keys where account_id = $1 for no key update'
// The session cannot end before the device is stored, and takes it along later.
const HOLD_SESSION = 'select 1 from sessions where user_id = $1 and id = $2 for key share'
const FIND_OWN = `select ${COLUMNS}, d.fingerprint = $2::bytea as "isSame" from reminder_devices d where d.account_id = $1`
const FIND_OWNER = 'select account_id as "accountId", device_id as id from reminder_endpoints where fingerprint = $1 for update'
const CLAIM = `
  insert into reminder_endpoints as e (fingerprint, account_id, device_id, expires_at) values ($1, $2, $3, now() + interval '30 days')
  on conflict (fingerprint) do update set account_id = excluded.account_id, device_id = excluded.device_id, expires_at = excluded.expires_at`
const PUT = `
  insert into reminder_devices (account_id, id, session_id, device, fingerprint, sealed) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, id) do update set session_id = excluded.session_id, device = excluded.device, sealed = excluded.sealed`
const DELETE = {
  name: 'delete-reminder-device',
  text: 'delete from reminder_devices where account_id = $1 and id = $2 returning fingerprint',
}
const RELEASE = { name: 'release-endpoint', text: 'delete from reminder_endpoints where fingerprint = $1 and account_id = $2' }

/** Binds a sealed subscription to its row. */
function contextOf(accountId: string, id: string): string {
  return `push-subscription\n${accountId}\n${id}`
}

function fingerprintOf(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest()
}

/**
 * The devices of accounts that receive notifications. A push endpoint belongs to the account that registered it last. Rows are
 * kept by account, so the owners of endpoints have a table of their own: a row without it is void.
 */
@Injectable()
export class ReminderDevices {
  constructor(
    private readonly database: Database,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /** Oldest first, without those whose session has ended. */
  list(accountId: string): Promise<ReminderDevice[]> {
    return this.database.rows<ReminderDevice>(LIST, [accountId])
  }

  /**
   * Registers the device of a session, or renews it. Rejects with QUOTA_EXCEEDED for one too many, and UNAUTHENTICATED when the
   * session has just ended.
   */
  async register({ accountId, sessionId }: Caller, subscription: PushSubscriptionData, device: string): Promise<ReminderDevice> {
    const fingerprint = fingerprintOf(subscription.endpoint)
    return this.database.transaction(async (client) => {
      const { rows: locked } = await client.query<{ wrapped: Buffer }>(LOCK, [accountId])
      const { rowCount } = await client.query(HOLD_SESSION, [accountId, sessionId])
      if (!locked[0] || rowCount === 0) throw new Rejected('UNAUTHENTICATED')
      const { rows: own } = await client.query<ReminderDevice & { isSame: boolean }>(FIND_OWN, [accountId, fingerprint])
      const known = own.find(({ isSame }) => isSame)
      if (!known && own.length >= MAX_REMINDER_DEVICES) throw new Rejected('QUOTA_EXCEEDED', reminderTexts.tooManyDevices)
      const id = known?.id ?? newId()
      await claimEndpoint(client, fingerprint, accountId, id)
      const sealed = this.reading.keys.unwrap(accountId, locked[0].wrapped).seal(JSON.stringify(subscription), contextOf(accountId, id))
      await client.query(PUT, [accountId, id, sessionId, device, fingerprint, sealed])
      return { id, device, lastDeliveredAt: known?.lastDeliveredAt ?? null, failedAt: known?.failedAt ?? null }
    })
  }

  /** Rejects with NOT_FOUND if it is not the account's. */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await removeDevice(this.database, accountId, id))) throw new Rejected('NOT_FOUND')
  }
}

/** Makes the account the owner of an endpoint; another account's device with it goes. */
async function claimEndpoint(client: PoolClient, fingerprint: Buffer, accountId: string, id: string): Promise<void> {
  const { rows } = await client.query<{ accountId: string; id: string }>(FIND_OWNER, [fingerprint])
  const [owner] = rows
  await client.query(CLAIM, [fingerprint, accountId, id])
  if (owner && owner.id !== id) await client.query(DELETE.text, [owner.accountId, owner.id])
}

async function removeDevice(database: RowReader, accountId: string, id: string): Promise<boolean> {
  const [removed] = await database.rows<{ fingerprint: Buffer }>(DELETE, [accountId, id])
  if (removed) await database.rows(RELEASE, [removed.fingerprint, accountId])
  return removed !== undefined
}

/** Removes the devices of an account, in the transaction of its reset; an erasure also removes the owners of their endpoints. */
export function deleteDevices(accountId: string): Write[] {
  return [
    { name: 'append-forgotten-devices', text: `delete from reminder_devices where account_id = $1::uuid`, values: [accountId] },
    { name: 'append-forgotten-endpoints', text: `delete from reminder_endpoints where account_id = $1::uuid`, values: [accountId] },
  ]
}

/** A device that a message is to be sent to. */
export interface PushTarget {
  id: string
  subscription: PushSubscriptionData
  attempts: number
  /** When it may be tried again; null for now. */
  retryAt: Date | null
}

const TARGETS = {
  name: 'push-targets',
  text: `
    select d.id, d.fingerprint, d.sealed, d.attempts, d.retry_at as "retryAt"
    from reminder_devices d join sessions s on s.user_id = $1 and s.id = d.session_id
    where d.account_id = $1 and (d.done_day is null or d.done_day < $2::date) and ${IS_OPEN} order by d.created_at, d.id`,
}
const OWNED = {
  name: 'owned-endpoints',
  text: 'select device_id as id from reminder_endpoints where account_id = $1 and fingerprint = any ($2::bytea[])',
}

/** The account's open devices that lack the digest of a day. @param day any later day for all devices */
export async function findPushTargets(database: RowReader, key: DataKey, accountId: string, day: CalendarDate): Promise<PushTarget[]> {
  interface TargetRow extends Omit<PushTarget, 'subscription'> {
    fingerprint: Buffer
    sealed: string
  }
  const rows = await database.rows<TargetRow>(TARGETS, [accountId, day])
  if (rows.length === 0) return []
  const owned = await database.rows<{ id: string }>(OWNED, [accountId, rows.map(({ fingerprint }) => fingerprint)])
  const ids = new Set(owned.map(({ id }) => id))
  return rows.flatMap(({ id, sealed, attempts, retryAt }) => {
    if (!ids.has(id)) return []
    const subscription = JSON.parse(key.open(sealed, contextOf(accountId, id))) as PushSubscriptionData
    return { id, subscription, attempts, retryAt }
  })
}

const NOTE = {
  name: 'note-push',
  text: `
    update reminder_devices set
      last_delivered_at = case when $3 then $4::timestamptz else last_delivered_at end,
      failed_at = case when $3 then null else $4::timestamptz end,
      done_day = coalesce($5::date, done_day), attempts = $6, retry_at = $7
    where account_id = $1 and id = $2`,
}

/** What becomes of a device after a push. */
export interface PushNote {
  /** The day whose digest is done; null where it is to be tried again, or for a test. */
  doneDay: CalendarDate | null
  attempts: number
  retryAt: Date | null
}

/** Notes the outcome of a push; a subscription that has ended is removed. */
export async function notePush(
  database: RowReader,
  accountId: string,
  id: string,
  { how }: PushOutcome,
  now: Date,
  { doneDay, attempts, retryAt }: PushNote,
): Promise<void> {
  if (how === 'gone') await removeDevice(database, accountId, id)
  else await database.rows(NOTE, [accountId, id, how === 'delivered', now, doneDay, attempts, retryAt])
}
