import { Logger } from '@nestjs/common'
import { v4 as randomId } from 'uuid'
import { farewellMailWorker } from '../account-data/farewell-mail.worker.js'
import { logContents } from '../composition/capabilities.js'
import { contactMailWorker } from '../contact/contact-mail.worker.js'
import { logReading } from '../event-store/log-reading.js'
import { waitingMailWorker } from '../jobs/waiting-mail.worker.js'
import { accessRecordsWorker } from '../operator/access-records.worker.js'
import { rotateMasterKeyCommand } from '../operator/rotate-master-key.command.js'
import { runOps } from '../../test/test-ops.js'
import { runOne, until } from '../../test/test-queue.js'
import { ResetLinks } from '../passwords/reset-links.js'
import { Settings } from '../platform/config/settings.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { rewrapServerKeys, ServerKeys } from '../platform/crypto/server-keys.js'
import { AccessRecords, accessesOf } from '../platform/http/access-records.js'
import type { Mail, Mailer } from '../platform/mail/mailer.js'
import { emailLinkMailWorker } from './email/email-link-mail.worker.js'

let test: TestApp
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => void (test = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })))
beforeEach(async () => void (ana = await test.register()))
afterAll(() => test.close())

const keys = () => new ServerKeys(test.database, test.reading.keys)
const told = async () =>
  (await accessesOf(test.database, keys(), ana.accountId)).map(({ kind, outcome, address }) => [kind, outcome, address])
const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (password: string, address: string) =>
  test.send('POST', '/auth/login', { body: { email: ana.email, password }, headers: from(address) })

