import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { openTestLog, type TestLog } from './test-log.js'
import { appendByHand, openPerson, tamper } from './test-person.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const tables = () => log.reading.readModels.projections.map(({ table }) => table.name)

/** Erases an account as the product does: the log ends with the erasure, and every readable row is deleted. */
async function eraseByHand(accountId: string): Promise<void> {
  await appendByHand(log, accountId, { type: 'AccountErased', data: {} })
  const gone = ['account_keys', 'stored_answers', ...tables()].map((table): [string, string] => [
    `delete from ${table} where account_id = $1`,
    accountId,
  ])
  await tamper(log, ...gone, ['delete from users where id = $1', accountId])
}

it('an erased account passes verification: its chain is complete, and nothing else is stored', async () => {
  const { accountId } = await openPerson(log, log.writer())
  await eraseByHand(accountId)
  expect(await log.verify(accountId)).toMatchObject({ events: 6, problem: null })
  const { setAsideAccounts } = await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  expect(setAsideAccounts.size).toBe(0)
  expect(await log.verify(accountId)).toMatchObject({ events: 6, problem: null })
})

it.each([
  [
    'a row in a read model',
    `insert into stated_balances (account_id, wallet_id, date, amount, version) values ($1, $1, '2020-01-01', 1, 1)`,
    /stated_balances: the row .* is not in the log/,
  ],
  ['its user', `insert into users (id, email, password_hash) values ($1, 'x@exemplo.com', 'x')`, /users: there is a row, but no profile/],
  [
    'a stored answer',
    `insert into stored_answers (account_id, kind, seq, computed_at, answer) values ($1, 'test', 1, now(), '{}')`,
    /stored_answers: there is a row of an account without a key/,
  ],
  ['a key', `insert into account_keys select $1, wrapped_key from account_keys limit 1`, /was erased, but its key is there/],
])('verification names what is left of an erased account: %s', async (_, text, problem) => {
  const writer = log.writer()
  await openPerson(log, writer)
  const { accountId } = await openPerson(log, writer)
  await eraseByHand(accountId)
  await tamper(log, [text, accountId])
  expect((await log.verify(accountId)).problem).toMatch(problem)
})

it('a key that is missing without an erasure is tampering', async () => {
  const { accountId } = await openPerson(log, log.writer())
  await tamper(log, ['delete from account_keys where account_id = $1', accountId])
  expect((await log.verify(accountId)).problem).toBe('The account has no key, and its log does not say that it was erased')
})
