import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { logContents } from '@prumo/backend/composition/capabilities'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { AccountQueryHandler } from '@prumo/backend/event-store/query/account-query'
import { parsePosition, positionSql } from '@prumo/backend/event-store/stream/log-name'
import { until } from '../test-queue.js'
import { migrations } from '@prumo/backend/composition/migrations'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { RowReader } from '@prumo/backend/platform/database/connection-pool'
import type { Database } from '@prumo/backend/platform/database/database'
import { migrate } from '@prumo/backend/platform/database/migrate'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { administer } from '../test-database.js'
import { readAccess } from '@prumo/backend/platform/embedded-postgres/cluster-access'
import { removeCluster, startEmbeddedPostgres, type EmbeddedPostgres } from '@prumo/backend/platform/embedded-postgres/embedded-postgres'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { issue, recordSale } from './test-log.js'

let dataDir: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prumo-cluster-'))
  // Where the tests run as root, Postgres runs as another user, who has to reach the folder.
  await chmod(dataDir, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
})
afterAll(async () => {
  await postgres.stop()
  await removeCluster(dataDir)
})

/** Stops the server, and starts a standby on its data. */
async function becomeStandby(): Promise<void> {
  await postgres.stop()
  await writeFile(join(readAccess(dataDir)?.folder ?? '', 'data', 'standby.signal'), '')
  postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
}

const databaseUrl = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).toString()
const nameOf = async (on: RowReader) =>
  parsePosition((await on.rows<{ position: string }>({ text: `select ${positionSql(`'${newId()}'`)} as position` }))[0]?.position ?? '').log
const reading = logReading(logContents, new AccountKeys(Buffer.alloc(32, 7)))
const asking = (database: Database, accountId: string) =>
  new AccountQueryHandler(database, reading.keys).execute(new ListTransactions(accountId, { limit: 10 }))

it('a log has a new id once a standby was promoted, on every connection at once, and in another database', async () => {
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
