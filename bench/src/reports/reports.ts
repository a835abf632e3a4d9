import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { ReadComputedAnswer, answerCompletion } from '@prumo/backend/answers/computed-answers'
import { Outbox, OUTBOX_INSERT, outboxValues } from '@prumo/backend/jobs/outbox'
import { FindReportSums } from '@prumo/backend/reports/category-months'
import { compareWithBefore } from '@prumo/backend/reports/report-comparison'
import { figuresOf, toReport } from '@prumo/backend/reports/report-figures'
import { reportInsights } from '@prumo/backend/reports/report-insights.answer'
import { categoryTotals } from '@prumo/backend/transactions/category-totals.projection'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { reportPeriods, type ReportPeriod } from '@prumo/shared/report-rules'
import { measure, type TimedQuestion } from '../accounts/accounts.js'
import { shopAt } from '../accounts/shop.js'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { writeLog } from '../log/written-log.js'
import type { SizedCost } from '../report.js'

const SMALL = 100
const LARGE = 100_000
/** Measured repetitions of each question, for each account and round. */
const REPETITIONS = 20

/**
 * The cost of a report for an account with many transactions and one with few, on the same days and in the same categories:
 * what `GET /reports` adds to the cost of any request, and what a worker computes in advance.
 */
export async function reports(cluster: BenchCluster, { rounds }: { rounds: number }): Promise<SizedCost[]> {
  const { database, reading } = await openProduct(await cluster.database('reports'))
  try {
    const today = dateInSaoPaulo(new Date())
    // The large account repeats the transactions of the small one. All are settled, in the last three hundred days.
    const describe = (n: number) => ({ ...shopAt(n % SMALL), isScheduled: false })
    const dayOf = (n: number) => new Date(Date.parse(today) - (n % SMALL) * 3 * 86_400_000).toISOString().slice(0, 10)
    const [small, large] = [
      await writeLog(database, reading, SMALL, describe, dayOf),
      await writeLog(database, reading, LARGE, describe, dayOf),
    ]
    await rebuild(database, reading, [categoryTotals])
    const [{ kind }, outbox] = [reportInsights, new Outbox(database)]
    for (const account of [small, large]) {
      await database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind, subject: account, accountId: account }))
      const claims = await outbox.claim(kind, 1)
      const seen = await reportInsights.compute(database, [account], today, reading)
      await outbox.completeWith(claims, await answerCompletion(reportInsights, seen, new Date(), database, reading.keys))
    }
    await database.pool.query('analyze')
    await cluster.settle()

    const report = (period: ReportPeriod) => async (account: string) => {
      const [sums, insights] = await Promise.all([
        new FindReportSums(account, period, today).answer(database),
        new ReadComputedAnswer(reportInsights, account, reading).answer(database, reading.keys),
      ])
      const comparison = compareWithBefore(sums, period, today)
      return { ...toReport(figuresOf(sums.months, period, today), period, today), comparison, ...insights.answer[period] }
    }
    const questions: Record<string, TimedQuestion> = {
      ...Object.fromEntries(reportPeriods.map((period) => [`report of ${period}`, report(period)])),
      'insights of every period, computed': (account) => reportInsights.compute(database, [account], today, reading),
    }
    return await measure(questions, [small, large], rounds * REPETITIONS)
  } finally {
    await database.close()
  }
}
