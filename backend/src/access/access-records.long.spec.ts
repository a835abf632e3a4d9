import { Logger } from '@nestjs/common'
import { farewellMailWorker } from '../account-data/farewell-mail.worker.js'
import { logContents } from '../composition/capabilities.js'
import { contactMailWorker } from '../contact/contact-mail.worker.js'
import { logReading } from '../event-store/log-reading.js'
import { waitingMailWorker } from '../jobs/waiting-mail.worker.js'
import { rotateMasterKeyCommand } from '../operator/rotate-master-key.command.js'
import { runOps } from '../../test/test-ops.js'
import { runOne, until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { accessRecordHelpers } from '../../test/test-access-records.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { rewrapServerKeys, ServerKeys } from '../platform/crypto/server-keys.js'
import { accessesOf } from '../platform/http/access-records.js'
import type { Mail, Mailer } from '../platform/mail/mailer.js'
import { emailLinkMailWorker } from './email/email-link-mail.worker.js'

let test: TestApp
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => void (test = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })))
beforeEach(async () => void (ana = await test.register()))
afterAll(() => test.close())

const { listRecords, login } = accessRecordHelpers(
  () => test,
  () => ana,
)

it('stays readable under another master key, after the server’s key is wrapped again', async () => {
  await until(async () => (await listRecords()).length === 1)
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

it('delays and fails no login while records cannot be written, and writes them later', async () => {
  await until(async () => (await listRecords()).length === 1)
  const said = jest.spyOn(Logger.prototype, 'error').mockImplementation()
  await test.owner.rows({ text: 'alter table access_records rename to access_records_away' })
  const startedAt = performance.now()
  expect((await login(ana.password, '203.0.113.7')).status).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  await until(async () => said.mock.calls.length > 0)
  await login('errada1', '203.0.113.8')
  await test.owner.rows({ text: 'alter table access_records_away rename to access_records' })
  await until(async () => (await listRecords()).length === 3, 15_000)
  expect(JSON.stringify(said.mock.calls)).not.toMatch(/203\.0|@/)
  jest.restoreAllMocks()
})

it('mails in the queue need no previous key once the master key was rotated', async () => {
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
