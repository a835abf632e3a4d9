import { v7 as newId } from 'uuid'
import { logContents } from '@prumo/backend/composition/capabilities'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { refuseForeignKeys } from '@prumo/backend/event-store/keys/refuse-foreign-keys'
import { rewrapKeys } from '@prumo/backend/event-store/keys/rewrap-keys'
import { rotateMasterKeyCommand } from '@prumo/backend/operator/rotate-master-key.command'
import { runOps } from '../test-ops.js'
import { InvalidSettings } from '@prumo/backend/platform/config/invalid-settings'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

const [oldKey, newKey, wrongKey] = [7, 9, 11].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const [before, during, after] = [new AccountKeys(oldKey), new AccountKeys(newKey, [oldKey]), new AccountKeys(newKey)]

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())
beforeEach(() => log.owner.rows({ text: 'truncate account_keys, server_keys' }))

/** A process of its own with these master keys. */
function processUnder(keys: AccountKeys) {
  const reading = logReading(logContents, keys)
  return {
    writer: new WritePath(log.database, reading),
    verify: (accountId: string) => verifyAccount(log.database, reading, accountId),
  }
}

const put = (accountId: string, wrapped: Buffer) =>
  log.database.rows({ text: 'insert into account_keys values ($1, $2)' }, [accountId, wrapped])

/** Stores keys of accounts that have nothing else. */
async function putMany(count: number, keys = before): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).sort()
  await log.database.rows({ text: 'insert into account_keys select * from unnest($1::uuid[], $2::bytea[])' }, [
    ids,
    ids.map((id) => keys.create(id).wrapped),
  ])
  return ids
}

/** The accounts whose key these master keys open. */
async function openedBy(keys: AccountKeys): Promise<string[]> {
  const rows = await log.database.rows<{ id: string; wrapped: Buffer }>({
    text: 'select account_id as id, wrapped_key as wrapped from account_keys order by 1',
  })
  return rows.flatMap(({ id, wrapped }) => {
    try {
      keys.unwrap(id, wrapped)
      return [id]
    } catch {
      return []
    }
  })
}

/** Removes the id of the master key from an account's wrapped key: the shape from before the ids. */
const unname = (accountId: string) =>
  log.database.rows({ text: 'update account_keys set wrapped_key = substring(wrapped_key from 9) where account_id = $1' }, [accountId])

const logAndChain = () => log.database.rows({ text: 'select * from events order by account_id, seq' })

it('the program works, writes and proves through a rotation, which leaves the log unchanged', async () => {
  const [old, fresh] = [processUnder(before), processUnder(during)]
  const accounts = [await openAccount(old.writer), await openAccount(old.writer)]
  const [{ accountId, saleId }] = accounts as [(typeof accounts)[0]]
  await unname(accountId)
  // The account is cached here; the rotation must not affect that.
  await issue(fresh.writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 2 } })
  const events = await logAndChain()

  expect(await rewrapKeys(log.database, during)).toEqual({ rewrapped: 2, unopened: [] })
  expect(await logAndChain()).toEqual(events)
  expect([await openedBy(after), await openedBy(before)]).toEqual([accounts.map((each) => each.accountId).sort(), []])
  await issue(fresh.writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 3 } })
  const alone = processUnder(after)
  await issue(alone.writer, accountId, newId(), recordSale())
  for (const each of accounts) expect(await alone.verify(each.accountId)).toMatchObject({ problem: null })
  expect(await rewrapKeys(log.database, after)).toEqual({ rewrapped: 0, unopened: [] })
})

it('a rotation that was interrupted continues, and every key opens meanwhile', async () => {
  const ids = await putMany(1_100)
  const cut = new Error('killed')
  const progress: number[] = []
  const killed = rewrapKeys(log.database, during, ({ rewrapped, of }) => {
    progress.push(rewrapped, of)
    throw cut
  })
  await expect(killed).rejects.toBe(cut)
  expect(progress).toEqual([500, 1_100])
  expect([(await openedBy(after)).length, await openedBy(during)]).toEqual([500, ids])
  await refuseForeignKeys(log.database, during)
  expect(await rewrapKeys(log.database, during)).toEqual({ rewrapped: 600, unopened: [] })
  expect(await openedBy(after)).toEqual(ids)
})

it('each key is wrapped once when two rotations run at the same time', async () => {
  const ids = await putMany(700)
  const both = await Promise.all([rewrapKeys(log.database, during), rewrapKeys(log.database, during)])
  expect(both.reduce((all, { rewrapped }) => all + rewrapped, 0)).toBe(700)
  expect(await openedBy(after)).toEqual(ids)
})

