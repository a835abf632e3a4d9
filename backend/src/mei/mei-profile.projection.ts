import type { Mei } from '@prumo/shared/mei'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { MeiEvent } from './mei.events.js'

/** The profile of the MEI. */
export const meiProfile = defineProjection<MeiEvent>({
  table: {
    name: 'mei_profile',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      opened_on: 'date not null',
      // JSON lists.
      activities: 'text not null',
      excluded_categories: 'text not null',
      is_cargo_driver: 'boolean not null',
      closed_on: 'date',
      has_employee: 'boolean not null',
      version: 'integer not null',
    },
    key: ['account_id'],
  },
  on: {
    MeiConfigured: ({ accountId, entityVersion, data: { after } }, rows) =>
      rows.put({
        account_id: accountId,
        opened_on: after.openedOn,
        activities: JSON.stringify(after.activities),
        excluded_categories: JSON.stringify(after.excludedCategories),
        is_cargo_driver: after.isCargoDriver,
        closed_on: after.closedOn,
        has_employee: after.hasEmployee,
        version: entityVersion,
      }),
    MeiRemoved: ({ accountId }, rows) => rows.remove({ account_id: accountId }),
  },
})

const PROFILE = {
  name: 'mei-profile',
  text: `
    select opened_on as "openedOn", activities::json as activities, is_cargo_driver as "isCargoDriver", closed_on as "closedOn",
      excluded_categories::json as "excludedCategories", has_employee as "hasEmployee", version from mei_profile where account_id = $1`,
}

/** The profile of the account's MEI; null before it is set. */
export async function readMei(database: RowReader, accountId: string): Promise<Mei | null> {
  return (await database.rows<Mei>(PROFILE, [accountId]))[0] ?? null
}

export class FindMei extends AccountQuery<Mei | null> {
  constructor(readonly accountId: string) {
    super()
  }

  answer(database: RowReader): Promise<Mei | null> {
    return readMei(database, this.accountId)
  }
}
