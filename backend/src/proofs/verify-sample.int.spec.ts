import { Logger } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import { verifySampleWorker } from '../event-store/proving/verify-sample.worker.js'
import { verifyAccount } from '../event-store/proving/verify.js'
import type { Job, Tools } from '../platform/queue/job-worker.js'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
const logged: unknown[][] = []
beforeAll(async () => {
  log = await openTestLog()
  Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error: (...said: unknown[]) => void logged.push(said) })
})
afterAll(() => log.close())

function verifySample(signal = new AbortController().signal): Promise<void> {
  return verifySampleWorker.run({ signal } as Job, { database: log.database, reading: log.reading } as Tools)
}

const noted = () =>
  log.database.rows<{ accountId: string; seq: number; problem: string | null }>({
    text: 'select account_id as "accountId", seq, problem from verifications order by account_id',
  })
const tomorrow = () => log.database.rows({ text: `update verifications set verified_at = verified_at - interval '1 day'` })

it('holds accounts to their logs in turn, and tells which are not as they should be without anyone’s words', async () => {
  const accounts: string[] = []
  for (let each = 0; each < 60; each++) accounts.push((await openAccount(log.writer())).accountId)
  await verifySample()
  expect(await noted()).toEqual(accounts.slice(0, 50).map((accountId) => ({ accountId, seq: 1, problem: null })))
  await verifySample()
  expect(await noted()).toHaveLength(60)
  // Everyone had their turn today.
  const [before] = await log.database.rows({ text: 'select max(verified_at) as last from verifications' })
  await verifySample()
  expect(await log.database.rows({ text: 'select max(verified_at) as last from verifications' })).toEqual([before])
  expect(logged).toEqual([])

  const [one = ''] = accounts.slice(-1)
  await issue(log.writer(), one, newId(), recordSale({ category: 'Bolos da Ana' }))
  await log.database.rows({ text: 'delete from transaction_totals where account_id = $1' }, [one])
  await tomorrow()
  for (let each = 0; each < 2; each++) await verifySample()
  const problems = (await noted()).filter((account) => account.problem !== null)
  expect(problems).toEqual([{ accountId: one, seq: 2, problem: 'transaction_totals: the row […] is missing' }])
  expect(logged).toMatchObject([[{ accountId: one }, 'An account is not what its log says', 'verification']])
  expect(JSON.stringify(logged) + JSON.stringify(await noted())).not.toMatch(/Ana|Vendas/)
})

it('comes back to a problem every day, before anyone else, until it is mended', async () => {
  const accountId = (await noted())[0]?.accountId
  const alter = (by: number) => log.database.rows({ text: 'update transaction_list set amount = amount + $2 where account_id = $1' }, [accountId, by])
  const problem = async () => (await noted())[0]?.problem
  await alter(1)
  await tomorrow()
  for (let each = 0; each < 2; each++) await verifySample()
  expect(await problem()).toMatch(/^transaction_list: amount/)
  // Of 60 accounts, 50 have their turn; this one was seen last of all.
  await tomorrow()
  await log.database.rows({ text: `update verifications set verified_at = verified_at + interval '1 hour' where account_id = $1` }, [accountId])
  await alter(-1)
  await verifySample()
  expect(await problem()).toBeNull()
})

it('finds a log that was cut short together with its head', async () => {
  const { accountId } = await openAccount(log.writer())
  await issue(log.writer(), accountId, newId(), recordSale())
  await verifySample()
  await log.database.transaction(async (client) => {
    await client.query('alter table events disable trigger events_never_change')
    await client.query('delete from events where account_id = $1 and seq = 2', [accountId])
    await client.query('update account_heads set seq = 1, hash = (select hash from events where account_id = $1) where account_id = $1', [accountId])
    await client.query('alter table events enable trigger events_never_change')
  })
  await tomorrow()
  await verifySample()
  await verifySample()
  expect((await noted()).find((account) => account.accountId === accountId)?.problem).toBe('The log ends at 1, 2 is known from elsewhere')
  expect((await verifyAccount(log.database.pool, log.reading, accountId)).problem).not.toMatch(/elsewhere/)
})

it('stops between two accounts when the process is to end', async () => {
  await tomorrow()
  const reason = new Error('ending')
  await expect(verifySample(AbortSignal.abort(reason))).rejects.toBe(reason)
})
