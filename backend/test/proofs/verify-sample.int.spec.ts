import { Logger } from '@nestjs/common'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { verifySampleWorker } from '@prumo/backend/operator/verify-sample.worker'
import type { Job, JobContext } from '@prumo/backend/jobs/job-worker'
import { openAccount, openTestLog, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it('verifies accounts, and names the damaged one without any personal text', async () => {
  const logged: unknown[][] = []
  Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error: (...said: unknown[]) => void logged.push(said) })
  const { accountId } = await openAccount(log.writer())
  for (let each = 0; each < 2; each++) await openAccount(log.writer())
  await log.database.rows({ text: 'delete from transaction_totals where account_id = $1' }, [accountId])
  const job = { signal: new AbortController().signal, subject: dateInSaoPaulo(new Date()) } as Job
  await verifySampleWorker.run(job, { database: log.database, reading: log.reading } as JobContext)
  const problems = { text: 'select account_id as "accountId", problem from verifications where problem is not null' }
  expect(await log.database.rows(problems)).toEqual([{ accountId, problem: 'transaction_totals: the row […] is missing' }])
  expect(logged).toMatchObject([[{ accountId }, 'An account is not what its log says', 'verification']])
  expect(JSON.stringify(logged)).not.toMatch(/Bolo|Vendas/)
})