it('a rotation also wraps keys that an older process stored behind it, and restores no destroyed key', async () => {
  const [late, ...ids] = (await putMany(601)) as [string, ...string[]]
  await log.database.rows({ text: 'delete from account_keys where account_id = $1' }, [late])
  let behind: Promise<unknown> | undefined
  const result = await rewrapKeys(log.database, during, () => void (behind ??= put(late, before.create(late).wrapped)))
  await behind
  expect(result).toEqual({ rewrapped: 601, unopened: [] })
  expect(await openedBy(after)).toEqual([late, ...ids])
})

describe('a master key that is not the one of the database', () => {
  const refusal = async (keys: AccountKeys) => {
    try {
      await refuseForeignKeys(log.database, keys)
      return null
    } catch (error) {
      if (error instanceof InvalidSettings) return error.message
      throw error
    }
  }

  it('is refused at the start, with a message that says what to do', async () => {
    expect(await refusal(after)).toBeNull()
    const [first, second] = (await putMany(2)) as [string, string]
    expect(await refusal(after)).toBe(
      'MASTER_KEY: há contas com os dados protegidos por outra chave mestra. Use a chave deste banco, ou informe a anterior em MASTER_KEY_PREVIOUS e rode ops rotate-master-key.',
    )
    expect(await refusal(new AccountKeys(newKey, [wrongKey]))).toMatch(/^MASTER_KEY: há contas/)
    expect([await refusal(before), await refusal(during)]).toEqual([null, null])
    await unname(first)
    await unname(second)
    expect([await refusal(during), await refusal(new AccountKeys(wrongKey))]).toEqual([null, expect.stringMatching(/há contas/)])
  })

  it('is refused in the middle of a rotation, however many keys there are, from either side', async () => {
    await putMany(60)
    await log.database.rows({ text: 'insert into account_keys select * from unnest($1::uuid[], $2::bytea[])' }, [
      [newId(), newId()],
      [after.create(newId()).wrapped, after.create(newId()).wrapped],
    ])
    expect([await refusal(before), await refusal(after), await refusal(during)]).toEqual([
      expect.stringMatching(/há contas/),
      expect.stringMatching(/há contas/),
      null,
    ])
  })

  it('is not reported for one damaged key among others', async () => {
    const [damaged] = await putMany(5)
    await log.database.rows(
      { text: `update account_keys set wrapped_key = set_byte(wrapped_key, 2, 255 - get_byte(wrapped_key, 2)) where account_id = $1` },
      [damaged],
    )
    expect(await refusal(before)).toBeNull()
    expect(await rewrapKeys(log.database, during)).toEqual({ rewrapped: 4, unopened: [damaged] })
    expect(await refusal(after)).toBeNull()
  })

  it('a rotation leaves the keys that do not open unchanged, and names their accounts', async () => {
    const ids = await putMany(3)
    const [foreign] = await putMany(1, new AccountKeys(wrongKey))
    const ops = (...words: string[]) =>
      runOps([rotateMasterKeyCommand], { database: log.database, reading: logReading(logContents, during) }, ...words)
    expect(await ops('rotate-master-key')).toEqual({
      printed: ['3 keys wrapped anew. 1 do not open with any key that is given, and were left as they are:', `  ${foreign}`],
      code: 1,
    })
    expect(await ops('rotate-master-key', '--json')).toEqual({ printed: [JSON.stringify({ rewrapped: 0, unopened: [foreign] })], code: 1 })
    expect([await openedBy(after), await openedBy(new AccountKeys(wrongKey))]).toEqual([ids, [foreign]])
    await log.database.rows({ text: 'delete from account_keys where account_id = $1' }, [foreign])
    expect(await ops('rotate-master-key')).toEqual({
      printed: ['0 keys wrapped anew. All are wrapped by MASTER_KEY: MASTER_KEY_PREVIOUS is no longer needed.'],
      code: 0,
    })
  })
})

it('verification finds an account whose stored key was altered', async () => {
  const { accountId } = await openAccount(log.writer())
  await log.database.rows(
    { text: `update account_keys set wrapped_key = set_byte(wrapped_key, 40, 255 - get_byte(wrapped_key, 40)) where account_id = $1` },
    [accountId],
  )
  expect((await log.verify(accountId)).problem).toBe(`The key of account ${accountId} does not open with the master keys given`)
})
