import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { v4 as randomId } from 'uuid'
import { loadSettings } from '../platform/config/settings.js'
import { Mailer, MailNotSent, type Mail } from '../platform/mail/mailer.js'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.js'
import { ResetLinks } from './reset-links.js'
import { ResetMails } from './reset-mails.js'

/** A mail server that can be out of order for an address. */
class Outbox extends Mailer {
  readonly sent: Mail[] = []
  refused = ''
  failures = 0

  async send(mail: Mail): Promise<void> {
    await pause(2)
    if (mail.to === this.refused) {
      this.failures++
      throw new MailNotSent({ code: 'EENVELOPE' })
    }
    this.sent.push(mail)
  }
}

let test: TestDatabase
const logged: unknown[] = []
beforeAll(async () => {
  test = await createTestDatabase()
  Logger.overrideLogger({ log: () => undefined, error: () => undefined, warn: (...said: unknown[]) => void logged.push(said) })
})
afterAll(() => test.drop())

const links = new ResetLinks(loadSettings({ PRUMO_DATA_DIR: '/tmp', JWT_SECRET: 'x'.repeat(32), MASTER_KEY: '0'.repeat(64) }))

async function request(email: string): Promise<string> {
  const [user, id] = [randomId(), randomId()]
  await test.database.rows({ text: `insert into users (id, email, password_hash) values ($1, $2, '')` }, [user, email])
  await test.database.rows({ text: `insert into password_resets values ($1, $2, now() + interval '1 hour', now())` }, [id, user])
  return id
}

async function until(happened: () => boolean): Promise<void> {
  for (let tries = 0; !happened() && tries < 200; tries++) await pause(20)
  expect(happened()).toBe(true)
}

it('sends each mail once, though several processes look for it', async () => {
  const outbox = new Outbox()
  const processes = Array.from({ length: 3 }, () => new ResetMails(test.database, outbox, links))
  const ids = await Promise.all(Array.from({ length: 25 }, (_, index) => request(`pessoa${index}@exemplo.com`)))
  for (const each of processes) each.wake()
  await until(() => outbox.sent.length >= 25)
  for (const each of processes) await each.onModuleDestroy()
  expect(outbox.sent.map((mail) => mail.to).sort()).toEqual(ids.map((_, index) => `pessoa${index}@exemplo.com`).sort())
  expect(new Set(outbox.sent.map((mail) => mail.text)).size).toBe(25)
})

it('lets a mail that fails hold up no other, and tries it again later', async () => {
  const outbox = new Outbox()
  outbox.refused = 'fora@exemplo.com'
  const failing = await request(outbox.refused)
  await request('dentro@exemplo.com')
  const mails = new ResetMails(test.database, outbox, links)
  mails.wake()
  await until(() => outbox.sent.length === 1 && outbox.failures === 1)
  const [row] = await test.database.rows<{ later: boolean }>({ text: 'select mail_due_at > now() as later from password_resets where id = $1' }, [failing])
  expect(row?.later).toBe(true)

  outbox.refused = ''
  await test.database.rows({ text: 'update password_resets set mail_due_at = now() where id = $1' }, [failing])
  mails.wake()
  await until(() => outbox.sent.length === 2)
  await mails.onModuleDestroy()
  expect(outbox.sent.map((mail) => mail.to)).toEqual(['dentro@exemplo.com', 'fora@exemplo.com'])
  expect(outbox.sent[1]?.text).toContain(links.of(failing))
  const told = JSON.stringify(logged)
  expect(told).toContain('EENVELOPE')
  expect(told).not.toMatch(/@exemplo|token=/)
})

it('sends no link that ended while it waited', async () => {
  const outbox = new Outbox()
  const id = await request('tarde@exemplo.com')
  await test.database.rows({ text: 'update password_resets set expires_at = now() where id = $1' }, [id])
  const mails = new ResetMails(test.database, outbox, links)
  mails.wake()
  await mails.onModuleDestroy()
  expect(outbox.sent).toEqual([])
})
