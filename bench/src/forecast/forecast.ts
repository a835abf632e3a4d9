import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { AccountQueryPair } from '@prumo/backend/event-store/query/account-query'
import { toForecast, toLookAhead } from '@prumo/backend/forecast/forecast-answers'
import { FindAhead } from '@prumo/backend/forecast/forecast-facts'
import { transactionTotals } from '@prumo/backend/transactions/transaction-totals.projection'
import { forecastPast } from '@prumo/backend/forecast/forecast-past.answer'
import { ReadComputedAnswer, answerCompletion } from '@prumo/backend/answers/computed-answers'
import { Outbox, OUTBOX_INSERT, outboxValues } from '@prumo/backend/jobs/outbox'
import { recurrenceCommand } from '@prumo/backend/recurrences/recurrence-command'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { forecastLengths, type ForecastLength } from '@prumo/shared/forecast-rules'
import { v7 as newId } from 'uuid'
import { measure, type TimedQuestion } from '../accounts/accounts.js'
import { shopAt } from '../accounts/shop.js'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { writeLog } from '../log/written-log.js'
import type { SizedCost } from '../report.js'

const SMALL = 300
const LARGE = 100_000
/** The past days on which both accounts have transactions. */
const DAYS = 300
const REPEATING = 40
/** Counted repetitions of each query for each account and round. */
const EACH = 20

/**
 * The cost of a forecast for an account with many transactions and one with few on the same days, each with 40 recurrences:
 * the part of `GET /forecast` beyond that of any request, and the work that a worker does in advance.
 */
export async function forecast(cluster: BenchCluster, { rounds }: { rounds: number }): Promise<SizedCost[]> {
  const { database, reading, writePath } = await openProduct(await cluster.database('forecast'))
  try {
    const today = dateInSaoPaulo(new Date())
    const describe = (n: number) => ({ ...shopAt(n % SMALL), isScheduled: false })
    const dayOf = (n: number) => addDays(today, -1 - (n % DAYS))
    const [small, large] = [
      await writeLog(database, reading, SMALL, describe, dayOf),
      await writeLog(database, reading, LARGE, describe, dayOf),
    ]
    await rebuild(database, reading, [transactionTotals])
    const outbox = new Outbox(database)
    const { kind } = forecastPast
    for (const account of [small, large]) {
      for (let each = 0; each < REPEATING; each++) {
        const details = { kind: 'recurring', type: 'expense', description: 'Conta', category: null, amount: 5_000 + each } as const
        const often = { start: addDays(today, each % 28), every: each % 8 === 0 ? 'week' : 'month', interval: 1, weekend: 'after' } as const
        const command = {
          type: 'SetRecurrence',
          details: { ...details, ...often, count: null, firstNumber: 1, until: null },
          today,
        } as const
        await writePath.execute(recurrenceCommand({ accountId: account, actor: account, source: 'app' }, newId(), command, () => null))
      }
      await database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind, subject: account, accountId: account }))
      const claims = await outbox.claim(kind, 1)
      const seen = await forecastPast.compute(database, [account], today, reading)
      await outbox.completeWith(claims, await answerCompletion(forecastPast, seen, new Date(), database, reading.keys))
    }
    await database.pool.query('analyze')
    await cluster.settle()

    const ahead = (days: ForecastLength) => async (account: string) => {
      const both = new AccountQueryPair(new FindAhead(account, today, days), new ReadComputedAnswer(forecastPast, account, reading))
      const [facts, past] = await both.answer(database, reading.keys)
      return toForecast(facts, past, today, days)
    }
    const questions: Record<string, TimedQuestion> = {
      ...Object.fromEntries(forecastLengths.map((days) => [`forecast of ${days} days`, ahead(days)])),
      'the lowest balance, for the overview': async (account) =>
        toLookAhead(await new FindAhead(account, today, 30).answer(database), today, 30),
      'what the past says, computed': (account) => forecastPast.compute(database, [account], today, reading),
    }
    return await measure(questions, [small, large], rounds * EACH)
  } finally {
    await database.close()
  }
}
