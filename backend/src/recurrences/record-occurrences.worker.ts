import { Logger } from '@nestjs/common'
import { isRejected } from '@prumo/shared/rejections'
import type { JobWorker, JobContext } from '../jobs/job-worker.js'
import { logFacts } from '../platform/http/failures.js'
import { recurrenceCommand } from './recurrence-command.js'
import { dueRecurrences, type DueRecurrence } from './recurrence-list.projection.js'

const KIND = 'record-occurrences'
const SLICE = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'
const BEFORE_ALL: DueRecurrence = { dueOn: '0001-01-01', accountId: NO_ID, id: NO_ID }

/**
 * Each day records the occurrences that came into reach, also those of days without a worker. A failure does not stop
 * the others; then the job is retried and finds only what is still due.
 */
export const recordOccurrencesWorker: JobWorker = {
  kind: KIND,
  daily: true,
  concurrency: 1,
  async run({ signal }, tools) {
    const today = tools.database.clock.today()
    let failed = 0
    for (let last = BEFORE_ALL; ;) {
      const due = await dueRecurrences(tools.database, today, last, SLICE)
      for (const recurrence of due) {
        signal.throwIfAborted()
        if (!(await isRecorded(recurrence, today, tools))) failed++
      }
      if (due.length < SLICE) break
      last = due.at(-1) as DueRecurrence
    }
    if (failed > 0) throw new Error(`Occurrences of ${failed} recurrences could not be recorded`)
  },
}

async function isRecorded({ accountId, id }: DueRecurrence, today: string, { commands }: JobContext): Promise<boolean> {
  const context = { accountId, actor: accountId, source: 'app' } as const
  try {
    await commands.execute(recurrenceCommand(context, id, { type: 'RecordOccurrences', today }, () => null))
    return true
  } catch (failure) {
    // The account was erased or reset meanwhile.
    if (isRejected(failure, 'NOT_FOUND')) return true
    new Logger('recurrences').error({ ...logFacts(failure), accountId }, 'Occurrences could not be recorded')
    return false
  }
}
