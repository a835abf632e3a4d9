import { Logger } from '@nestjs/common'
import { isRejected } from '@prumo/shared/rejections'
import type { JobContext, JobWorker } from '../jobs/job-worker.js'
import { logFacts } from '../platform/http/failures.js'
import { endAccess } from './grants.js'

interface EndedGrant {
  accountId: string
  id: string
}

const SLICE = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'
const FIND = {
  name: 'find-ended-grants',
  text: `
    select account_id as "accountId", id from guest_grants
    where until < $1::date and (account_id, id) > ($2::uuid, $3::uuid) order by account_id, id limit ${SLICE}`,
}

/**
 * Each day ends the grants whose last day has passed, so that nothing of their guests is kept. No guest enters by them since then.
 * A failure does not stop the others; then the job is retried.
 */
export const endedGrantsWorker: JobWorker = {
  kind: 'ended-grants',
  daily: true,
  concurrency: 1,
  async run({ signal }, tools) {
    const today = tools.database.clock.today()
    let failed = 0
    for (let last: EndedGrant = { accountId: NO_ID, id: NO_ID }; ;) {
      const ended = await tools.database.rows<EndedGrant>(FIND, [today, last.accountId, last.id])
      for (const grant of ended) {
        signal.throwIfAborted()
        if (!(await isRecorded(grant, today, tools))) failed++
      }
      if (ended.length < SLICE) break
      last = ended.at(-1) as EndedGrant
    }
    if (failed > 0) throw new Error(`The end of ${failed} grants could not be recorded`)
  },
}

async function isRecorded({ accountId, id }: EndedGrant, today: string, { commands }: JobContext): Promise<boolean> {
  try {
    await commands.execute(endAccess({ accountId, actor: accountId, source: 'app' }, id, { type: 'ExpireAccess', today }))
    return true
  } catch (failure) {
    // The account was erased meanwhile.
    if (isRejected(failure, 'NOT_FOUND')) return true
    new Logger('guests').error({ ...logFacts(failure), accountId }, 'The end of a grant could not be recorded')
    return false
  }
}
