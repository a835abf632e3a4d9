import type { OpenGrant } from '@prumo/shared/guests'
import type { CalendarDate } from '@prumo/shared/calendar'
import { accessSql } from '../access/sessions.js'
import type { RowReader } from '../platform/database/connection-pool.js'

/** A grant by which its guest can enter now: it has not ended, and its owner has access. */
export interface EnterableGrant {
  accountId: string
  grantId: string
  /** The last day; null for a grant without an end. */
  until: CalendarDate | null
  /** The end of that day. */
  endsAt: Date | null
  /** Of the guest, as the owner wrote it. */
  name: string
  ownerName: string
  businessName: string
}

type GrantRow = Pick<EnterableGrant, 'accountId' | 'grantId' | 'until' | 'endsAt'>

/** The most businesses that a guest chooses among. */
const MAX_BUSINESSES = 200

// Of several grants of one account the latest counts.
const OF_ADDRESS = {
  name: 'grants-of-address',
  text: `
    select * from (
      select distinct on (account_id) account_id as "accountId", id as "grantId", until::text as until,
        (until + 1)::timestamp at time zone 'America/Sao_Paulo' as "endsAt", created_at
      from guest_grants where fingerprint = $1 and (until is null or until >= $2::date)
      order by account_id, id = $3::uuid desc, created_at desc, id desc
    ) g order by "grantId" = $3::uuid desc, created_at desc limit ${MAX_BUSINESSES}`,
}

const ofAccount = (graceSeconds: number) => ({
  name: 'enterable-grant',
  text: `
    select g.name, p.name as "ownerName", p.business_name as "businessName"
    from guest_list g join account_profile p on p.account_id = $1
    where g.account_id = $1 and g.id = $2 and ${accessSql('$1::uuid', graceSeconds)}`,
})

/**
 * The grants of an address by which its guest can enter, one for each account.
 * @param first the id of the grant to list first; the others are sorted by age, newest first
 */
export async function findEnterableGrants(
  database: RowReader,
  asked: { fingerprint: Buffer; first: string; today: CalendarDate; graceSeconds: number },
): Promise<EnterableGrant[]> {
  const rows = await database.rows<GrantRow>(OF_ADDRESS, [asked.fingerprint, asked.today, asked.first])
  const statement = ofAccount(asked.graceSeconds)
  // Each account by itself, because their rows may be on different nodes.
  const found = await Promise.all(
    rows.map(async ({ accountId, grantId, until, endsAt }) => {
      const [owner] = await database.rows<Omit<EnterableGrant, keyof GrantRow>>(statement, [accountId, grantId])
      return owner ? [{ accountId, grantId, until, endsAt, ...owner }] : []
    }),
  )
  return found.flat()
}

/** The businesses that a guest chooses among. */
export function toOpenGrants(grants: readonly EnterableGrant[]): OpenGrant[] {
  return grants.map(({ grantId: id, businessName }) => ({ id, businessName }))
}
