import { v7 as newId } from 'uuid'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { until } from '../test-queue.js'
import { issue, openAccount, recordSale, type TestLog } from './test-log.js'

/** Holds the table as `pg_dump` does, until the returned function is called. */
export async function holdReader(log: TestLog, table: string): Promise<() => Promise<void>> {
  const client = await log.owner.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access share mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Writes on several accounts at once until `end` is called; `counts` holds the number of acknowledged writes of each. */
export async function writeOnAccounts(log: TestLog, accountCount: number) {
  const writer = log.writer()
  const accounts = await Promise.all(Array.from({ length: accountCount }, () => openAccount(writer)))
  const state = { counts: accounts.map(() => 0), over: false }
  const loops = accounts.map(async ({ accountId }, index) => {
    while (!state.over) {
      await issue(writer, accountId, newId(), recordSale())
      state.counts[index]! += 1
    }
  })
  /** Resolves once each account has so many more writes. */
  const more = async (times: number) => {
    const wanted = state.counts.map((count) => count + times)
    await until(() => state.counts.every((count, index) => count >= (wanted[index] ?? 0)))
  }
  return {
    accounts: accounts.map(({ accountId }) => accountId),
    more,
    async end() {
      state.over = true
      await Promise.all(loops)
    },
  }
}

/** The shadow tables that a rebuild left behind. */
export const findShadows = (log: TestLog) =>
  log.database.rows({ text: `select relname from pg_class where relname ~ '_shadow' and relkind = 'r'` })

/** The projection of the totals alone. */
export const totalsOf = (log: TestLog) => log.reading.readModels.projections.filter(({ table }) => table.name === 'transaction_totals')

/** Expects writers to continue beside a reader that holds the table, however often the cut-over attempts to lock it. */
export async function cutOverBesideReader(
  log: TestLog,
  { accountCount, attempts }: { accountCount: number; attempts: number },
): Promise<void> {
  const writers = await writeOnAccounts(log, accountCount)
  await writers.more(1)
  const release = await holdReader(log, 'transaction_totals')
  let waits = 0
  const rebuilding = rebuild(log.owner, log.reading, totalsOf(log), { onWait: () => waits++ })
  // A waiting lock request blocks all later ones: between two attempts no writer may be blocked.
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await until(() => waits >= attempt)
    await writers.more(5)
  }
  await release()
  await rebuilding
  await writers.end()
  for (const accountId of writers.accounts) expect(await log.verify(accountId)).toMatchObject({ problem: null })
  expect(await findShadows(log)).toEqual([])
}
