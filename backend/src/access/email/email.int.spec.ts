import { setTimeout as pause } from 'node:timers/promises'
import { identityTexts } from '@prumo/shared/identity-texts'
import { v4 as randomId } from 'uuid'
import type { Job } from '../../jobs/job-worker.js'
import { until } from '../../../test/test-queue.js'
import { Settings } from '../../platform/config/settings.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { newAddress, CHANGE, emailHelpers, FailingMailer } from '../../../test/test-email-changes.js'
import { startTestWorker, type TestWorker } from '../../../test/test-worker.js'
import { lapsedAccessWorker } from '../lapsed-access.worker.js'
import { linkOf } from './email-links.js'

const VERIFY = 'Confirme seu email no Prumo'
const TAKEN = 'Este email já está em uso no Prumo'
const CHANGE_REQUESTED = 'Pedido para trocar seu email'
const CHANGED = 'Seu email foi trocado'

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
const refusedLink = { status: 400, body: { code: 'VALIDATION', error: 'Link inválido ou expirado. Peça um novo.' } }

describe('the first e-mail', () => {
  it('is confirmed by its link, which every later answer shows, and recorded once', async () => {
    expect((await userOf(ana.token)).emailVerified).toBe(false)
    const token = await tokenTo(ana.email)
    expect(mailer.to(ana.email)).toEqual([VERIFY])
    const before = await test.send('GET', '/auth/verify', { token: ana.token })
    expect(await confirm(token)).toMatchObject({ status: 204, body: '' })
    // A copy from before is not answered as unmodified.
    const headers = { 'if-none-match': String(before.headers['etag']) }
    expect(await test.send('GET', '/auth/verify', { token: ana.token, headers })).toMatchObject({
      status: 200,
      body: { user: { emailVerified: true } },
    })
    expect((await login(ana.email)).body.user.emailVerified).toBe(true)
    expect(await confirm(token)).toMatchObject(refusedLink)
    expect(await eventsOf()).toEqual(['AccountOpened', 'TermsAccepted', 'EmailVerified'])
    expect(await linksOf()).toEqual([])
    expect(await verifyLog()).toBeNull()
  })

  it('gets a new link on request, which voids the previous one, until it is confirmed', async () => {
    const first = await tokenTo(ana.email)
    const again = () => test.send('POST', '/auth/verify-email', { token: ana.token })
    expect(await again()).toMatchObject({ status: 202, body: {} })
    const second = await tokenTo(ana.email)
    expect(await confirm(first)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: identityTexts.emailLinkInvalid } })
    expect((await confirm(second)).status).toBe(204)
    expect((await again()).status).toBe(202)
    await waitForMails()
    expect(mailer.to(ana.email)).toEqual([VERIFY, VERIFY])
  })

  it('survives a reset, and is in the export', async () => {
    await confirm(await tokenTo(ana.email))
    await test.confirm(ana.token)
    await test.send('POST', '/data/reset', { token: ana.token, body: { confirm: true } })
    expect((await userOf(ana.token)).emailVerified).toBe(true)
    expect((await test.send('GET', '/data/export', { token: ana.token })).body.user.emailVerified).toBe(true)
  })

  it('is valid for three days', async () => {
    const token = await tokenTo(ana.email)
    const text = `select extract(epoch from expires_at - now()) / 3600 as hours from email_links where user_id = $1`
    const [row] = await test.database.rows<{ hours: string }>({ text }, [ana.accountId])
    expect(Number(row?.hours)).toBeCloseTo(72, 0)
    await test.database.rows({ text: 'update email_links set expires_at = now() where user_id = $1' }, [ana.accountId])
    expect((await confirm(token)).status).toBe(400)
    expect((await userOf(ana.token)).emailVerified).toBe(false)
  })
})

