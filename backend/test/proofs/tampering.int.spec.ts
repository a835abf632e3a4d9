import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
let writer: WritePath
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer()
})
afterAll(() => log.close())

const EVENTS = 8

async function accountWithHistory(): Promise<string> {
  const { accountId, saleId } = await openAccount(writer)
  for (let amount = 1; amount < EVENTS; amount++) {
    await (amount % 2 === 0
      ? issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount } })
      : issue(writer, accountId, newId(), recordSale({ amount, category: 'Feira de sábado' })))
  }
  return accountId
}

/** Changes the tables as their superuser can, past the triggers. */
async function tamper(...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  await log.owner.transaction(async (client) => {
    await client.query('set local session_replication_role = replica')
    for (const [text, ...values] of statements) await client.query(text, values)
  })
}

const anyEvent = fc.integer({ min: 1, max: EVENTS })

it('finds any changed byte of any column', async () => {
  const changes = [
    `data = overlay(data::text placing chr(ascii(substr(data::text, $3 % length(data::text) + 1, 1)) # 1)
      from $3 % length(data::text) + 1 for 1)::json`,
    `data = (data::text || ' ')::json`,
    `meta = replace(meta::text, '"app"', '"ops"')::json`,
    `recorded_at = recorded_at + interval '1 millisecond' * ($3 % 50 + 1)`,
    `entity_id = gen_random_uuid()`,
    `entity_version = entity_version + $3 % 3 + 1`,
    `type = case type when 'TransactionRecorded' then 'TransactionCorrected' else 'TransactionRecorded' end`,
    `schema_version = schema_version + 1`,
    `entity = 'goal'`,
    `hash = set_byte(hash, $3 % 32, get_byte(hash, $3 % 32) # 1)`,
  ]
  await fc.assert(
    fc.asyncProperty(anyEvent, fc.nat(10_000), fc.constantFrom(...changes), async (seq, random, change) => {
      const accountId = await accountWithHistory()
      const text = `update events set ${change} where account_id = $1 and seq = $2`
      // A changed character may leave invalid JSON; then the column itself refuses it.
      const done = await tamper(change.includes('$3') ? [text, accountId, seq, random] : [text, accountId, seq]).then(
        () => true,
        () => false,
      )
      if (done) expect((await log.verify(accountId)).problem).toMatch(new RegExp(`Event ${seq}\\b`))
    }),
    { numRuns: 40 },
  )
})

it('finds a deleted event at any position', async () => {
  await fc.assert(
    fc.asyncProperty(anyEvent, async (seq) => {
      const accountId = await accountWithHistory()
      await tamper(['delete from events where account_id = $1 and seq = $2', accountId, seq])
      expect((await log.verify(accountId)).problem).toMatch(
        seq === EVENTS ? /head stands at 8, the log ends at 7/ : new RegExp(`Event ${seq} is missing`),
      )
    }),
    { numRuns: EVENTS },
  )
})

it('finds two events swapped', async () => {
  const accountId = await accountWithHistory()
  const swap = `update events set seq = case seq when $2 then $3 + 100 when $3 then $2 + 100 end
    where account_id = $1 and seq in ($2::bigint, $3::bigint)`
  await tamper([swap, accountId, 3, 5], ['update events set seq = seq - 100 where account_id = $1 and seq > 100', accountId])
  expect((await log.verify(accountId)).problem).toMatch(/Event 3\b/)
})

it('finds a truncated log whose head was moved back too, against a head known from elsewhere', async () => {
  const accountId = await accountWithHistory()
  const { head } = await log.verify(accountId)
  await tamper(
    ['delete from events where account_id = $1 and seq > 5', accountId],
    [
      'update account_heads set seq = 5, hash = (select hash from events where account_id = $1 and seq = 5) where account_id = $1',
      accountId,
    ],
  )
  const verdict = await verifyAccount(log.database, log.reading, accountId, { known: head })
  expect(verdict.problem).toBe('The log ends at 5, 8 is known from elsewhere')
})

it('finds a log that was rewritten as a whole, against a head known from elsewhere', async () => {
  const [accountId, other] = [await accountWithHistory(), await accountWithHistory()]
  const known = (await log.verify(other)).head
  expect((await verifyAccount(log.database, log.reading, accountId, { known })).problem).toMatch(/not the one known from elsewhere/)
})

it.each([
  ['a changed amount', 'update transaction_list set amount = amount + 1 where account_id = $1', /transaction_list: amount of the row/],
  ['a row that is gone', 'delete from transaction_list where account_id = $1', /transaction_list: the row .* is missing/],
  [
    'a row too many',
    `insert into stated_balances (account_id, wallet_id, date, amount, version) values ($1, $1, '2020-01-01', 1, 1)`,
    /stated_balances: the row .* is not in the log/,
  ],
])('finds a read model with %s', async (_, text, problem) => {
  const accountId = await accountWithHistory()
  await tamper([text, accountId])
  expect((await log.verify(accountId)).problem).toMatch(problem)
})
