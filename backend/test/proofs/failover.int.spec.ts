import { v4 as newKey, v7 as newId } from 'uuid'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { SummariseTransactions } from '@prumo/backend/transactions/transaction-totals.projection'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

/** Everything an account has in the database, as a replica that lags has it. */
class LogicalReplica {
  readonly #schema = `replica_${newId().replaceAll('-', '')}`
  readonly #tables = ['account_heads', 'events', 'commands', 'outbox', ...log.reading.readModels.projections.map(({ table }) => table.name)]

  private constructor(private readonly accountId: string) {}

  /** Copies the account as it is now. */
  static async of(accountId: string): Promise<LogicalReplica> {
    const replica = new LogicalReplica(accountId)
    await log.owner.rows({ text: `create schema ${replica.#schema}` })
    for (const table of replica.#tables) {
      await log.owner.rows({
        text: `create table ${replica.#schema}.${table} as select * from ${table} where account_id = '${accountId}'`,
      })
    }
    return replica
  }

  /** Puts that copy in the place of what there is: the primary is gone, and with it what had not reached the replica. */
  async takeOver(): Promise<void> {
    await log.owner.transaction(async (client) => {
      // As replication itself writes: no trigger refuses.
      await client.query('set local session_replication_role = replica')
      for (const table of this.#tables) {
        await client.query(`delete from ${table} where account_id = $1`, [this.accountId])
        await client.query(`insert into ${table} select * from ${this.#schema}.${table}`)
      }
    })
  }
}

const CORRECT = 'CorrectTransaction' as const
const eventsOf = async (accountId: string) =>
  (await log.database.rows<{ n: number }>({ text: 'select count(*) as n from events where account_id = $1' }, [accountId]))[0]?.n
const amounts = async (accountId: string) => {
  const { transactions } = await new ListTransactions(accountId, { limit: 500 }).answer(log.database)
  const { income } = await new SummariseTransactions(accountId, {}).answer(log.database)
  return {
    sales: Object.fromEntries(transactions.map(({ id, amount, description, version }) => [id, { amount, description, version }])),
    income,
  }
}

/** An account of two sales; the process `here` then corrects the first so many times more, none of which reaches the replica. */
async function afterLosing(corrections: number) {
  const [here, elsewhere] = [log.writer(), log.writer()]
  const [accountId, first, second] = [newId(), newId(), newId()]
  await issue(here, accountId, first, recordSale({ amount: 10_000, description: 'Bolo' }))
  await issue(here, accountId, second, recordSale({ amount: 20_000, description: 'Torta' }))
  const replica = await LogicalReplica.of(accountId)
  for (let lost = 1; lost <= corrections; lost++) await issue(here, accountId, first, { type: CORRECT, changes: { amount: lost } })
  await replica.takeOver()
  return { here, elsewhere, accountId, first, second }
}

describe('after a failover to a replica that lags', () => {
  it.each([
    { lost: 1, regrown: 0 },
    { lost: 1, regrown: 1 },
    { lost: 2, regrown: 1 },
    { lost: 2, regrown: 2 },
    { lost: 1, regrown: 3 },
  ])('a process that saw $lost events more decides on what there is, when others wrote $regrown', async ({ lost, regrown }) => {
    const { here, elsewhere, accountId, first, second } = await afterLosing(lost)
    for (let grown = 1; grown <= regrown; grown++)
      await issue(elsewhere, accountId, second, { type: CORRECT, changes: { amount: 20_000 + grown } })
    const { reply } = await issue(here, accountId, first, { type: CORRECT, changes: { description: 'Bolo de cenoura' } })
    expect(reply).toMatchObject({ amount: 100, description: 'Bolo de cenoura', version: 2 })
    await issue(here, accountId, second, { type: CORRECT, changes: { description: 'Torta de limão' } })
    const third = newId()
    await issue(here, accountId, third, recordSale({ amount: 5, description: 'Pão' }))
    expect(await log.verify(accountId)).toMatchObject({ problem: null, events: 5 + regrown })
    expect(await amounts(accountId)).toEqual({
      sales: {
        [first]: { amount: 100, description: 'Bolo de cenoura', version: 2 },
        [second]: { amount: 200 + regrown / 100, description: 'Torta de limão', version: 2 + regrown },
        [third]: { amount: 0.05, description: 'Pão', version: 1 },
      },
      income: 300.05 + regrown / 100,
    })
  })

  it('neither a version nor an entity that vanished is taken for there', async () => {
    const { here, elsewhere, accountId, first } = await afterLosing(1)
    await issue(elsewhere, accountId, first, { type: CORRECT, changes: { description: 'Bolo de milho' } })
    // Version 2 is there again, but it is another.
    await issue(here, accountId, first, { type: CORRECT, changes: { amount: 7 } }, { expectedVersion: 2 })
    expect((await amounts(accountId)).sales[first]).toEqual({ amount: 0.07, description: 'Bolo de milho', version: 3 })

    const replica = await LogicalReplica.of(accountId)
    const vanished = newId()
    await issue(here, accountId, vanished, recordSale({ amount: 1 }))
    await replica.takeOver()
    await issue(elsewhere, accountId, first, { type: CORRECT, changes: { amount: 8 } })
    await expect(issue(here, accountId, vanished, { type: CORRECT, changes: { amount: 2 } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await issue(here, accountId, vanished, recordSale({ amount: 3 }))
    expect((await amounts(accountId)).sales).toMatchObject({ [first]: { amount: 0.08 }, [vanished]: { amount: 0.03, version: 1 } })
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('a repeated key has its effect again, once, because the one it had is gone', async () => {
    const { here, elsewhere, accountId, first } = await afterLosing(0)
    const replica = await LogicalReplica.of(accountId)
    const context = { idempotency: { key: newKey(), request: 'PUT /api/transactions' } }
    const command = { type: CORRECT, changes: { amount: 9 } }
    await issue(here, accountId, first, command, context)
    await replica.takeOver()
    await issue(elsewhere, accountId, newId(), recordSale({ amount: 1 }))
    expect(await issue(here, accountId, first, command, context)).toMatchObject({ replayed: false, reply: { amount: 0.09, version: 2 } })
    expect(await issue(elsewhere, accountId, first, command, context)).toMatchObject({ replayed: true, reply: { version: 2 } })
    expect(await eventsOf(accountId)).toBe(4)
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })
})
