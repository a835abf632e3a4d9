import { setTimeout as pause } from 'node:timers/promises'
import { identityTexts } from '@prumo/shared/identity-texts'
import { runOne, until } from '../../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { newAddress, CHANGE, emailHelpers, FailingMailer } from '../../../test/test-email-changes.js'
import { startTestWorker, type TestWorker } from '../../../test/test-worker.js'
import { emailLinkMailWorker } from './email-link-mail.worker.js'
import { EMAIL_LINK_MAIL } from './email-links.js'

let test: TestApp
let worker: TestWorker
let ana: Awaited<ReturnType<TestApp['register']>>
const mailer = new FailingMailer()
beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: 'https://app.exemplo.com.br' })
  worker = await startTestWorker(test, mailer)
})
beforeEach(async () => void (ana = await test.register()))
afterAll(async () => {
  await worker.close()
  await test.close()
})

const { putEmail, requestChange, confirm, eventsOf, linksOf, login, waitForMails, tokenTo, userOf, verifyLog } = emailHelpers(
  () => test,
  () => ana,
  mailer,
)

describe('a link', () => {
  it('with a damaged row is refused, changes nothing, and is not mailed', async () => {
    const token = await tokenTo(await requestChange())
    const damage = `update email_links set address = set_byte(address, 30, get_byte(address, 30) # 1)
      where user_id = $1 and purpose = 'change' returning id`
    await test.database.rows({ text: damage }, [ana.accountId])
    expect(await confirm(token)).toMatchObject({ status: 400, body: { error: identityTexts.emailLinkInvalid } })
    expect(await eventsOf()).toEqual(['AccountOpened', 'TermsAccepted'])
    await worker.close()
    const email = await requestChange()
    const [{ id } = { id: '' }] = await test.database.rows<{ id: string }>({ text: damage }, [ana.accountId])
    expect(await runOne(emailLinkMailWorker, id, { ...test.tools(), mailer })).toMatchObject({ how: 'failed' })
    expect(mailer.to(email)).toEqual([])
    await test.database.rows({ text: 'delete from outbox where subject = $1' }, [id])
    worker = await startTestWorker(test, mailer)
  })

  it('that was voided, used or expired while its mail was queued is not mailed', async () => {
    await waitForMails()
    await worker.close()
    const voided = await requestChange()
    const present = await requestChange()
    const ended = await test.register()
    await test.database.rows({ text: 'update email_links set expires_at = now() where user_id = $1' }, [ended.accountId])
    worker = await startTestWorker(test, mailer)
    await waitForMails()
    expect([mailer.to(voided), mailer.to(present), mailer.to(ended.email)]).toEqual([[], [CHANGE], []])
  })

  it('survives an outage of the mail server, and the death of a worker', async () => {
    await waitForMails()
    mailer.isDown = true
    const email = await requestChange()
    await until(async () => {
      const tried = `select 1 from outbox where kind = '${EMAIL_LINK_MAIL}' and attempts > 0`
      return (await test.database.rows({ text: tried })).length === 1
    })
    await worker.close()
    mailer.isDown = false
    // Its lease expired.
    await test.database.rows({ text: `update outbox set due_at = now(), claim = null where kind = $1` }, [EMAIL_LINK_MAIL])
    worker = await startTestWorker(test, mailer)
    expect((await confirm(await tokenTo(email))).status).toBe(204)
    expect(mailer.to(email)).toEqual([CHANGE])
  })
})

describe('concurrently', () => {
  it('two people confirm one address: one gets it, the other is refused and keeps theirs', async () => {
    const people = await Promise.all([test.register(), test.register(), test.register()])
    const email = newAddress()
    const tokens: string[] = []
    for (const person of people) tokens.push(await tokenTo(await requestChange(person, email)))
    const answers = await Promise.all(tokens.map(confirm))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toEqual({ error: identityTexts.emailTakenSince, code: 'CONFLICT' })
    }
    for (const [index, person] of people.entries()) {
      const isTheirs = answers[index]?.status === 204
      expect(await userOf(person.token)).toMatchObject({ email: isTheirs ? email : person.email, emailVerified: isTheirs })
      expect((await login(person.email)).status).toBe(isTheirs ? 401 : 200)
      expect((await eventsOf(person.accountId)).filter((type) => type === 'EmailChanged')).toHaveLength(isTheirs ? 1 : 0)
      expect(await verifyLog(person.accountId)).toBeNull()
    }
  })

  it('an address that is registered while it is confirmed goes to one account', async () => {
    const email = newAddress()
    const token = await tokenTo(await requestChange(ana, email))
    const body = { name: 'Rui', email, password: 'segredo1', businessName: 'Rui', businessType: 'Serviços' }
    const [confirmed, registered] = await Promise.all([confirm(token), test.send('POST', '/auth/register', { body })])
    expect([confirmed.status, registered.status]).toEqual(confirmed.status === 204 ? [204, 409] : [409, 201])
    expect(await verifyLog()).toBeNull()
  })

  it('an error of the database contains no address', async () => {
    const beto = await test.register()
    const refused = test.database.rows({ text: 'select change_email($1, $2)' }, [ana.accountId, beto.email])
    await expect(refused).rejects.toMatchObject({ code: '23505', constraint: 'users_email_unique' })
    const failure = JSON.stringify(await refused.catch((error: unknown) => ({ ...(error as object), text: String(error) })))
    expect(failure).not.toContain(beto.email)
  })

  it('a password that is being replaced ends a request made under the previous one', async () => {
    await test.send('POST', '/auth/confirm', { token: ana.token, body: { password: ana.password } })
    const waiting = await test.database.transaction(async (client) => {
      await client.query(`update users set password_hash = 'another' where id = $1`, [ana.accountId])
      await client.query('delete from sessions where user_id = $1', [ana.accountId])
      const request = putEmail(newAddress())
      await pause(100)
      return () => request
    })
    expect((await waiting()).status).toBe(401)
    expect((await linksOf()).map(({ purpose }) => purpose)).toEqual(['verify'])
  })

  it('two requests leave one link, the newest', async () => {
    await test.send('POST', '/auth/confirm', { token: ana.token, body: { password: ana.password } })
    const answers = await Promise.all([putEmail(newAddress()), putEmail(newAddress()), putEmail(newAddress())])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect((await linksOf()).map(({ purpose }) => purpose)).toEqual(['change', 'verify'])
  })

  it('an erasure and a link: the account is gone, and the link restores nothing', async () => {
    const email = await requestChange()
    const token = await tokenTo(email)
    const erase = test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })
    const [erased, confirmed] = await Promise.all([erase, confirm(token)])
    expect(erased.status).toBe(204)
    expect([204, 400]).toContain(confirmed.status)
    expect(await test.database.rows({ text: 'select 1 from users where id = $1' }, [ana.accountId])).toEqual([])
    expect(await verifyLog()).toBeNull()
  })
})

it('the hourly limit of mails to an address applies to known and unknown ones', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' })
  const [rui, beto] = [await limited.register(), await limited.register()]
  const to = async (email: string) => {
    await limited.send('POST', '/auth/confirm', { token: rui.token, body: { password: rui.password } })
    return limited.send('PUT', '/auth/email', { token: rui.token, body: { email } })
  }
  for (const email of [beto.email, newAddress()]) {
    for (let times = 0; times < 3; times++) expect((await to(email)).status).toBe(202)
    expect(await to(email)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  }
  const again = () => limited.send('POST', '/auth/verify-email', { token: rui.token })
  for (let times = 0; times < 3; times++) expect((await again()).status).toBe(202)
  expect((await again()).status).toBe(429)
  await limited.close()
})
