import { v7 as newId } from 'uuid'
import { ensureReadModels, rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { SummariseTransactions } from '@prumo/backend/transactions/transaction-totals.projection'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const WRITERS = 4
const ROUNDS = 2

it('makes read models again while others write and read, without a lost write, an error or a shorter list', async () => {
  const writers = [log.writer(), log.writer()] as const
  const accounts = await Promise.all(Array.from({ length: WRITERS }, () => openAccount(writers[0])))
  const end = new AbortController()
  const recorded = new Map(accounts.map(({ accountId }) => [accountId, 1]))
  const writing = accounts.map(async ({ accountId, saleId }, index) => {
    for (let amount = 1; !end.signal.aborted; amount++) {
      const writer = writers[index % 2 === 0 ? 0 : 1]
      await issue(writer, accountId, newId(), recordSale({ amount }))
      recorded.set(accountId, (recorded.get(accountId) ?? 0) + 1)
      await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: amount + 1 } })
    }
  })
  const reading = accounts.slice(0, 2).map(async ({ accountId }) => {
    for (let longest = 1, reads = 0; ; reads++) {
      if (end.signal.aborted) return reads
      // All that was acknowledged before the question is in the answer.
      const acknowledged = recorded.get(accountId) ?? 0
      const { transactions } = await new ListTransactions(accountId, { limit: 500 }).answer(log.database)
      const { count } = await new SummariseTransactions(accountId, {}).answer(log.database)
      expect(transactions.length).toBeGreaterThanOrEqual(Math.min(500, Math.max(longest, acknowledged)))
      expect(count).toBeGreaterThanOrEqual(acknowledged)
      longest = transactions.length
    }
  })
  for (let round = 0; round < ROUNDS; round++) {
    expect((await rebuild(log.owner, log.reading, log.reading.readModels.projections)).events).toBeGreaterThan(0)
  }
  end.abort()
  await Promise.all(writing)
  expect(Math.min(...(await Promise.all(reading)))).toBeGreaterThan(0)
  for (const { accountId } of accounts) {
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
    expect((await new SummariseTransactions(accountId, {}).answer(log.database)).count).toBe(recorded.get(accountId))
  }
}, 300_000)

it('changes tables beside verifications, which find nothing wrong', async () => {
  const { accountId } = await openAccount(log.writer())
  const end = new AbortController()
  const verifying = [1, 2, 3].map(async () => {
    for (let times = 0; ; times++) {
      if (end.signal.aborted) return times
      expect(await log.verify(accountId)).toMatchObject({ events: 1, problem: null })
    }
  })
  for (let round = 0; round < ROUNDS; round++) await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  end.abort()
  expect(Math.min(...(await Promise.all(verifying)))).toBeGreaterThan(10)
})

it('repairs what was altered, and tells how far it is', async () => {
  const { accountId } = await openAccount(log.writer())
  await log.database.rows({ text: 'update transaction_list set amount = 1 where account_id = $1' }, [accountId])
  expect((await log.verify(accountId)).problem).toMatch(/transaction_list: amount/)
  const told: number[] = []
  const onProgress = ({ events }: { events: number }) => void told.push(events)
  const { events } = await rebuild(log.owner, log.reading, log.reading.readModels.projections.slice(0, 1), { onProgress })
  expect(told.at(-1)).toBe(events)
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
})

it('makes what is missing or of another version in a new epoch, and nothing else', async () => {
  const { accountId } = await openAccount(log.writer())
  expect(await ensureReadModels(log.owner, log.reading)).toMatchObject({ made: [] })
  await log.owner.rows({ text: `update read_models set version = 0 where name = 'transaction_totals'` })
  await expect(ensureReadModels(log.owner, log.reading)).rejects.toThrow(/transaction_totals.*aumentar `epoch`/)
  const next = { ...log.reading, epoch: log.reading.epoch + 1 }
  expect(await ensureReadModels(log.owner, next)).toMatchObject({ made: ['transaction_totals'] })
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
  await expect(ensureReadModels(log.owner, log.reading)).rejects.toThrow(/versão mais nova/)
})
