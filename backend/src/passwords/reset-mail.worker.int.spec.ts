import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { Mailer, MailNotSent, type Mail } from '../platform/mail/mailer.js'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'

/** A mail server that can fail for an address. Ignores mails that confirm an e-mail, which every registration sends. */
class RefusingMailer extends Mailer {
  readonly sent: Mail[] = []
  /** The ids of the attempts to send to an address. */
  readonly ids = new Map<string, string[]>()
  refused = ''
  failures = 0

  async send(mail: Mail, id: string): Promise<void> {
    if (mail.text.includes('/confirm-email#')) return
    this.ids.set(mail.to, [...(this.ids.get(mail.to) ?? []), id])
    await pause(2)
    if (mail.to === this.refused) {
      this.failures++
      throw new MailNotSent({ code: 'EENVELOPE' })
    }
    this.sent.push(mail)
  }

  to(email: string): Mail[] {
    return this.sent.filter((mail) => mail.to === email)
  }
}

let test: TestApp
let workers: TestWorker[]
const post = new RefusingMailer()
const logged: unknown[] = []
beforeAll(async () => {
  const { PRUMO_TEST_REDIS: REDIS_URL = '' } = process.env
  test = await startTestApp({ REDIS_URL })
  workers = [await startTestWorker(test, post), await startTestWorker(test, post)]
  const tell = (...said: unknown[]) => void logged.push(said)
  Logger.overrideLogger({ log: tell, warn: tell, error: tell })
})
afterAll(async () => {
  await stopWorkers()
  await test.close()
})

async function stopWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.close()
}

const forget = (email: string) => test.send('POST', '/auth/forgot-password', { body: { email } })
const open = async () => (await test.database.rows({ text: `select 1 from outbox where kind = 'reset-mail'` })).length

it('sends each mail once with several processes', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => test.register()))
  await Promise.all(people.map(({ email }) => forget(email)))
  await until(async () => (await open()) === 0)
  expect(post.sent.map((mail) => mail.to).sort()).toEqual(people.map(({ email }) => email).sort())
  expect(new Set(post.sent.map((mail) => mail.text)).size).toBe(12)
})

it('retries a mail that fails without delaying others, and logs no address', async () => {
  const [failing, other] = [await test.register(), await test.register()]
  post.refused = failing.email
  await forget(failing.email)
  await forget(other.email)
  // A row is deleted a moment after its mail is sent.
  await until(async () => post.failures > 0 && (await open()) === 1)
  expect(post.to(other.email)).toHaveLength(1)
  post.refused = ''
  await until(async () => (await open()) === 0)
  expect(post.to(failing.email)).toHaveLength(1)
  // The Message-ID stays the same, also if an attempt counted as failed had sent it.
  const ids = post.ids.get(failing.email) ?? []
  expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1])
  const text = JSON.stringify(logged)
  expect(text).toContain('EENVELOPE')
  expect(text).not.toMatch(/@exemplo|token=/)
})

it('writes the same rows for an unknown e-mail, and sends nothing', async () => {
  const { email } = await test.register()
  await stopWorkers()
  await forget(email)
  await forget('ninguem@exemplo.com')
  const rows = await test.database.rows({ text: `select o.*, r.user_id from outbox o join password_resets r on r.id::text = o.subject` })
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/@|ninguem/)
  workers = [await startTestWorker(test, post)]
  await until(async () => (await open()) === 0)
  expect([post.to(email).length, post.to('ninguem@exemplo.com').length]).toEqual([1, 0])
})

it('sends no link that ended while it was queued', async () => {
  const { email, accountId } = await test.register()
  await stopWorkers()
  await forget(email)
  await test.database.rows({ text: 'update password_resets set expires_at = now() where user_id = $1' }, [accountId])
  workers = [await startTestWorker(test, post)]
  await until(async () => (await open()) === 0)
  expect(post.to(email)).toEqual([])
})