describe('another e-mail', () => {
  it('requires a confirmation of identity, and mails both addresses; nothing changes until the link is followed', async () => {
    expect(await putEmail(newAddress())).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } })
    const email = await requestChange()
    await waitForMails()
    expect([mailer.to(email), mailer.to(ana.email)]).toEqual([[CHANGE], [VERIFY, CHANGE_REQUESTED]])
    expect(mailer.sent.find(({ subject, to }) => subject === CHANGE_REQUESTED && to === ana.email)?.text).not.toContain(email)
    expect((await login(email)).status).toBe(401)
    expect((await login(ana.email)).status).toBe(200)
    expect(await userOf(ana.token)).toMatchObject({ email: ana.email, emailVerified: false })
  })

  it('signs in from then on, the previous one no more; sessions continue, and the previous address gets a notice', async () => {
    const other = (await login(ana.email)).body.token
    const email = await requestChange()
    expect(await confirm(await tokenTo(email))).toMatchObject({ status: 204, body: '' })
    expect((await login(ana.email)).status).toBe(401)
    expect(await login(email)).toMatchObject({ status: 200, body: { user: { email, emailVerified: true } } })
    for (const token of [ana.token, other]) expect(await userOf(token)).toMatchObject({ email, emailVerified: true })
    await waitForMails()
    expect(mailer.to(ana.email)).toEqual([VERIFY, CHANGE_REQUESTED, CHANGED])
    const notice = mailer.sent.find(({ subject, to }) => subject === CHANGED && to === ana.email)?.text ?? ''
    expect(notice).toContain('https://app.exemplo.com.br/contact')
    expect(notice).not.toContain(email)
    expect(await eventsOf()).toEqual(['AccountOpened', 'TermsAccepted', 'EmailChanged'])
    expect(await verifyLog()).toBeNull()
    const { activity } = (await test.send('GET', '/activity', { token: ana.token })).body
    expect(activity[0]).toMatchObject({
      summary: 'Você trocou o email da conta',
      changes: [{ field: 'email', before: ana.email, after: email }],
      undoable: false,
    })
    // The previous address is free again.
    await test.register({ email: ana.email })
  })

  it('works once: a repeat is refused and changes nothing, also after another change', async () => {
    const token = await tokenTo(await requestChange())
    expect((await confirm(token)).status).toBe(204)
    expect(await confirm(token)).toMatchObject(refusedLink)
    const last = await requestChange()
    const lastToken = await tokenTo(last)
    expect((await confirm(token)).status).toBe(400)
    expect((await confirm(lastToken)).status).toBe(204)
    expect((await userOf(ana.token)).email).toBe(last)
    expect((await eventsOf()).filter((type) => type === 'EmailChanged')).toHaveLength(2)
  })

  it('is void once a newer one was requested', async () => {
    const [first, second] = [await requestChange(), await requestChange()]
    const [old, present] = [await tokenTo(first), await tokenTo(second)]
    expect((await confirm(old)).status).toBe(400)
    expect((await userOf(ana.token)).email).toBe(ana.email)
    expect((await confirm(present)).status).toBe(204)
    expect((await userOf(ana.token)).email).toBe(second)
  })

  it('is valid for an hour', async () => {
    const token = await tokenTo(await requestChange())
    await test.database.rows({ text: `update email_links set expires_at = expires_at - interval '59 minutes' where user_id = $1` }, [
      ana.accountId,
    ])
    await test.database.rows({ text: `update email_links set expires_at = expires_at - interval '1 minute' where user_id = $1` }, [
      ana.accountId,
    ])
    expect((await confirm(token)).status).toBe(400)
    expect(await eventsOf()).toEqual(['AccountOpened', 'TermsAccepted'])
  })

  it('that another account has gets the same answer, and only its owner learns so by mail', async () => {
    const beto = await test.register()
    await requestChange(ana, beto.email)
    await waitForMails()
    expect(mailer.to(beto.email)).toEqual([VERIFY, TAKEN])
    expect(mailer.sent.find(({ subject, to }) => subject === TAKEN && to === beto.email)?.text).not.toContain('#token')
    expect(mailer.to(ana.email)).toEqual([VERIFY, CHANGE_REQUESTED])
  })

  it.each([
    [identityTexts.emailMissing, ''],
    [identityTexts.emailMissing, undefined],
    [identityTexts.emailInvalid, 'ana'],
    [identityTexts.emailInvalid, 'a,b@exemplo.com'],
  ])('is refused: %s', async (text, email) => {
    await test.send('POST', '/auth/confirm', { token: ana.token, body: { password: ana.password } })
    expect(await putEmail(email)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: text } })
    expect((await linksOf()).map(({ purpose }) => purpose)).toEqual(['verify'])
  })

  it('is refused when it is the present one, however it is spelled', async () => {
    await test.send('POST', '/auth/confirm', { token: ana.token, body: { password: ana.password } })
    expect(await putEmail(` ${ana.email.toUpperCase()} `)).toMatchObject({
      status: 400,
      body: { error: identityTexts.emailSame, fields: { email: [identityTexts.emailSame] } },
    })
    expect((await linksOf()).map(({ purpose }) => purpose)).toEqual(['verify'])
  })

  it('moves all mail: links to the previous address are void, new ones go to the new address', async () => {
    const verification = await tokenTo(ana.email)
    await test.send('POST', '/auth/forgot-password', { body: { email: ana.email } })
    const reset = async () => {
      await until(async () => (await test.database.rows({ text: `select 1 from outbox where kind = 'reset-mail'` })).length === 0)
      return /reset-password#token=(\S+)/.exec(mailer.sent.findLast(({ text }) => text.includes('/reset-password#'))?.text ?? '')?.[1] ?? ''
    }
    const before = await reset()
    const email = await requestChange()
    await confirm(await tokenTo(email))
    const set = (token: string) => test.send('POST', '/auth/reset-password', { body: { token, password: 'outrasenha' } })
    expect([(await confirm(verification)).status, (await set(before)).status]).toEqual([400, 400])
    await test.send('POST', '/auth/forgot-password', { body: { email } })
    expect((await set(await reset())).status).toBe(204)
    expect((await login(email, 'outrasenha')).status).toBe(200)
  })

  it('inherits a used grace period: neither e-mail has one again', async () => {
    const grace = (email: string) =>
      test.database.rows<{ spent: boolean }>({ text: 'select had_grace as spent from users where email = $1' }, [email])
    const email = await requestChange()
    await confirm(await tokenTo(email))
    expect(await grace(email)).toEqual([{ spent: false }])
    await test.register({ email: ana.email })
    expect(await grace(ana.email)).toEqual([{ spent: true }])
    await test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })
    await test.register({ email })
    expect(await grace(email)).toEqual([{ spent: true }])
    // A new account that moves to one of them has no grace period either.
    const rui = await test.register()
    const free = newAddress()
    await confirm(await tokenTo(await requestChange(rui, free)))
    expect(await grace(free)).toEqual([{ spent: false }])
    await test.send('DELETE', '/auth/account', { token: rui.token, body: { password: rui.password } })
    const eva = await test.register()
    await confirm(await tokenTo(await requestChange(eva, free)))
    expect(await grace(free)).toEqual([{ spent: true }])
  })

  it('is recorded among the logins', async () => {
    const countRecords = async () =>
      (await test.database.rows({ text: 'select 1 from access_records where account_id = $1' }, [ana.accountId])).length
    await until(async () => (await countRecords()) === 1)
    await confirm(await tokenTo(await requestChange()))
    await until(async () => (await countRecords()) === 2)
  })
})

