import { v4 as randomId } from 'uuid'
import { accessRecordsWorker } from '../operator/access-records.worker.js'
import { runOne, until } from '../../test/test-queue.js'
import { ResetLinks } from '../passwords/reset-links.js'
import { Settings } from '../platform/config/settings.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { accessRecordHelpers, from } from '../../test/test-access-records.js'
import { AccessRecords } from '../platform/http/access-records.js'

let test: TestApp
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => void (test = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })))
beforeEach(async () => void (ana = await test.register()))
afterAll(() => test.close())

const { keys, listRecords, login } = accessRecordHelpers(
  () => test,
  () => ana,
)

it('records every login and change of credentials with its result and, sealed, the client’s address', async () => {
  const { body } = await login(ana.password, '203.0.113.7')
  await login('errada1', '203.0.113.8')
  await test.send('PUT', '/auth/password', {
    token: ana.token,
    body: { currentPassword: 'errada1', newPassword: 'segredo2' },
    headers: from('203.0.113.9'),
  })
  await test.send('PUT', '/auth/password', {
    token: body.token,
    body: { currentPassword: ana.password, newPassword: 'segredo2' },
    headers: from('203.0.113.9'),
  })
  await test.send('POST', '/auth/logout', { token: body.token, headers: from('2001:db8::7') })
  await until(async () => (await listRecords()).length === 6)
  expect(await listRecords()).toEqual([
    ['registration', 'done', '127.0.0.1'],
    ['login', 'done', '203.0.113.7'],
    ['login', 'refused', '203.0.113.8'],
    ['password-change', 'refused', '203.0.113.9'],
    ['password-change', 'done', '203.0.113.9'],
    ['logout', 'done', '2001:db8::7'],
  ])
  const rows = await test.database.rows<{ row: string }>(
    { text: 'select row_to_json(a)::text as row from access_records a where account_id = $1' },
    [ana.accountId],
  )
  for (const { row } of rows) expect(row).not.toMatch(/203\.0|login|refused/)
})

it('records a password reset by a mailed link', async () => {
  const id = randomId()
  await test.database.rows({ text: `insert into password_resets (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')` }, [
    id,
    ana.accountId,
  ])
  const token = new ResetLinks(test.app.get(Settings, { strict: false })).of(id).split('token=')[1]
  expect((await test.send('POST', '/auth/reset-password', { body: { token, password: 'segredo3' } })).status).toBe(204)
  await until(async () => (await listRecords()).length === 2)
  expect((await listRecords())[1]).toEqual(['password-reset', 'done', '127.0.0.1'])
})

it('outlives the account, and is deleted after six months', async () => {
  await until(async () => (await listRecords()).length === 1)
  await test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })
  expect(await listRecords()).toEqual([['registration', 'done', '127.0.0.1']])
  await age('6 months - 1 day')
  await purge()
  expect(await listRecords()).toHaveLength(1)
  await age('1 day 1 hour')
  await purge()
  expect(await listRecords()).toEqual([])
})

/** Runs the daily job, as on a day of its own. */
async function purge(): Promise<void> {
  const day = randomId()
  await test.database.rows({ text: 'insert into outbox (kind, subject) values ($1, $2)' }, [accessRecordsWorker.kind, day])
  expect(await runOne(accessRecordsWorker, day, test.tools())).toEqual({ how: 'done' })
}

/** Moves the account's records back in time. */
async function age(interval: string): Promise<void> {
  const text = `update access_records set at = at - (${interval
    .split(' - ')
    .map((part) => `interval '${part}'`)
    .join(' - ')}) where account_id = $1`
  await test.database.rows({ text }, [ana.accountId])
}

it('is written before the process ends', async () => {
  const records = new AccessRecords(test.database, keys())
  for (let n = 0; n < 700; n++)
    records.note({ accountId: ana.accountId, address: `10.0.${n >> 8}.${n & 255}`, kind: 'login', outcome: 'done' })
  await records.beforeApplicationShutdown()
  expect((await listRecords()).filter(([, , address]) => address?.startsWith('10.0.'))).toHaveLength(700)
})
