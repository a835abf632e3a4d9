import { v7 as newId } from 'uuid'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { SummariseTransactions } from '@prumo/backend/transactions/transaction-totals.projection'
import { issue, recordSale, type TestLog } from './test-log.js'

/** Everything the database holds of an account, as a lagging replica has it. */
export class LaggingReplica {
  readonly #schema = `replica_${newId().replaceAll('-', '')}`
  readonly #tables: readonly string[]

  private constructor(
    private readonly log: TestLog,
    private readonly accountId: string,
  ) {
    this.#tables = ['account_heads', 'events', 'commands', 'outbox', ...log.reading.readModels.projections.map(({ table }) => table.name)]
  }

  /** Copies the account as it is now. */
  static async of(log: TestLog, accountId: string): Promise<LaggingReplica> {
    const replica = new LaggingReplica(log, accountId)
    await log.owner.rows({ text: `create schema ${replica.#schema}` })
    for (const table of replica.#tables) {
      await log.owner.rows({
        text: `create table ${replica.#schema}.${table} as select * from ${table} where account_id = '${accountId}'`,
      })
    }
    return replica
  }

  /** Replaces the account by that copy, as if the primary were lost with all that had not reached the replica. */
  async takeOver(): Promise<void> {
    await this.log.owner.transaction(async (client) => {
      // As replication itself writes: triggers do not fire.
      await client.query('set local session_replication_role = replica')
      for (const table of this.#tables) {
        await client.query(`delete from ${table} where account_id = $1`, [this.accountId])
        await client.query(`insert into ${table} select * from ${this.#schema}.${table}`)
      }
    })
  }
}

export const CORRECT = 'CorrectTransaction' as const

/** The sales of an account in its read models. */
export async function readSales(log: TestLog, accountId: string) {
  const { transactions } = await new ListTransactions(accountId, { limit: 500 }).answer(log.database)
  const { income } = await new SummariseTransactions(accountId, {}).answer(log.database)
  return {
    sales: Object.fromEntries(transactions.map(({ id, amount, description, version }) => [id, { amount, description, version }])),
    income,
  }
}

/** An account of two sales, and two processes that write to it. */
interface AccountAfterFailover {
  here: WritePath
  elsewhere: WritePath
  accountId: string
  first: string
  second: string
}

/** Has the process `here` correct the first of two sales so many times, none of which reaches the replica that takes over. */
export async function failOver(log: TestLog, lostCorrections: number): Promise<AccountAfterFailover> {
  const [here, elsewhere] = [log.writer(), log.writer()]
  const [accountId, first, second] = [newId(), newId(), newId()]
  await issue(here, accountId, first, recordSale({ amount: 10_000, description: 'Bolo' }))
  await issue(here, accountId, second, recordSale({ amount: 20_000, description: 'Torta' }))
  const replica = await LaggingReplica.of(log, accountId)
  for (let lost = 1; lost <= lostCorrections; lost++) await issue(here, accountId, first, { type: CORRECT, changes: { amount: lost } })
  await replica.takeOver()
  return { here, elsewhere, accountId, first, second }
}

/** Expects a process that saw `lost` events more to decide on the replica's state, where others wrote `regrown` events since. */
export async function expectDecisionsOnReplica(log: TestLog, { lost, regrown }: { lost: number; regrown: number }): Promise<void> {
  const { here, elsewhere, accountId, first, second } = await failOver(log, lost)
  for (let grown = 1; grown <= regrown; grown++)
    await issue(elsewhere, accountId, second, { type: CORRECT, changes: { amount: 20_000 + grown } })
  const { reply } = await issue(here, accountId, first, { type: CORRECT, changes: { description: 'Bolo de cenoura' } })
  expect(reply).toMatchObject({ amount: 100, description: 'Bolo de cenoura', version: 2 })
  await issue(here, accountId, second, { type: CORRECT, changes: { description: 'Torta de limão' } })
  const third = newId()
  await issue(here, accountId, third, recordSale({ amount: 5, description: 'Pão' }))
  expect(await log.verify(accountId)).toMatchObject({ problem: null, events: 5 + regrown })
  expect(await readSales(log, accountId)).toEqual({
    sales: {
      [first]: { amount: 100, description: 'Bolo de cenoura', version: 2 },
      [second]: { amount: 200 + regrown / 100, description: 'Torta de limão', version: 2 + regrown },
      [third]: { amount: 0.05, description: 'Pão', version: 1 },
    },
    income: 300.05 + regrown / 100,
  })
}