describe('a link', () => {
  it.each(['', 'x', null, undefined, 7, 'a'.repeat(501)])('that was never issued is refused: %p', async (token) => {
    expect(await confirm(token)).toMatchObject({ status: 400, body: { error: identityTexts.emailLinkInvalid } })
  })

  it('is bound to its request: one for another id or for a password is refused', async () => {
    const settings = test.app.get(Settings, { strict: false })
    expect((await confirm(linkOf(settings, randomId()).split('token=')[1])).status).toBe(400)
    const [link] = await linksOf()
    const { ResetLinks } = await import('../../passwords/reset-links.js')
    expect((await confirm(new ResetLinks(settings).of(link?.id ?? '').split('token=')[1])).status).toBe(400)
  })

  it('is stored nowhere, its address is sealed, and neither is in a job', async () => {
    const email = await requestChange()
    const token = await tokenTo(email)
    const rows = JSON.stringify([await linksOf(), await test.database.rows({ text: 'select * from outbox' })])
    expect(rows).not.toMatch(/@|exemplo/)
    expect(rows).not.toContain(token)
    for (const { address: sealed } of await linksOf()) expect(sealed.toString('latin1')).not.toContain('exemplo')
  })

  it.each(['change', 'reset'])('for another e-mail ends with the %s of a password; one for the first stays', async (how) => {
    const [verification, token] = [await tokenTo(ana.email), await tokenTo(await requestChange())]
    if (how === 'change') {
      await test.send('PUT', '/auth/password', { token: ana.token, body: { currentPassword: ana.password, newPassword: 'outrasenha' } })
    } else {
      await test.send('POST', '/auth/forgot-password', { body: { email: ana.email } })
      await until(async () => (await test.database.rows({ text: `select 1 from outbox where kind = 'reset-mail'` })).length === 0)
      const reset = /reset-password#token=(\S+)/.exec(
        mailer.sent.findLast(({ text }) => text.includes('/reset-password#'))?.text ?? '',
      )?.[1]
      expect((await test.send('POST', '/auth/reset-password', { body: { token: reset, password: 'outrasenha' } })).status).toBe(204)
    }
    expect((await confirm(token)).status).toBe(400)
    expect((await confirm(verification)).status).toBe(204)
  })

  it('is deleted with the account', async () => {
    const token = await tokenTo(await requestChange())
    await test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })
    expect(await linksOf()).toEqual([])
    expect((await confirm(token)).status).toBe(400)
    expect(await verifyLog()).toBeNull()
  })

  it('that expired is deleted daily, with its address', async () => {
    await requestChange()
    await test.database.rows({ text: `update email_links set expires_at = now() where user_id = $1 and purpose = 'change'` }, [
      ana.accountId,
    ])
    await lapsedAccessWorker.run({ signal: new AbortController().signal } as Job, test.tools())
    expect((await linksOf()).map(({ purpose }) => purpose)).toEqual(['verify'])
  })
})

