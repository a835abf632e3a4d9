import type { BusinessType, Difficulty } from '@prumo/shared/business'
import type { User } from '@prumo/shared/identity'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { AccountDetails, AccountEvent } from './account.events.js'

/** The profile of an account. */
export const accountProfile = defineProjection<AccountEvent>({
  table: {
    name: 'account_profile',
    version: 1,
    survivesReset: true,
    columns: {
      account_id: 'uuid not null',
      name: 'text not null',
      email: 'text not null',
      business_name: 'text not null',
      business_type: 'text not null',
      monthly_income: 'bigint not null',
      // A JSON list, in the order of choice.
      main_difficulties: 'text not null',
      created_at: 'timestamptz(3) not null',
    },
    key: ['account_id'],
    keep: ['created_at'],
  },
  on: {
    AccountOpened: (event, rows) => rows.put(rowOf(event, event.data.after)),
    ProfileChanged: (event, rows) => rows.put(rowOf(event, event.data.after)),
    EmailChanged: (event, rows) => rows.put(rowOf(event, event.data.after)),
  },
})

function rowOf(event: RecordedEvent, details: AccountDetails): ProjectionRow {
  return {
    account_id: event.accountId,
    name: details.name,
    email: details.email,
    business_name: details.businessName,
    business_type: details.businessType,
    monthly_income: details.monthlyIncome,
    main_difficulties: JSON.stringify(details.mainDifficulties),
    created_at: event.recordedAt,
  }
}

/** The profile of an account, `monthlyIncome` in reais. Throws NOT_FOUND. */
export class FindUser extends AccountQuery<OnWire<User>> {
  // A link in a mail confirms the address, and the client knows no position of that.
  override readonly isForPrimary = true

  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<User>> {
    const [row] = await database.rows<ProfileRow>(FIND, [this.accountId])
    if (!row) throw new Rejected('NOT_FOUND')
    const { monthlyIncome, mainDifficulties, termsVersion: version, acceptedAt, ...rest } = row
    return {
      ...rest,
      monthlyIncome: centavosToReais(monthlyIncome),
      mainDifficulties: JSON.parse(mainDifficulties) as Difficulty[],
      acceptedTerms: version === null || acceptedAt === null ? null : { version, acceptedAt },
    }
  }
}

interface ProfileRow {
  id: string
  name: string
  email: string
  emailVerified: boolean
  businessName: string
  businessType: BusinessType
  monthlyIncome: number
  mainDifficulties: string
  createdAt: string
  termsVersion: string | null
  acceptedAt: string | null
}

const FIND = {
  name: 'find-user',
  text: `
    select account_id as id, name, email, v.verified_at is not null as "emailVerified", business_name as "businessName", business_type as "businessType",
      monthly_income as "monthlyIncome", main_difficulties as "mainDifficulties", ${isoText('created_at')} as "createdAt",
      t.version as "termsVersion", ${isoText('t.accepted_at')} as "acceptedAt"
    from account_profile left join accepted_terms t using (account_id) left join verified_emails v using (account_id) where account_id = $1`,
}
