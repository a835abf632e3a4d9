import { v7 as newId } from 'uuid'
import { CORRECT, expectDecisionsOnReplica, failOver, LaggingReplica, readSales } from './test-failover.js'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

describe('after a failover to a replica that lags', () => {
  it.each([
    { lost: 1, regrown: 0 },
    { lost: 1, regrown: 1 },
    { lost: 2, regrown: 2 },
    { lost: 1, regrown: 3 },
  ])('a process that saw $lost events more decides on the replica’s state, when others wrote $regrown', (failover) =>
    expectDecisionsOnReplica(log, failover),
  )

  it('neither a version nor an entity that was lost is taken to exist', async () => {
    const { here, elsewhere, accountId, first } = await failOver(log, 1)
    await issue(elsewhere, accountId, first, { type: CORRECT, changes: { description: 'Bolo de milho' } })
    // Version 2 exists again, with other contents.
    await issue(here, accountId, first, { type: CORRECT, changes: { amount: 7 } }, { expectedVersion: 2 })
    expect((await readSales(log, accountId)).sales[first]).toEqual({ amount: 0.07, description: 'Bolo de milho', version: 3 })

    const replica = await LaggingReplica.of(log, accountId)
    const vanished = newId()
    await issue(here, accountId, vanished, recordSale({ amount: 1 }))
    await replica.takeOver()
    await issue(elsewhere, accountId, first, { type: CORRECT, changes: { amount: 8 } })
    await expect(issue(here, accountId, vanished, { type: CORRECT, changes: { amount: 2 } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await issue(here, accountId, vanished, recordSale({ amount: 3 }))
    expect((await readSales(log, accountId)).sales).toMatchObject({ [first]: { amount: 0.08 }, [vanished]: { amount: 0.03, version: 1 } })
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })
})
