import { v4 as newKey, v7 as newId } from 'uuid'
import { CORRECT, expectDecisionsOnReplica, failOver, LaggingReplica } from './test-failover.js'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

describe('after a failover to a replica that lags', () => {
  it('a process that saw 2 events more decides on the replica’s state, when others wrote 1', () =>
    expectDecisionsOnReplica(log, { lost: 2, regrown: 1 }))

  it('a repeated key has its effect again, once, because its first effect was lost', async () => {
    const { here, elsewhere, accountId, first } = await failOver(log, 0)
    const replica = await LaggingReplica.of(log, accountId)
    const context = { idempotency: { key: newKey(), request: 'PUT /api/transactions' } }
    const command = { type: CORRECT, changes: { amount: 9 } }
    await issue(here, accountId, first, command, context)
    await replica.takeOver()
    await issue(elsewhere, accountId, newId(), recordSale({ amount: 1 }))
    expect(await issue(here, accountId, first, command, context)).toMatchObject({ replayed: false, reply: { amount: 0.09, version: 2 } })
    expect(await issue(elsewhere, accountId, first, command, context)).toMatchObject({ replayed: true, reply: { version: 2 } })
    const events = { text: 'select count(*) as n from events where account_id = $1' }
    expect(await log.database.rows(events, [accountId])).toEqual([{ n: 4 }])
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })
})
