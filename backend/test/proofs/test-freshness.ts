import { dateInSaoPaulo, monthOf } from '@prumo/shared/calendar'
import { readReflected, SEQ_HEADER } from '@prumo/shared/freshness'
import type { TestAnswer, TestApp } from '../test-app.js'

/** The position that an answer carries. */
export const reflectedBy = ({ headers }: TestAnswer) => readReflected(String(headers[SEQ_HEADER.toLowerCase()]))

/** Expects each read, beside writers, to hold exactly what its position says; repeated so many rounds. */
export async function readBesideWriters(test: TestApp, rounds: number): Promise<void> {
  const today = dateInSaoPaulo(new Date())
  const { token, accountId } = await test.register()
  const headOf = { text: 'select seq from account_heads where account_id = $1' }
  const [head] = await test.database.rows<{ seq: number }>(headOf, [accountId])
  const startSeq = head?.seq ?? 0
  const body = { description: 'Café', amount: 10, type: 'income', transactionDate: today }
  const sell = () => test.send('POST', '/transactions', { token, body })
  const writing = new AbortController()
  // One event a transaction, so that a position gives their number.
  const writers = [0, 1, 2].map(async () => {
    while (!writing.signal.aborted) expect((await sell()).status).toBe(201)
  })
  const seen = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    const [page, found, summary, months, report, activity, day, exported] = (await Promise.all(
      [
        '/transactions?limit=500',
        '/transactions/summary?search=caf',
        '/transactions/summary',
        `/transactions/summary/months?until=${monthOf(today)}`,
        '/reports?period=1year',
        '/activity?limit=200',
        '/activity/at?date=2199-01-01',
        '/data/export',
      ].map((path) => test.send('GET', path, { token })),
    )) as [TestAnswer, TestAnswer, TestAnswer, TestAnswer, TestAnswer, TestAnswer, TestAnswer, TestAnswer]
    const at = (answer: TestAnswer) => (reflectedBy(answer)?.seq ?? 0) - startSeq
    expect(page.body.transactions).toHaveLength(Math.min(500, at(page)))
    expect(found.body.summary.count).toBe(at(found))
    expect(summary.body.summary.count).toBe(at(summary))
    expect(months.body.months.at(-1).count).toBe(at(months))
    expect(report.body.report.totals.transactionCount).toBe(at(report))
    expect(activity.body.activity[0].position).toBe(at(activity) + startSeq)
    expect(day.body.summary.count).toBe(at(day))
    expect(exported.body.transactions).toHaveLength(at(exported))
    seen.add(at(page))
  }
  writing.abort()
  await Promise.all(writers)
  expect(seen.size).toBeGreaterThan(rounds / 2)
}
