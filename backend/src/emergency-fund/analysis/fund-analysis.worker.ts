import { dateInSaoPaulo, TIME_ZONE } from '@prumo/shared/calendar'
import { outboxWritten } from '../../platform/outbox/outbox-row.js'
import type { JobWorker } from '../../platform/queue/job-worker.js'
import { ReadFund } from '../emergency-fund.projection.js'
import { computeAnswers } from '../fund-answers.js'
import { storeAnswer } from './stored-answers.js'

export const FUND_ANALYSIS = 'fund-analysis'

/**
 * Computes what a month costs and how the fund stands; the subject is the account. What happens while it runs has
 * a row of its own in the outbox, which this run leaves there: so the last run always saw the end of the log.
 */
export const fundAnalysisWorker: JobWorker = {
  kind: FUND_ANALYSIS,
  gatherMs: 250,
  async run(job, { database }) {
    const { subject: accountId } = job
    const now = new Date()
    const facts = await new ReadFund(accountId, dateInSaoPaulo(now)).answer(database)
    const computed = { answer: computeAnswers(facts), computedAt: now.toISOString() }
    await job.complete((client) => storeAnswer(client, { accountId, kind: FUND_ANALYSIS, seq: facts.seq }, computed))
  },
}

const RENEW = {
  text: `
    insert into outbox (id, kind, subject, account_id)
    select gen_random_uuid(), kind, account_id::text, account_id from stored_answers
    where kind = $1 and (computed_at at time zone '${TIME_ZONE}')::date < $2`,
}

/** Has every analysis of an earlier day computed anew, because the months it looks back on end today. */
export const fundAnalysisDailyWorker: JobWorker = {
  kind: 'renew-fund-analyses',
  daily: true,
  async run(job) {
    await job.complete(async (client) => void (await client.query({ ...RENEW, values: [FUND_ANALYSIS, job.subject] })))
    outboxWritten.tell()
  },
}
