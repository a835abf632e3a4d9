import { v7 as newId } from 'uuid'
import { AccountEnds1764200200000, MovedHeads1764400000000 } from '@prumo/backend/event-store/stream/event-log.migrations'
import { VerificationsOfAll1764100100000 } from '@prumo/backend/event-store/verify/verifications.migrations'
import { migrateQueue } from '@prumo/backend/jobs/queue-backend'
import { until } from '../test-queue.js'
import { OperatorLog1764600700000 } from '@prumo/backend/operator/operator-log.migration'
import { migrate, MIGRATION_LOCK } from '@prumo/backend/platform/database/migrate'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
let url: string
beforeEach(async () => {
  log = await openTestLog()
  url = log.ownerUrl
})
afterEach(() => log.close())

/** Reads the table as `pg_dump` does, until the function it returns is called. */
async function readLong(table: string): Promise<() => Promise<void>> {
  const client = await log.owner.pool.connect()
  await client.query('begin transaction isolation level repeatable read')
  await client.query(`select count(*) from ${table}`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** The reader reads until it is told to end, so whoever waits behind it waits for ever; a busy machine alone takes less than this. */
const WITHOUT_WAITING_MS = 5_000

/** The longest that a write or a read took in milliseconds, of so many for which nobody has to wait. */
async function longestOf(times: number): Promise<number> {
  const { accountId, saleId } = await openAccount(log.writer())
  let longest = 0
  for (let time = 1; time <= times; time++) {
    const began = performance.now()
    // A writer that knows nothing yet loads before it appends.
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

it('behind a reader a migration waits alone: others append and load', async () => {
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

it('one that waits in vain says so, changes nothing, and goes well the next time', async () => {
  const release = await readLong('account_heads')
  await expect(migrate(url, [AddColumn1900000000001], { patienceMs: 300 })).rejects.toThrow(
    /Alguém está usando as tabelas que precisam mudar/,
  )
  await release()
  expect(await migrate(url, [AddColumn1900000000001])).toEqual(['AddColumn1900000000001'])
  expect(await migrate(url, [AddColumn1900000000001])).toEqual([])
})

it.each([
  [OperatorLog1764600700000, 'events_of_looks', 'drop index events_of_looks; drop table operator_log'],
  [AccountEnds1764200200000, 'events_that_undo', 'drop index events_that_undo; alter table account_heads drop column reset_seq'],
  [
    VerificationsOfAll1764100100000,
    'verifications_with_problem',
    'drop index verifications_with_problem; alter table events drop constraint events_begin_at_one',
  ],
])('%p reads all there is beside writers, and may have been cut short', async (migration, index, undone) => {
  await openAccount(log.writer())
  const pool = log.owner.pool
  for (const text of undone.split(';')) await pool.query(text)
  await pool.query('delete from migrations where name = $1', [migration.name])
  // What is left of an index whose making was cut short.
  await pool.query(`create table twice as select 1 as n from generate_series(1, 2)`)
  await expect(pool.query(`create unique index concurrently ${index} on twice (n)`)).rejects.toThrow(/could not create/)

  // Somebody reads, none of the tables that are altered: only an index waits for that.
  const release = await readLong('users')
  const migrating = [1, 2, 3].map(() => migrate(url, [migration]))
  const isMaking = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and query ilike '%index concurrently%' and state = 'active' and wait_event_type = 'Lock'`,
      )
    ).rowCount === 1
  await until(isMaking)
  expect(await longestOf(20)).toBeLessThan(WITHOUT_WAITING_MS)
  await release()
  expect((await Promise.all(migrating)).flat()).toEqual([migration.name])
  const valid = await pool.query('select indisvalid, indrelid::regclass::text as of from pg_index where indexrelid = to_regclass($1)', [
    index,
  ])
  expect(valid.rows).toEqual([{ indisvalid: true, of: index.startsWith('events_') ? 'events' : 'verifications' }])
  expect(await longestOf(1)).toBeLessThan(WITHOUT_WAITING_MS)
})

it('a process that brings the tables of its queue up to date waits for no index, and no index for it', async () => {
  const { pool } = log.owner
  const migrating = await pool.connect()
  await migrating.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const waiting = migrateQueue(url)
  const isWaiting = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'prumo-migrate' and query ilike '%advisory%'`,
      )
    ).rowCount === 1
  await until(isWaiting)
  await migrating.query('create index concurrently made_meanwhile on account_heads (recorded_at)')
  await migrating.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  migrating.release()
  await waiting
})

it('what a rebuild of an older program left switched on is gone after the migration', async () => {
  const { pool } = log.owner
  await pool.query(`
    create unlogged table moved_heads (account_id uuid not null);
    create function note_moved_head() returns trigger language plpgsql as $$ begin insert into moved_heads values (new.account_id); return null; end $$;
    create trigger account_heads_moved after insert or update on account_heads for each row execute function note_moved_head()`)
  await pool.query('delete from migrations where name = $1', [MovedHeads1764400000000.name])
  const { accountId } = await openAccount(log.writer())
  expect((await pool.query('select account_id from moved_heads')).rows).toEqual([{ account_id: accountId }])
  expect(await migrate(url, [MovedHeads1764400000000])).toEqual([MovedHeads1764400000000.name])
  await openAccount(log.writer())
  expect((await pool.query(`select to_regclass('moved_heads') as notes`)).rows).toEqual([{ notes: null }])
})
