import { logContents } from '@prumo/backend/composition/capabilities'
import { defineProjection } from '@prumo/backend/event-store/projection/projection'
import type { LogContents } from '@prumo/backend/event-store/log-reading'
import { fundMovements } from '@prumo/backend/emergency-fund/fund-movements.projection'
import type { TransactionEvent } from '@prumo/backend/transactions/transaction.events'

/** The variable with the release of a test's process: `next`, or the present one if it is not set. */
export const RELEASE_VARIABLE = 'PRUMO_TEST_RELEASE'

const recordedCounts = defineProjection<TransactionEvent>({
  table: {
    name: 'recorded_counts',
    version: 1,
    columns: { account_id: 'uuid not null', type: 'text not null', recorded: 'bigint not null' },
    key: ['account_id', 'type'],
  },
  on: { TransactionRecorded: (event, rows) => rows.add({ account_id: event.accountId, type: event.data.after.type, recorded: 1 }) },
})

/** A release with one read model more and one less. */
export const nextContents: LogContents = {
  ...logContents,
  epoch: logContents.epoch + 1,
  projections: [...logContents.projections.filter((projection) => projection !== fundMovements), recordedCounts],
}

/** The contents of the log in the release of the environment. */
export function contentsOf({ [RELEASE_VARIABLE]: release }: NodeJS.ProcessEnv): LogContents {
  return release === 'next' ? nextContents : logContents
}
