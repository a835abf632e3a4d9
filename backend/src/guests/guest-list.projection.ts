import type { CalendarDate } from '@prumo/shared/calendar'
import type { Grant, GuestUser } from '@prumo/shared/guests'
import { Rejected } from '@prumo/shared/rejections'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { GrantFacts } from './guest.decider.js'
import type { GuestEvent } from './guest.events.js'

/** The guests of an account whose access has not ended. */
export const guestList = defineProjection<GuestEvent>({
  table: {
    name: 'guest_list',
    version: 1,
    survivesReset: true,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      name: 'text not null',
      email: 'text not null',
      until: 'date',
      created_at: 'timestamptz(3) not null',
    },
    key: ['account_id', 'id'],
  },
  on: {
    GuestInvited: ({ accountId, entityId, recordedAt, data: { after } }, rows) =>
      rows.put({ account_id: accountId, id: entityId, ...after, created_at: recordedAt }),
    GuestAccessEnded: ({ accountId, entityId }, rows) => rows.remove({ account_id: accountId, id: entityId }),
    GuestAccessExpired: ({ accountId, entityId }, rows) => rows.remove({ account_id: accountId, id: entityId }),
  },
})

/** How often each of them entered, and when last. A table of its own, because rows are written whole. */
export const guestEntries = defineProjection<GuestEvent>({
  table: {
    name: 'guest_entries',
    version: 1,
    survivesReset: true,
    columns: {
      account_id: 'uuid not null',
      guest_id: 'uuid not null',
      entries: 'integer not null',
      last_entered_at: 'timestamptz(3) not null',
    },
    key: ['account_id', 'guest_id'],
  },
  on: {
    GuestEntered: ({ accountId, entityId, recordedAt, data }, rows) =>
      rows.put({ account_id: accountId, guest_id: entityId, entries: data.entries, last_entered_at: recordedAt }),
    GuestAccessEnded: ({ accountId, entityId }, rows) => rows.remove({ account_id: accountId, guest_id: entityId }),
    GuestAccessExpired: ({ accountId, entityId }, rows) => rows.remove({ account_id: accountId, guest_id: entityId }),
  },
})

const IS_OPEN = '(until is null or until >= $2::date)'

const LIST = {
  name: 'list-grants',
  text: `
    select g.id, g.name, g.email, g.until::text as until, ${isoText('g.created_at')} as "createdAt",
      ${isoText('e.last_entered_at')} as "lastEnteredAt", coalesce(e.entries, 0) as entries
    from guest_list g left join guest_entries e on e.account_id = $1 and e.guest_id = g.id
    where g.account_id = $1 and ${IS_OPEN} order by g.created_at desc, g.id desc`,
}

/** The grants of an account, newest first. */
export class ListGrants extends AccountQuery<Grant[]> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  answer(database: RowReader): Promise<Grant[]> {
    return database.rows<Grant>(LIST, [this.accountId, this.today])
  }
}

const FACTS = {
  name: 'grant-facts',
  text: `
    select (select count(*)::integer from guest_list where account_id = $1 and ${IS_OPEN}) as others, email as "ownEmail"
    from account_profile where account_id = $1`,
}

/** What an invitation depends on. Throws NOT_FOUND. */
export class FindGrantFacts extends AccountQuery<GrantFacts> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<GrantFacts> {
    const [found] = await database.rows<GrantFacts>(FACTS, [this.accountId, this.today])
    if (!found) throw new Rejected('NOT_FOUND')
    return found
  }
}

/** A grant with its guest, and the person who gave it. */
export interface GuestOfAccount {
  name: string
  email: string
  ownerName: string
  businessName: string
  entries: number
}

const FIND = {
  name: 'find-guest',
  text: `
    select g.name, g.email, p.name as "ownerName", p.business_name as "businessName",
      coalesce((select entries from guest_entries where account_id = $1 and guest_id = $2), 0) as entries
    from guest_list g join account_profile p on p.account_id = $1 where g.account_id = $1 and g.id = $2`,
}

/** A guest of an account; null once the access has ended. */
export async function readGuest(database: RowReader, accountId: string, grantId: string): Promise<GuestOfAccount | null> {
  const [found] = await database.rows<GuestOfAccount>(FIND, [accountId, grantId])
  return found ?? null
}

/** A guest of an account. Throws NOT_FOUND. */
export class FindGuest extends AccountQuery<GuestOfAccount> {
  constructor(
    readonly accountId: string,
    readonly grantId: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<GuestOfAccount> {
    const found = await readGuest(database, this.accountId, this.grantId)
    if (!found) throw new Rejected('NOT_FOUND')
    return found
  }
}

export function toGuestUser({ name, businessName }: Pick<GuestOfAccount, 'name' | 'businessName'>): GuestUser {
  return { name, role: 'guest', businessName }
}