it('has every way in and what became of it, with the address that the proxy names, sealed', async () => {
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
  await until(async () => (await told()).length === 6)
  expect(await told()).toEqual([
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

it('has a password that was replaced by a mailed link', async () => {
  const id = randomId()
  await test.database.rows({ text: `insert into password_resets (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')` }, [
    id,
    ana.accountId,
  ])
  const token = new ResetLinks(test.app.get(Settings, { strict: false })).of(id).split('token=')[1]
  expect((await test.send('POST', '/auth/reset-password', { body: { token, password: 'segredo3' } })).status).toBe(204)
  await until(async () => (await told()).length === 2)
  expect((await told())[1]).toEqual(['password-reset', 'done', '127.0.0.1'])
})

it('outlives the account, and is gone after six months', async () => {
  await until(async () => (await told()).length === 1)
  await test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })
  expect(await told()).toEqual([['registration', 'done', '127.0.0.1']])
  await age('6 months - 1 day')
  await purge()
  expect(await told()).toHaveLength(1)
  await age('1 day 1 hour')
  await purge()
  expect(await told()).toEqual([])
})

/** Runs the daily job, as on a day of its own. */
async function purge(): Promise<void> {
  const day = randomId()
  await test.database.rows({ text: 'insert into outbox (kind, subject) values ($1, $2)' }, [accessRecordsWorker.kind, day])
  expect(await runOne(accessRecordsWorker, day, test.tools())).toEqual({ how: 'done' })
}

/** As if all that is on record of the account had been so much earlier. */
async function age(interval: string): Promise<void> {
  const text = `update access_records set at = at - (${interval
    .split(' - ')
    .map((part) => `interval '${part}'`)
    .join(' - ')}) where account_id = $1`
  await test.database.rows({ text }, [ana.accountId])
}

it('is the same under another master key, once the server’s key is wrapped anew', async () => {
  await until(async () => (await told()).length === 1)
  const [before, present] = [test.reading.keys, Buffer.alloc(32, 9)]
  const settings = test.tools().settings.masterKey
  const during = new AccountKeys(present, [settings])
  expect(await rewrapServerKeys(test.owner, during)).toEqual({ rewrapped: 2, unopened: [] })
  expect(await rewrapServerKeys(test.owner, during)).toEqual({ rewrapped: 0, unopened: [] })
  expect(await accessesOf(test.database, new ServerKeys(test.database, new AccountKeys(present)), ana.accountId)).toHaveLength(1)
  await expect(new ServerKeys(test.database, before).of('access-records')).rejects.toThrow(/does not open/)
  expect(await rewrapServerKeys(test.owner, new AccountKeys(Buffer.alloc(32, 5)))).toEqual({
    rewrapped: 0,
    unopened: ['server-key access-records', 'server-key outgoing-mail'],
  })
  await rewrapServerKeys(test.owner, new AccountKeys(settings, [present]))
})

it('keeps no login waiting and fails none while it cannot be written, and is written once it can', async () => {
  await until(async () => (await told()).length === 1)
  const said = jest.spyOn(Logger.prototype, 'error').mockImplementation()
  await test.owner.rows({ text: 'alter table access_records rename to access_records_away' })
  const begun = performance.now()
  expect((await login(ana.password, '203.0.113.7')).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await until(async () => said.mock.calls.length > 0)
  await login('errada1', '203.0.113.8')
  await test.owner.rows({ text: 'alter table access_records_away rename to access_records' })
  await until(async () => (await told()).length === 3, 15_000)
  expect(JSON.stringify(said.mock.calls)).not.toMatch(/203\.0|@/)
  jest.restoreAllMocks()
})

it('is written before the process ends', async () => {
  const records = new AccessRecords(test.database, keys())
  for (let n = 0; n < 700; n++)
    records.note({ accountId: ana.accountId, address: `10.0.${n >> 8}.${n & 255}`, kind: 'login', outcome: 'done' })
  await records.beforeApplicationShutdown()
  expect((await told()).filter(([, , address]) => address?.startsWith('10.0.'))).toHaveLength(700)
})

it('what waits to be mailed needs no key of before once the master key was rotated', async () => {
  const rui = await test.register()
  const message = { from_name: 'Rita', from_email: 'rita@exemplo.com', subject: 'duvida', message: 'Como eu cancelo?' }
  const ids = { service_id: 'servico', template_id: 'modelo', user_id: 'pessoa' }
  await test.send('POST', '/v1.0/email/send', { body: { ...ids, template_params: message } })
  await test.send('PUT', '/auth/password', { token: ana.token, body: { currentPassword: ana.password, newPassword: 'segredo2' } })
  await test.send('DELETE', '/auth/account', { token: rui.token, body: { password: rui.password } })

  const tools = test.tools()
  const present = Buffer.alloc(32, 9)
  const readingUnder = (...[first, ...others]: [Buffer, ...Buffer[]]) => logReading(logContents, new AccountKeys(first, others))
  const during = { database: test.owner, reading: readingUnder(present, tools.settings.masterKey) }
  expect(await runOps([rotateMasterKeyCommand], during, 'rotate-master-key')).toMatchObject({ code: 0 })

  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) } as Mailer
  const waiting = await test.database.rows<{ kind: string; subject: string }>(
    {
      text: `select kind, subject from outbox where account_id = $1 or subject = $2 or kind = 'contact-mail'`,
    },
    [ana.accountId, rui.accountId],
  )
  const workers = [contactMailWorker, waitingMailWorker, farewellMailWorker, emailLinkMailWorker]
  expect(
    waiting
      .map(({ kind }) => kind)
      .filter((kind) => kind.endsWith('mail'))
      .toSorted(),
  ).toEqual(workers.map(({ kind }) => kind).toSorted())
  for (const { kind, subject } of waiting) {
    const worker = workers.find((each) => each.kind === kind)
    if (worker) expect(await runOne(worker, subject, { ...tools, reading: readingUnder(present), mailer })).toEqual({ how: 'done' })
  }
  expect(sent.map(({ to }) => to).toSorted()).toEqual([ana.email, ana.email, 'contato@prumo.app', rui.email].toSorted())
})
