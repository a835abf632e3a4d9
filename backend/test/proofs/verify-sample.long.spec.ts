import { Logger } from '@nestjs/common'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { verifySampleWorker } from '@prumo/backend/operator/verify-sample.worker'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import type { Job, JobContext } from '@prumo/backend/jobs/job-worker'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
let writer: WritePath
const logged: unknown[][] = []
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer()
  Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error: (...said: unknown[]) => void logged.push(said) })
})
afterAll(() => log.close())

/** One run of today's job. */
function verifySample(signal = new AbortController().signal): Promise<void> {
  const job = { signal, subject: dateInSaoPaulo(new Date()) } as Job
  return verifySampleWorker.run(job, { database: log.database, reading: log.reading } as JobContext)
}

const noted = () =>
  log.database.rows<{ accountId: string; seq: number; problem: string | null }>({
    text: `select account_id as "accountId", seq, problem from verifications where verified_at > '-infinity' order by account_id`,
  })
const tomorrow = () => log.database.rows({ text: `update verifications set verified_at = verified_at - interval '1 day'` })

it('verifies accounts in turn, and names the damaged ones without any personal text', async () => {
  const accounts: string[] = []
  for (let each = 0; each < 60; each++) accounts.push((await openAccount(writer)).accountId)
  await verifySample()
  expect(await noted()).toEqual(accounts.slice(0, 50).map((accountId) => ({ accountId, seq: 1, problem: null })))
  // Today's share is done.
  await verifySample()
  expect(await noted()).toHaveLength(50)
  await tomorrow()
  await verifySample()
  expect(await noted()).toHaveLength(60)
  expect(logged).toEqual([])

  const [one = ''] = accounts.slice(-1)
  await issue(writer, one, newId(), recordSale({ category: 'Bolos da Ana' }))
  await log.database.rows({ text: 'delete from transaction_totals where account_id = $1' }, [one])
  for (let each = 0; each < 2; each++) {
    await tomorrow()
    await verifySample()
  }
  const problems = (await noted()).filter((account) => account.problem !== null)
  expect(problems).toEqual([{ accountId: one, seq: 1, problem: 'transaction_totals: the row […] is missing' }])
  expect(logged[0]).toMatchObject([{ accountId: one }, 'An account is not what its log says', 'verification'])
  expect(JSON.stringify(logged) + JSON.stringify(await noted())).not.toMatch(/Ana|Vendas/)
})

it('verifies a damaged account again every day, before any other, until it is repaired', async () => {
  const accountId = (await noted())[0]?.accountId
  const alter = (by: number) =>
    log.database.rows({ text: 'update transaction_list set amount = amount + $2 where account_id = $1' }, [accountId, by])
  const problem = async () => (await noted())[0]?.problem
  await alter(1)
  for (let each = 0; each < 2; each++) {
    await tomorrow()
    await verifySample()
  }
  expect(await problem()).toMatch(/^transaction_list: amount/)
  // 50 of 60 accounts are verified in a day; this one was verified last.
  await tomorrow()
  await log.database.rows({ text: `update verifications set verified_at = verified_at - interval '1 hour' where account_id <> $1` }, [
    accountId,
  ])
  await alter(-1)
  await verifySample()
  expect(await problem()).toBeNull()
})

it('finds a log that was truncated together with its head', async () => {
  const { accountId } = await openAccount(writer)
  await issue(writer, accountId, newId(), recordSale())
  await tomorrow()
  await verifySample()
  await log.owner.transaction(async (client) => {
    await client.query('alter table events disable trigger events_never_change')
    await client.query('delete from events where account_id = $1 and seq = 2', [accountId])
    await client.query(
      `update account_heads set (seq, hash, recorded_at) = (select seq, hash, recorded_at from events where account_id = $1)
        where account_id = $1`,
      [accountId],
    )
    await client.query('alter table events enable trigger events_never_change')
  })
  for (let each = 0; each < 2; each++) {
    await tomorrow()
    await verifySample()
  }
  expect((await noted()).find((account) => account.accountId === accountId)?.problem).toBe(
    'The log ends at 1, it was verified up to 2 before',
  )
  expect((await verifyAccount(log.database, log.reading, accountId)).problem).toMatch(/verified up to 2/)
})

it('finds an account of which everything was deleted', async () => {
  const { accountId } = await openAccount(writer)
  await log.owner.transaction(async (client) => {
    await client.query('set local session_replication_role = replica')
    for (const table of [
      'events',
      'account_heads',
      'account_keys',
      ...log.reading.readModels.projections.map(({ table: { name } }) => name),
    ]) {
      await client.query(`delete from ${table} where account_id = $1`, [accountId])
    }
  })
  await tomorrow()
  await verifySample()
  expect((await noted()).find((account) => account.accountId === accountId)?.problem).toMatch(/neither a head nor events/)
})

it('continues with the remaining accounts after it was interrupted', async () => {
  await tomorrow()
  const today = async () =>
    (await log.database.rows({ text: `select 1 from verifications where verified_at > now() - interval '12 hours'` })).length
  let left = 3
  const ending = {
    throwIfAborted() {
      if (left-- === 0) throw new Error('ending')
    },
  } as AbortSignal
  await expect(verifySample(ending)).rejects.toThrow('ending')
  expect(await today()).toBe(3)
  await verifySample()
  expect(await today()).toBeGreaterThanOrEqual(50)
})

it('stops between two accounts when its process is to end', async () => {
  await tomorrow()
  const reason = new Error('ending')
  await expect(verifySample(AbortSignal.abort(reason))).rejects.toBe(reason)
})