describe('concurrently', () => {
  it('one link that is followed many times works once and sends one mail', async () => {
    const verification = await tokenTo(ana.email)
    const token = await tokenTo(await requestChange())
    for (const link of [verification, token]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(link)))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 400, 400, 400, 400, 400])
    }
    expect(await eventsOf()).toEqual(['AccountOpened', 'TermsAccepted', 'EmailVerified', 'EmailChanged'])
    await waitForMails()
    expect(mailer.to(ana.email)).toEqual([VERIFY, CHANGE_REQUESTED, CHANGED])
    expect(await verifyLog()).toBeNull()
  })

  it.each([
    ['a password that is being replaced', 'delete from email_links where user_id = $1'],
    ['a newer request', `update email_links set id = gen_random_uuid() where user_id = $1 and purpose = 'change'`],
  ])('%s voids a link that is being followed', async (_, voiding) => {
    const email = await requestChange()
    const token = await tokenTo(email)
    const waiting = await test.database.transaction(async (client) => {
      await client.query('select 1 from users where id = $1 for no key update', [ana.accountId])
      const confirming = confirm(token)
      await pause(150)
      await client.query(voiding, [ana.accountId])
      return () => confirming
    })
    expect(await waiting()).toMatchObject({ status: 400, body: { error: identityTexts.emailLinkInvalid } })
    expect(await userOf(ana.token)).toMatchObject({ email: ana.email, emailVerified: false })
    expect(await eventsOf()).toEqual(['AccountOpened', 'TermsAccepted'])
    expect((await login(ana.email)).status).toBe(200)
    expect(await verifyLog()).toBeNull()
  })
})
