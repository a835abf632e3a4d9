import { v7 as newId } from 'uuid'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { refuseForeignKeys } from '@prumo/backend/event-store/keys/refuse-foreign-keys'
import { ensureReadModels, rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { rebuildCommand } from '@prumo/backend/operator/rebuild.command'
import { runOps } from '../test-ops.js'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'
import { openPerson, tamper } from './test-person.js'

let log: TestLog
let writer: WritePath
beforeEach(async () => {
  log = await openTestLog()
  writer = log.writer()
})
afterEach(() => log.close())

const turned = (place: number) => `set wrapped_key = set_byte(wrapped_key, ${place}, 255 - get_byte(wrapped_key, ${place}))`
const rowsOf = async (table: string, accountId: string) =>
  (await log.database.rows({ text: `select * from ${table} where account_id = $1` }, [accountId])).length

const damages: [string, string, RegExp][] = [
  ['an altered key id', `update account_keys ${turned(2)} where account_id = $1`, /its key does not open/],
  ['an altered key', `update account_keys ${turned(40)} where account_id = $1`, /its key does not open/],
  ['no key', 'delete from account_keys where account_id = $1', /it has no key/],
  [
    'a text that does not open',
    `update events set data = replace(data::text, '"sealed":"', '"sealed":"AAAA')::json where account_id = $1 and seq = 3`,
    /event 3 cannot be read/,
  ],
  ['data of another shape', `update events set data = '{}' where account_id = $1 and seq = 3`, /event 3 is not of the shape/],
  [
    'an amount that no column holds',
    `update events set data = regexp_replace(data::text, '"amount":\\d+', '"amount":1e30', 'g')::json where account_id = $1`,
    /do not fit|not of the shape/,
  ],
  ['an unknown event', `update events set type = 'Unheard' where account_id = $1 and seq = 3`, /./],
  ['a broken chain', `update events set hash = '\\x00' where account_id = $1 and seq = 2`, /./],
]

it.each(damages)('an account with %s is set aside and named, and prevents neither start, rebuild nor release', async (name, text, why) => {
  const accounts = [await openPerson(log, writer), await openPerson(log, writer), await openPerson(log, writer)]
  const [well, damaged, alsoWell] = accounts as [(typeof accounts)[0], (typeof accounts)[0], (typeof accounts)[0]]
  const before = await rowsOf('transaction_list', damaged.accountId)
  await tamper(log, [text, damaged.accountId])
  await refuseForeignKeys(log.database, log.reading.keys)

  const { setAsideAccounts } = await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  // Projecting does not check the chain, and ignores events that no projection handles; verification reports both.
  if (!/chain|unknown/.test(name)) expect([...setAsideAccounts]).toEqual([[damaged.accountId, expect.stringMatching(why)]])
  expect(await rowsOf('transaction_list', damaged.accountId)).toBe(before)
  for (const { accountId, saleId } of [well, alsoWell]) {
    await issue(log.writer(), accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 9 } })
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  }
  expect((await log.verify(damaged.accountId)).problem).not.toBeNull()

  // A release with other tables leaves out what cannot be read, and records it.
  await log.owner.rows({ text: 'update read_models set version = 0' })
  const next = { ...log.reading, epoch: log.reading.epoch + 1 }
  expect((await ensureReadModels(log.owner, next)).made).toHaveLength(next.readModels.projections.length)
  for (const { accountId } of [well, alsoWell]) expect(await log.verify(accountId)).toMatchObject({ problem: null })
  if (/chain|unknown/.test(name)) return
  const noted = await log.database.rows({ text: 'select account_id as "accountId", problem from verifications where problem is not null' })
  expect(noted).toEqual([{ accountId: damaged.accountId, problem: expect.stringMatching(/^It was set aside when .* was made/) }])
})

it('ops rebuild names the accounts that were set aside and ends with 1', async () => {
  const { accountId } = await openPerson(log, writer)
  await openPerson(log, writer)
  await tamper(log, ['delete from account_keys where account_id = $1', accountId])
  const { printed, code } = await runOps([rebuildCommand], { database: log.owner, reading: log.reading }, 'rebuild', 'transaction_list')
  expect([printed.at(-1), code]).toEqual([`${accountId}  SET ASIDE: it has no key`, 1])
})

it('what is written to an account while it is set aside is kept', async () => {
  const { accountId } = await openPerson(log, writer)
  await tamper(log, [
    `update events set data = replace(data::text, '"sealed":"', '"sealed":"AAAA')::json where account_id = $1 and seq = 2`,
    accountId,
  ])
  await issue(writer, accountId, newId(), recordSale())
  const before = await rowsOf('transaction_list', accountId)
  await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  expect(await rowsOf('transaction_list', accountId)).toBe(before)
})
