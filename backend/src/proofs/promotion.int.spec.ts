import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { logContents } from '../capabilities.js'
import { WritePath } from '../event-store/decider/write-path.js'
import { logReading } from '../event-store/log-reading.js'
import { ensureReadModels } from '../event-store/projection/rebuild.js'
import { Answering } from '../event-store/projection/query.js'
import { positionIn, positionSql } from '../event-store/stream/log-name.js'
import { until } from '../jobs/test-queue.js'
import { migrations } from '../migrations.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import type { Rows } from '../platform/database/connection-pool.js'
import type { Database } from '../platform/database/database.js'
import { migrate } from '../platform/database/migrate.js'
import { openDatabase } from '../platform/database/open-database.js'
import { administer } from '../platform/database/test-database.js'
import { readAccess } from '../platform/embedded-postgres/cluster-access.js'
import { removeCluster, startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.js'
import { ListTransactions } from '../transactions/transaction-list.projection.js'
import { issue, recordSale } from './test-log.js'

let dataDir: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prumo-cluster-'))
  // As root, Postgres runs as another user, who has to pass.
  await chmod(dataDir, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
})
afterAll(async () => {
  await postgres.stop()
  await removeCluster(dataDir)
})

/** Lets the server go down, and a standby come up on what it left. */
async function becomeStandby(): Promise<void> {
  await postgres.stop()
  await writeFile(join(readAccess(dataDir)?.folder ?? '', 'data', 'standby.signal'), '')
  postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
}

const databaseUrl = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).toString()
const nameOf = async (on: Rows) =>
  positionIn((await on.rows<{ position: string }>({ text: `select ${positionSql(`'${newId()}'`)} as position` }))[0]?.position ?? '').log
const reading = logReading(logContents, new AccountKeys(Buffer.alloc(32, 7)))
const asking = (database: Database, accountId: string) =>
  new Answering(database, reading.keys).execute(new ListTransactions(accountId, { limit: 10 }))

it('a log has another name once a standby was promoted, on every connection at once, and in another database', async () => {
  await administer(postgres.url, 'create database here')
  await migrate(databaseUrl('here'), migrations)
  let here = await openDatabase({ url: databaseUrl('here') })
  await ensureReadModels(here, reading)
  const accountId = newId()
  const { position } = await issue(new WritePath(here, reading), accountId, newId(), recordSale())
  expect(position).toEqual({ log: await nameOf(here), seq: 1 })
  expect((await asking(here, accountId)).position).toEqual(position)
  await here.close()

  // As after a restore: the same rows in another database.
  await administer(postgres.url, 'create database restored template here')
  const restored = await openDatabase({ url: databaseUrl('restored') })
  expect(await nameOf(restored)).not.toBe(position.log)
  await restored.close()

  await becomeStandby()
  here = await openDatabase({ url: databaseUrl('here') })
  const connections = await Promise.all(Array.from({ length: 3 }, () => here.pool.connect()))
  const names = () =>
    Promise.all(
      connections.map((client) => nameOf({ rows: async <Row>({ text }: { text: string }) => (await client.query(text)).rows as Row[] })),
    )
  expect(await names()).toEqual(connections.map(() => position.log))
  await administer(postgres.url, 'select pg_promote()')
  await until(
    async () => (await here.rows<{ recovers: boolean }>({ text: 'select pg_is_in_recovery() as recovers' }))[0]?.recovers === false,
  )
  const [promoted, ...others] = await names()
  expect([promoted === position.log, others]).toEqual([false, [promoted, promoted]])
  for (const client of connections) client.release()
  expect((await asking(here, accountId)).position).toEqual({ log: promoted, seq: 1 })
  expect((await issue(new WritePath(here, reading), accountId, newId(), recordSale())).position).toEqual({ log: promoted, seq: 2 })
  await here.close()
})
