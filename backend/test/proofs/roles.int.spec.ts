import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { accountCommand } from '@prumo/backend/operator/account.command'
import { jobsCommand } from '@prumo/backend/operator/jobs.command'
import { outboxCommand } from '@prumo/backend/operator/outbox.command'
import { rotateMasterKeyCommand } from '@prumo/backend/operator/rotate-master-key.command'
import { subscriptionsCommand } from '@prumo/backend/operator/subscriptions.command'
import { runOps } from '../test-ops.js'
import { verifyCommand } from '@prumo/backend/operator/verify.command'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { grants } from '@prumo/backend/composition/grants'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import type { Database } from '@prumo/backend/platform/database/database'
import { applyGrants } from '@prumo/backend/platform/database/grants'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { administer } from '../test-database.js'
import { makeRoles } from '@prumo/backend/platform/embedded-postgres/roles'
import { asOwner, prepareTables } from '@prumo/backend/composition/prepare-database'
import { startTestApp, type TestApp } from '../test-app.js'

let test: TestApp
let ops: Database
let accountId: string
beforeAll(async () => {
  test = await startTestApp()
  ops = await openDatabase({ url: test.addresses.DATABASE_OPS_URL, patient: true })
  const ana = await test.register({ email: 'ana@exemplo.com' })
  accountId = ana.accountId
  await test.send('POST', '/goals', { token: ana.token, body: { title: 'Forno novo', targetAmount: 900, deadline: '2027-01-31' } })
})
afterAll(async () => {
  await ops.close()
  await test.close()
})

const forbidden = /permission denied|must be owner|append-only|must be superuser/

/** Statements that would rewrite the past, or make that possible. */
const attacks = [
  'update events set seq = seq',
  'update events set hash = sha256(hash) where seq = 1',
  'delete from events',
  'truncate events',
  'truncate events, account_heads',
  'drop table events cascade',
  'drop trigger events_never_change on events',
  'alter table events disable trigger all',
  'alter table events disable trigger events_never_change',
  'alter table events add column more text',
  'alter table events owner to current_user',
  'alter table events rename to past',
  'alter table account_heads disable trigger all',
  'create rule quiet as on insert to events do instead nothing',
  `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$`,
  'drop function refuse_change() cascade',
  `set session_replication_role = replica`,
  'set role prumo_owner',
  'create table mine (id integer)',
  'create schema mine',
  'create index on events (type)',
  'create extension pgcrypto',
  'alter default privileges grant all on tables to public',
  'grant update on events to current_user',
  'drop table transaction_list',
  'update log_epoch set epoch = 0',
  'update read_models set version = 0',
  'delete from migrations',
  'delete from commands',
  'update commands set seq = 1',
  'delete from account_heads',
]

it.each(attacks)('neither the program nor the operator may: %s', async (text) => {
  const before = await state()
  for (const database of [test.database, ops]) {
    // Postgres answers a grant without effect with a warning; what counts is that nothing was granted.
    const failure = await database.transaction((client) => client.query(text)).catch((error: Error) => error)
    if (!text.startsWith('grant') && !text.startsWith('alter default')) expect((failure as Error).message).toMatch(forbidden)
  }
  expect(await state()).toEqual(before)
})

/** The log, its owner and grants, and its triggers. */
async function state() {
  const [row] = await test.owner.rows({
    text: `select (select json_agg(e order by account_id, seq) from events e) as log,
      (select json_agg(json_build_array(relname, array(select a::text from unnest(relacl) a order by 1), relowner) order by relname)
        from pg_class where relnamespace = 'public'::regnamespace) as tables,
      (select json_agg(json_build_array(tgname, tgenabled) order by tgname) from pg_trigger where not tgisinternal) as triggers`,
  })
  return row
}

it('the program cannot read the server’s files and settings', async () => {
  for (const text of [
    'select * from pg_authid',
    `select pg_read_file('PG_VERSION')`,
    `copy events to '/tmp/prumo-events'`,
    `copy events to program 'cat'`,
    `select lo_import('/etc/passwd')`,
  ]) {
    await expect(test.database.rows({ text })).rejects.toThrow(forbidden)
  }
})

it('the operator reads no password, session or link, and writes only where a command of ops does', async () => {
  expect(await ops.rows({ text: 'select id, email from users' })).toEqual([{ id: accountId, email: 'ana@exemplo.com' }])
  for (const text of [
    'select password_hash from users',
    'select * from users',
    'select * from sessions',
    'select * from password_resets',
    'select * from contact_messages',
    'delete from events',
    `update events set type = 'x'`,
    `update users set email = 'rui@exemplo.com'`,
    'delete from transaction_list',
    'update verifications set problem = null',
    'delete from account_keys',
    'delete from outbox',
  ]) {
    await expect(ops.rows({ text })).rejects.toThrow(forbidden)
  }
})

