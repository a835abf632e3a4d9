import { Logger } from '@nestjs/common'
import type { JobWorker } from '../jobs/job-worker.js'
import { noteErasure } from './erasure-list.js'

export const ERASURE_LIST = 'erasure-list'

const ERASED_AT = {
  name: 'erased-at',
  text: `
    select e.recorded_at as at from account_heads h join events e on e.account_id = h.account_id and e.seq = h.seq
    where h.account_id = $1 and e.type = 'AccountErased'`,
}

/** Appends an erasure to the list outside of the database; the subject is the account. */
export const erasureListWorker: JobWorker = {
  kind: ERASURE_LIST,
  async run({ subject: accountId }, { database, settings }) {
    const [erased] = await database.rows<{ at: Date }>(ERASED_AT, [accountId])
    if (!erased) return
    const { damagedLines } = await noteErasure(settings.dataDir, { accountId, erasedAt: erased.at.toISOString() })
    if (damagedLines.length > 0) new Logger('jobs').error({ damagedLines }, 'The list of erasures has lines that cannot be read')
  },
}
