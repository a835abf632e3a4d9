import { v7 as newId } from 'uuid'
import { cutOver, findOldestTransaction } from '@prumo/backend/event-store/rebuild/cut-over'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { Shadow } from '@prumo/backend/event-store/rebuild/shadow'
import { until } from '../test-queue.js'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

/** Additive read models: they count an event twice when it is applied twice. */
const totals = () => log.reading.readModels.projections.filter(({ table }) => table.name === 'transaction_totals')
const leftShadowTables = () => log.owner.rows({ text: `select relname from pg_class where relname ~ '_shadow' and relkind = 'r'` })

async function openAccounts(): Promise<string[]> {
  const writer = log.writer()
  const opened = await Promise.all(Array.from({ length: 5 }, () => openAccount(writer)))
  for (const { accountId } of opened) await issue(writer, accountId, newId(), recordSale())
  return opened.map(({ accountId }) => accountId)
}

async function expectConsistent(accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) expect(await log.verify(accountId)).toMatchObject({ problem: null })
  expect(await leftShadowTables()).toEqual([])
}

/** Locks a table. The returned function releases the lock. */
async function lockTable(table: string, mode: 'access share' | 'access exclusive'): Promise<() => Promise<void>> {
  const client = await log.owner.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in ${mode} mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Ends the connection that holds the rebuild lock, once there is one. */
async function endLockHolder(): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`
  await until(async () => (await log.owner.rows({ text })).length > 0)
}

it('a rebuild that loses its lock, and a second one beside it, write the right rows', async () => {
  const accountIds = await openAccounts()
  const release = await lockTable('transaction_totals', 'access share')
  let waits = 0
  const first = rebuild(log.owner, log.reading, totals(), { onWait: () => waits++ })
  const failed = first.catch((error: Error) => error)
  await until(() => waits > 0)
  await endLockHolder()
  const second = rebuild(log.owner, log.reading, totals(), { onWait: () => waits++ })
  await release()
  expect(await failed).toBeInstanceOf(Error)
  await second
  await expectConsistent(accountIds)
})

it('rebuilds that all believe they hold the lock harm neither the rows nor each other', async () => {
  const accountIds = await openAccounts()
  const [projection] = totals()
  if (!projection) throw new Error('There is no such read model')
  const rebuildWithoutLock = async () => {
    const shadow = new Shadow(log.reading, projection)
    const transact = log.owner.transaction.bind(log.owner)
    const since = await transact(findOldestTransaction)
    await transact((client) => shadow.create(client))
    await shadow.catchUp(transact, accountIds)
    await cutOver(transact, [shadow], since, { from: log.reading.epoch, to: log.reading.epoch, removed: [] }, {})
  }
  await Promise.all([rebuildWithoutLock(), rebuildWithoutLock(), rebuildWithoutLock()])
  await expectConsistent(accountIds)
})

it('a rebuild that ends after a new release took over changes nothing', async () => {
  const accountIds = await openAccounts()
  const release = await lockTable('transaction_totals', 'access share')
  let waits = 0
  const late = rebuild(log.owner, log.reading, totals(), { onWait: () => waits++ })
  await until(() => waits > 0)
  await log.owner.rows({ text: 'update log_epoch set epoch = epoch + 1' })
  await release()
  await expect(late).rejects.toThrow(/Outro processo trocou as tabelas/)
  await expectConsistent(accountIds)
  await log.owner.rows({ text: 'update log_epoch set epoch = epoch - 1' })
})

it('a transaction timeout does not end a rebuild', async () => {
  const accountIds = await openAccounts()
  const [server] = await log.owner.rows<{ limited: boolean; name: string }>({
    text: `select exists (select 1 from pg_settings where name = 'transaction_timeout') as limited, current_database() as name`,
  })
  if (!server?.limited) return
  await log.owner.rows({ text: `alter database ${server.name} set transaction_timeout = '500ms'` })
  const database = await openDatabase({ url: log.ownerUrl, patient: true })
  expect(await database.rows({ text: 'show transaction_timeout' })).toEqual([{ transaction_timeout: '500ms' }])
  const release = await lockTable('transaction_totals', 'access share')
  let waited = 0
  const rebuilding = rebuild(database, log.reading, totals(), { onWait: ({ seconds }) => (waited = seconds) })
  await until(() => waited > 1)
  await release()
  await rebuilding
  await database.close()
  await log.owner.rows({ text: `alter database ${server.name} reset transaction_timeout` })
  await expectConsistent(accountIds)
})

it('a rebuild removes the tables that a killed one left', async () => {
  const accountIds = await openAccounts()
  for (const name of ['transaction_totals_shadow', 'transaction_totals_shadow_0a1b2c3d', 'transaction_totals_shadow_0a1b2c3d_progress']) {
    await log.owner.rows({ text: `create table ${name} (account_id uuid)` })
  }
  // A backup that reads one of these tables must not delay the rebuild.
  const release = await lockTable('transaction_totals_shadow', 'access share')
  await rebuild(log.owner, log.reading, totals())
  expect(await leftShadowTables()).toEqual([{ relname: 'transaction_totals_shadow' }])
  await release()
  await rebuild(log.owner, log.reading, totals())
  await expectConsistent(accountIds)
})
