import { v7 as newId } from 'uuid'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { noteVerification } from '@prumo/backend/event-store/verify/verifications'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { verifyCommand } from '@prumo/backend/operator/verify.command'
import { runOps } from '../test-ops.js'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'
import { openPerson, rewriteLog, tamper } from './test-person.js'

let log: TestLog
let writer: WritePath
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer()
})
afterAll(() => log.close())

const everyTable = () => [
  'events',
  'account_heads',
  'account_keys',
  'commands',
  ...log.reading.readModels.projections.map(({ table }) => table.name),
]
const deleteFrom = (...tables: string[]) => tables.map((table) => `delete from ${table} where account_id = $1`)

it.each<[string, () => string[], RegExp]>([
  ['a head that was deleted', () => deleteFrom('account_heads'), /The account has no head/],
  ['a head that was deleted with all its events', () => deleteFrom('account_heads', 'events'), /neither a head nor events/],
  ['everything deleted but the user', () => deleteFrom(...everyTable(), 'verifications', 'stored_answers'), /neither a head nor events/],
  [
    'everything deleted, user and all',
    () => [...deleteFrom(...everyTable(), 'stored_answers'), 'delete from users where id = $1'],
    /neither a head nor events/,
  ],
  ['a key that was deleted', () => deleteFrom('account_keys'), /has no key/],
  [
    'a head in the year 9999',
    () => [`update account_heads set recorded_at = '9999-12-31T00:00:00Z' where account_id = $1`],
    /The head says 9999-/,
  ],
  ['a user that was deleted', () => ['delete from users where id = $1'], /users: the row is missing/],
  [
    'a user with another e-mail',
    () => [`update users set email = 'x' || email where id = $1`],
    /users: the e-mail is not what the log says/,
  ],
  ['a reply of no event', () => [`update commands set seq = 2 where account_id = $1`], /commands: event 2 is not of the command/],
  ['a reply beyond the log', () => [`update commands set seq = 99 where account_id = $1`], /commands: event 99 is not of the command/],
  [
    'a reply that was replaced',
    () => [`update commands set reply = 'AAAA' || reply where account_id = $1`],
    /commands: the reply of .* does not open/,
  ],
  [
    'a reply under another key',
    () => [`update commands set key = gen_random_uuid() where account_id = $1`],
    /commands: event 4 is not of the command/,
  ],
  [
    'a reply to no request',
    () => [`update commands set request = '' where account_id = $1`],
    /commands: the request of .* is no fingerprint/,
  ],
  [
    'a stored answer that saw more than there is',
    () => [`update stored_answers set seq = 6 where account_id = $1`],
    /stored_answers: test has seen more/,
  ],
])('names %s, and ops verify ends with 1', async (_, statements, problem) => {
  const { accountId } = await openPerson(log, writer)
  expect(await log.verify(accountId)).toMatchObject({ events: 5, problem: null })
  await tamper(log, ...statements().map((text): [string, string] => [text, accountId]))
  const { printed, code } = await runOps([verifyCommand], { database: log.database, reading: log.reading }, 'verify', '--json')
  const verdict = printed.map((line) => JSON.parse(line)).find((each) => each.accountId === accountId)
  expect(verdict).toMatchObject({ problem: expect.stringMatching(problem) })
  expect(code).toBe(1)
})

it.each([
  [
    'account_profile',
    `insert into account_profile select $1, name, email, business_name, business_type, monthly_income, main_difficulties, created_at
      from account_profile limit 1`,
  ],
  ['account_keys', `insert into account_keys select $1, wrapped_key from account_keys limit 1`],
  [
    'events',
    `insert into events select $1, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash
      from events limit 1`,
  ],
  ['stored_answers', `insert into stored_answers (account_id, kind, seq, computed_at, answer) values ($1, 'test', 1, now(), '{}')`],
  ['users', `insert into users (id, email, password_hash) values ($1, 'x@exemplo.com', 'x')`],
])('names what %s holds of an account that never existed', async (_, text) => {
  await openPerson(log, writer)
  const stranger = newId()
  await tamper(log, [text, stranger])
  const { printed } = await runOps([verifyCommand], { database: log.database, reading: log.reading }, 'verify', '--json')
  expect(printed.map((line) => JSON.parse(line)).find(({ accountId }) => accountId === stranger)?.problem).toMatch(/no head|neither a head/)
})

it.each([0, -3])('no event can be stored at position %s, and verification names an existing one', async (seq) => {
  const { accountId } = await openPerson(log, writer)
  const forge = `insert into events select account_id, ${seq}, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash
    from events where account_id = $1 and seq = 2`
  await expect(tamper(log, [forge, accountId])).rejects.toThrow(/events_begin_at_one/)
  const constraint = 'alter table events add constraint events_begin_at_one check (seq > 0) not valid'
  await tamper(log, ['alter table events drop constraint events_begin_at_one'], [forge, accountId], [constraint])
  expect((await log.verify(accountId)).problem).toBe(`Event ${seq}: the first position is 1`)
})

it('an account that no table names does not exist', async () => {
  const who = ['--operator', 'ana.lima', '--reason', 'pedido 4711']
  await expect(
    runOps([verifyCommand], { database: log.database, reading: log.reading }, 'verify', '--account', newId(), ...who),
  ).rejects.toThrow(/No account has the id/)
})

it('finds a log that was rewritten as a whole with the key, by a head noted elsewhere or by the one it remembers', async () => {
  const { accountId } = await openPerson(log, writer)
  const { head } = await log.verify(accountId)
  const cheaper = ({ data }: { data: unknown }) => {
    const changed = structuredClone(JSON.parse(JSON.stringify(data))) as { after: { amount: number } }
    changed.after.amount -= 1
    return { data: changed }
  }
  await rewriteLog(log, accountId, 5, cheaper)
  // With the key, one can write a log that is consistent in itself, and read models that follow from it.
  await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  expect(await log.verify(accountId)).toMatchObject({ events: 5, problem: null })
  expect((await verifyAccount(log.database, log.reading, accountId, { known: head })).problem).toBe(
    'Event 5: its hash is not the one known from elsewhere',
  )
  await noteVerification(log.database, { accountId, ...head, problem: null })
  expect((await log.verify(accountId)).problem).toBe('Event 5: its hash is not the one it was verified with before')
})

it('finds a log that was recorded in the future', async () => {
  const { accountId } = await openPerson(log, writer)
  await tamper(log, [`update account_heads set recorded_at = '9999-12-31T00:00:00Z' where account_id = $1`, accountId])
  await issue(log.writer(), accountId, newId(), recordSale())
  expect((await log.verify(accountId)).problem).toMatch(/^Event 6: it was recorded in the future, at 9999-/)
})

it('takes the time from the database, whatever the clock of its process says', async () => {
  const { accountId } = await openPerson(log, writer)
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2001, 0, 1))
  const { problem } = await log.verify(accountId)
  clock.mockRestore()
  expect(problem).toBeNull()
})