it('the operator’s commands work with the operator’s rights', async () => {
  const { reading } = test
  const settings = loadSettings({ PRUMO_DATA_DIR: test.dataDir })
  const workbench = { settings, database: ops, reading }
  const done = (commands: Parameters<typeof runOps>[0], ...words: string[]) => runOps(commands, workbench, ...words, '--json')
  expect(
    (await done([accountCommand], 'account', 'find', 'ana@exemplo.com', '--reason', 'pedido 4711', '--operator', 'ana.lima')).printed[0],
  ).toContain(accountId)
  expect((await done([verifyCommand], 'verify')).code).toBe(0)
  expect((await done([outboxCommand], 'outbox')).code).toBe(0)
  expect((await done([subscriptionsCommand], 'subscriptions')).code).toBe(0)
  await test.owner.rows(
    {
      text: `insert into outbox (kind, subject, failed_at, failure) values ('fund-analysis', $1, now(), 'It broke')`,
    },
    [newId()],
  )
  expect((await done([jobsCommand], 'jobs', '--retry')).printed).toEqual(['{"retried":1}'])
  expect((await done([rotateMasterKeyCommand], 'rotate-master-key')).printed).toEqual(['{"rewrapped":0,"unopened":[]}'])
})

it('every table declares what the roles may do with it', async () => {
  const tables = await test.owner.rows<{ name: string }>({
    text: `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  })
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(grants.tables).sort())
})

it('grants beyond the declared ones are revoked, and a recreated table can be read at once', async () => {
  const { addresses } = test
  const byRole = { app: addresses.DATABASE_URL, owner: addresses.DATABASE_OWNER_URL, ops: addresses.DATABASE_OPS_URL }
  const before = await state()
  await test.owner.rows({ text: 'grant update, delete on events to prumo_app' })
  await test.owner.rows({ text: 'grant select (password_hash) on users to prumo_ops' })
  await test.owner.rows({ text: 'revoke select on transaction_list from prumo_app' })
  await applyGrants(test.owner, byRole, grants)
  expect(await state()).toEqual(before)
  await rebuild(test.owner, test.reading, test.reading.readModels.projections)
  for (const { table } of test.reading.readModels.projections) {
    const held = `select has_table_privilege($1, $2, 'select, insert, update, delete') as app, has_table_privilege($3, $2, 'select') as ops`
    expect(await test.owner.rows({ text: held }, ['prumo_app', table.name, 'prumo_ops'])).toEqual([{ app: true, ops: true }])
  }
})

it('where the owner is another role, a command that needs it names the variable that is missing', async () => {
  const settings = loadSettings({ PRUMO_DATA_DIR: test.dataDir, DATABASE_URL: test.addresses.DATABASE_URL })
  await expect(asOwner(settings, (owner) => owner.rows({ text: 'create table mine (id integer)' }))).rejects.toThrow(
    /^DATABASE_OWNER_URL: /,
  )
  const ofMissingRole = Object.assign(new URL(test.addresses.DATABASE_OPS_URL), { username: 'missing' }).toString()
  const byRole = { app: test.addresses.DATABASE_URL, owner: test.addresses.DATABASE_OWNER_URL, ops: ofMissingRole }
  await expect(applyGrants(test.owner, byRole, grants)).rejects.toThrow(/^DATABASE_OPS_URL: o papel missing não existe/)
})

it('a program with its own role alone starts on a database that is up to date, and otherwise names the role that has to change it', async () => {
  const settings = loadSettings({ PRUMO_DATA_DIR: test.dataDir, DATABASE_URL: test.addresses.DATABASE_URL })
  const start = () => asOwner(settings, (owner) => prepareTables(settings, owner, test.reading))
  const refusal = /^DATABASE_OWNER_URL: o banco precisa de uma mudança que só o dono das tabelas pode fazer/
  await start()
  const [last] = await test.owner.rows<{ timestamp: string; name: string }>({
    text: 'delete from migrations where id = (select max(id) from migrations) returning timestamp, name',
  })
  await expect(start()).rejects.toThrow(refusal)
  await test.owner.rows({ text: 'insert into migrations (timestamp, name) values ($1, $2)' }, [last?.timestamp, last?.name])
  await start()
  await test.owner.rows({ text: 'update log_epoch set epoch = epoch - 1' })
  await expect(start()).rejects.toThrow(refusal)
  await test.owner.rows({ text: 'update log_epoch set epoch = epoch + 1' })
})

it('gives a new database to prumo_owner, to no other role without a grant, and can be repeated', async () => {
  const cluster = process.env.PRUMO_TEST_CLUSTER ?? ''
  const name = `before_${randomBytes(6).toString('hex')}`
  const there = Object.assign(new URL(cluster), { pathname: `/${name}` }).toString()
  await administer(cluster, `create database ${name}`)
  try {
    for (let start = 0; start < 2; start++) await makeRoles(there, 'of no use: the roles are there')
    const database = await openDatabase({ url: there, patient: true })
    expect(await database.rows({ text: OWNERS })).toEqual([
      { owner: 'prumo_owner', isPublic: false },
      { owner: 'prumo_owner', isPublic: false },
    ])
    await database.close()
  } finally {
    await administer(cluster, `drop database ${name} with (force)`)
  }
})

const OWNERS = `
  select datdba::regrole::text as owner,
    exists (select from aclexplode(coalesce(datacl, acldefault('d', datdba))) where grantee = 0) as "isPublic"
  from pg_database where datname = current_database()
  union all select nspowner::regrole::text, exists (select from aclexplode(nspacl) where grantee = 0)
  from pg_namespace where nspname = 'public'`
