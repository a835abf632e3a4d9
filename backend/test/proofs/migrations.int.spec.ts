import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { migrateQueue } from '@prumo/backend/jobs/queue-backend'
import { until } from '../test-queue.js'
import { migrations } from '@prumo/backend/composition/migrations'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { StartupError } from '@prumo/backend/platform/data-folder/startup-error'
import { createIndexConcurrently, migrate, migration, MIGRATION_LOCK } from '@prumo/backend/platform/database/migrate'
import { asOwner, prepareTables } from '@prumo/backend/composition/prepare-database'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
let url: string
beforeEach(async () => {
  log = await openTestLog()
  url = log.ownerUrl
})
afterEach(() => log.close())

/** Reads the table as `pg_dump` does, until the returned function is called. */
async function readLong(table: string): Promise<() => Promise<void>> {
  const client = await log.owner.pool.connect()
  await client.query('begin transaction isolation level repeatable read')
  await client.query(`select count(*) from ${table}`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/**
 * The reader never ends by itself, so a statement queued behind it would wait without end; without waiting it takes less than this,
 * even on a busy machine.
 */
const WITHOUT_WAITING_MS = 5_000

/** The longest write or read in milliseconds, of so many, none of which may have to wait. */
async function longestOf(times: number): Promise<number> {
  const { accountId, saleId } = await openAccount(log.writer())
  let longest = 0
  for (let time = 1; time <= times; time++) {
    const began = performance.now()
    // An uncached writer loads before it appends.
    await issue(log.writer(), accountId, saleId, { type: 'CorrectTransaction', changes: { amount: time } })
    await issue(log.writer(), accountId, newId(), recordSale())
    longest = Math.max(longest, performance.now() - began)
  }
  return longest
}

class AddColumn1900000000001 {
  async up(runner: { query(text: string): Promise<unknown> }) {
    await runner.query('alter table account_heads add column mark integer')
  }
  async down() {}
}

it('while a migration waits behind a reader, others append and load', async () => {
  const release = await readLong('account_heads')
  const waits: number[] = []
  const migrating = migrate(url, [AddColumn1900000000001], { onWait: ({ seconds }) => void waits.push(seconds) })
  expect(await longestOf(20)).toBeLessThan(WITHOUT_WAITING_MS)
  await until(() => waits.length >= 3)
  expect(await longestOf(20)).toBeLessThan(WITHOUT_WAITING_MS)
  await release()
  expect(await migrating).toEqual(['AddColumn1900000000001'])
  expect(await log.owner.rows({ text: 'select mark from account_heads limit 0' })).toEqual([])
})

it('a migration that waits in vain says so, changes nothing, and succeeds the next time', async () => {
  const release = await readLong('account_heads')
  await expect(migrate(url, [AddColumn1900000000001], { patienceMs: 300 })).rejects.toThrow(
    /Alguém está usando as tabelas que precisam mudar/,
  )
  await release()
  expect(await migrate(url, [AddColumn1900000000001])).toEqual(['AddColumn1900000000001'])
  expect(await migrate(url, [AddColumn1900000000001])).toEqual([])
})

const MarkEvents1900000000002 = migration(
  'MarkEvents1900000000002',
  async (runner) => {
    await runner.query('alter table account_heads add column if not exists mark integer')
    await createIndexConcurrently(runner, 'events_of_source', `on events (account_id, (meta->>'source'))`)
  },
  { transaction: false },
)

it('the baseline is upgraded beside writers, by two processes, after a process that was killed halfway', async () => {
  await openAccount(log.writer())
  const { pool } = log.owner
  // The reader uses none of the tables that are altered: only creating an index waits for it.
  const release = await readLong('users')
  const creatingIndex = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and query ilike '%index concurrently%' and state = 'active' and wait_event_type = 'Lock'`,
    )
    return rows.length === 1 ? rows[0]!.pid : null
  }
  const index = async () =>
    (
      await pool.query<{ valid: boolean; table: string }>(
        `select indisvalid as valid, indrelid::regclass::text as table from pg_index where indexrelid = to_regclass('events_of_source')`,
      )
    ).rows

  const killed = migrate(url, [...migrations, MarkEvents1900000000002]).catch((failure: Error) => failure.message)
  await until(async () => (await creatingIndex()) !== null)
  await pool.query('select pg_terminate_backend($1::integer)', [await creatingIndex()])
  expect(await killed).toMatch(/terminat/)
  expect(await index()).toEqual([{ valid: false, table: 'events' }])

  const migrating = [1, 2].map(() => migrate(url, [...migrations, MarkEvents1900000000002]))
  await until(async () => (await creatingIndex()) !== null)
  expect(await longestOf(20)).toBeLessThan(WITHOUT_WAITING_MS)
  await release()
  expect((await Promise.all(migrating)).flat()).toEqual(['MarkEvents1900000000002'])
  expect(await index()).toEqual([{ valid: true, table: 'events' }])
  expect(await log.owner.rows({ text: 'select mark from account_heads limit 0' })).toEqual([])
  expect(await longestOf(1)).toBeLessThan(WITHOUT_WAITING_MS)
})

it('a process that updates the tables of its queue waits for no index, and no index for it', async () => {
  const { pool } = log.owner
  const migrating = await pool.connect()
  await migrating.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const waiting = migrateQueue(url)
  const isWaiting = async () =>
    (
      await pool.query(
        `select from pg_stat_activity
          where datname = current_database() and application_name = 'prumo-migrate' and query ilike '%advisory%'`,
      )
    ).rowCount === 1
  await until(isWaiting)
  await migrating.query('create index concurrently made_meanwhile on account_heads (recorded_at)')
  await migrating.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  migrating.release()
  await waiting
})

it('a database from before the baseline is refused unchanged, with a message that says how to start over', async () => {
  const { pool } = log.owner
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-migrations-'))
  const settings = loadSettings({ PRUMO_DATA_DIR: dataDir, DATABASE_URL: url })
  const start = () => asOwner(settings, (owner) => prepareTables(settings, owner, log.reading))
  const applied = async () => (await pool.query('select id, name from migrations order by id')).rows
  await pool.query(`
    update migrations set timestamp = 1763600000000, name = 'EventLog1763600000000';
    insert into migrations (timestamp, name) values (1763700000000, 'Throttling1763700000000');
    update log_epoch set epoch = 8`)
  const before = await applied()
  const refusal = await start().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  expect((refusal as Error).message).toBe(
    'Este banco foi criado por uma versão antiga do Prumo, que esta não lê; nada foi alterado. ' +
      `Para começar de novo, apague a pasta de dados (${dataDir}) ou, com um Postgres seu, informe um banco vazio em DATABASE_URL.`,
  )
  expect(await applied()).toEqual(before)
  await rm(dataDir, { recursive: true })
})
