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

// Of several accounts at once: a guest may have 200. Their rows may be on different nodes, so each table is joined by its account.
const ofAccounts = (graceSeconds: number) => ({
  name: 'enterable-grants',
  text: `
    select g.account_id as "accountId", g.id as "grantId", g.name, p.name as "ownerName", p.business_name as "businessName"
    from guest_list g join account_profile p on p.account_id = g.account_id and p.account_id = any($1::uuid[])
    where g.account_id = any($1::uuid[]) and g.id = any($2::uuid[]) and ${accessSql('g.account_id', graceSeconds)}`,
})

/**
 * The grants of an address by which its guest can enter, one for each account. Two statements, however many there are.
 * @param first the id of the grant to list first; the others are sorted by age, newest first
 */
export async function findEnterableGrants(
  database: RowReader,
  asked: { fingerprint: Buffer; first: string; today: CalendarDate; graceSeconds: number },
): Promise<EnterableGrant[]> {
  const grants = await database.rows<GrantRow>(OF_ADDRESS, [asked.fingerprint, asked.today, asked.first])
  const ids = [grants.map(({ accountId }) => accountId), grants.map(({ grantId }) => grantId)]
  const enterable = await database.rows<Omit<EnterableGrant, 'until' | 'endsAt'>>(ofAccounts(asked.graceSeconds), ids)
  const found = new Map(enterable.map((grant) => [`${grant.accountId} ${grant.grantId}`, grant]))
  return grants.flatMap((row) => {
    const grant = found.get(`${row.accountId} ${row.grantId}`)
    return grant ? [{ ...row, ...grant }] : []
  })
}

/** The businesses that a guest chooses among. */
export function toOpenGrants(grants: readonly EnterableGrant[]): OpenGrant[] {
  return grants.map(({ grantId: id, businessName }) => ({ id, businessName }))
}
