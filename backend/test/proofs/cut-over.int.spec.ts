import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { until } from '../test-queue.js'
import type { RunTransaction } from '@prumo/backend/event-store/rebuild/rebuild-lock'
import { cutOver, findOldestTransaction } from '@prumo/backend/event-store/rebuild/cut-over'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { TableInUse } from '@prumo/backend/platform/database/lock-attempts'
import { cutOverBesideReader, findShadows, holdReader, totalsOf, writeOnAccounts } from './test-cut-over.js'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it('writers continue beside a reader that holds the table, and the cut-over waits until it can lock it', () =>
  cutOverBesideReader(log, { accountCount: 2, attempts: 1 }))

it('gives up after the last attempt, says why, and leaves no table behind', async () => {
  const writers = await writeOnAccounts(log, 2)
  const release = await holdReader(log, 'transaction_totals')
  await expect(rebuild(log.owner, log.reading, totalsOf(log), { patienceMs: 700 })).rejects.toThrow(TableInUse)
  await expect(rebuild(log.owner, log.reading, totalsOf(log), { patienceMs: 0 })).rejects.toThrow(
    /transaction_totals.*ficaram como estavam/,
  )
  await release()
  await writers.end()
  expect(await findShadows(log)).toEqual([])
  for (const accountId of writers.accounts) expect(await log.verify(accountId)).toMatchObject({ problem: null })
})

it('under the lock it reads only the accounts that changed since the last pass, whatever their clock says', async () => {
  const writer = log.writer(() => Date.UTC(2001, 0, 1))
  const { accountId } = await openAccount(writer)
  const release = await holdReader(log, 'transaction_totals')
  let waits = 0
  const rebuilding = rebuild(log.owner, log.reading, totalsOf(log), { onWait: () => waits++ })
  await until(() => waits > 0)
  await issue(writer, accountId, newId(), recordSale({ amount: 77 }))
  const opened = await openAccount(writer)
  await release()
  await rebuilding
  for (const each of [accountId, opened.accountId]) expect(await log.verify(each)).toMatchObject({ problem: null })
})

it('an append that arrives while another release takes over is refused, whether it is the first of its account or not', async () => {
  const from = log.reading.epoch
  const writer = log.writer()
  const { accountId } = await openAccount(writer)
  const [fresh, events] = [newId(), { text: 'select 1 from events where account_id = any($1::uuid[])' }]
  let commit = () => {}
  const held = new Promise<void>((resolve) => (commit = resolve))
  let isTaken = () => {}
  const taken = new Promise<void>((resolve) => (isTaken = resolve))
  const transact: RunTransaction = (work) =>
    log.owner.transaction(async (client) => {
      const result = await work(client)
      const { rows } = await client.query<{ epoch: number }>('select epoch from log_epoch')
      if (rows[0]?.epoch !== from) {
        isTaken()
        await held
      }
      return result
    })
  const takingOver = cutOver(transact, [], await transact(findOldestTransaction), { from, to: from + 1, removed: [] }, {})
  await taken
  const late = [accountId, fresh].map((account) => issue(log.writer(), account, newId(), recordSale()))
  await pause(300)
  commit()
  await takingOver
  expect(await Promise.allSettled(late)).toMatchObject([{ reason: { code: 'UNAVAILABLE' } }, { reason: { code: 'UNAVAILABLE' } }])
  expect(await log.database.rows(events, [[accountId, fresh]])).toHaveLength(1)
  await log.owner.rows({ text: `update log_epoch set epoch = ${from}` })
})
