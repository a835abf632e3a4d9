import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identityTexts } from '@prumo/shared/identity-texts'
import { v4 as randomId } from 'uuid'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
import { ResetLinks } from './reset-links.js'

let test: TestApp
let worker: TestWorker
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: 'https://app.exemplo.com.br' })
  worker = await startTestWorker(test)
})
beforeEach(async () => {
  ana = await test.register()
})
afterAll(async () => {
  await worker.close()
  await test.close()
})

async function login(email: string, password: string): Promise<string | undefined> {
  return (await test.send('POST', '/auth/login', { body: { email, password } })).body.token
}

async function isOpen(token: string | undefined): Promise<boolean> {
  return (await test.send('GET', '/auth/verify', { token })).status === 200
}

function change(token: string | undefined, body: unknown) {
  return test.send('PUT', '/auth/password', { token, body })
}

function forget(email: string) {
  return test.send('POST', '/auth/forgot-password', { body: { email } })
}

function reset(token: unknown, password: unknown = 'novasenha') {
  return test.send('POST', '/auth/reset-password', { body: { token, password } })
}

async function mailsTo(email: string): Promise<string[]> {
  const folder = join(test.dataDir, 'mails')
  const files = await readdir(folder).catch(() => [])
  const mails = await Promise.all(files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8')))
  // Every registration sends a mail that confirms the e-mail.
  return mails.filter((mail) => mail.includes(`To: ${email}`) && !mail.includes('/confirm-email#'))
}

/** The tokens of all links mailed to an address, once there are so many. */
async function tokensFor(email: string, expected = 1): Promise<string[]> {
  let mails: string[] = []
  await until(async () => (mails = await mailsTo(email)).length >= expected)
  return mails.map((mail) => /reset-password#token=(\S+)/.exec(mail)?.[1] ?? '')
}

describe('changing a password', () => {
  it('ends every other session of the person, and no one else’s', async () => {
    const [other, beto] = [await login(ana.email, ana.password), await test.register()]
    expect(await change(ana.token, { currentPassword: ana.password, newPassword: 'novasenha' })).toMatchObject({ status: 204, body: '' })
    expect([await isOpen(ana.token), await isOpen(other), await isOpen(beto.token)]).toEqual([true, false, true])
    expect(await login(ana.email, ana.password)).toBeUndefined()
    expect(await login(ana.email, 'novasenha')).toEqual(expect.any(String))
  })

  it('sends a notice, and a refused change sends none', async () => {
    await change(ana.token, { currentPassword: 'errada', newPassword: 'novasenha' })
    await change(ana.token, { currentPassword: ana.password, newPassword: 'novasenha' })
    const waiting = async () => (await test.database.rows({ text: 'select 1 from waiting_mails' })).length
    await until(async () => (await waiting()) === 0)
    const mails = await mailsTo(ana.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('A senha da sua conta no Prumo foi trocada.')
    expect(mails[0]).toContain('https://app.exemplo.com.br/forgot-password')
  })

  it('refuses a wrong current password and changes nothing', async () => {
    const other = await login(ana.email, ana.password)
    const answer = await change(ana.token, { currentPassword: 'errada', newPassword: 'novasenha' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: identityTexts.wrongCurrentPassword } })
    expect([await isOpen(other), await login(ana.email, 'novasenha')]).toEqual([true, undefined])
  })

  it.each([
    [identityTexts.loginPasswordMissing, { newPassword: 'novasenha' }],
    [identityTexts.passwordMissing, { currentPassword: 'segredo1' }],
    [identityTexts.passwordShort, { currentPassword: 'segredo1', newPassword: '12345' }],
    [identityTexts.passwordCommon, { currentPassword: 'segredo1', newPassword: 'Flamengo' }],
  ])('refuses: %s', async (text, body) => {
    expect(await change(ana.token, body)).toMatchObject({ status: 400, body: { error: text } })
  })

  it('happens once when two requests with the same current password race', async () => {
    const answers = await Promise.all(
      ['novasenha1', 'novasenha2'].map((newPassword) => change(ana.token, { currentPassword: ana.password, newPassword })),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([204, 400])
  })

  it('leaves no session of a login with the old password', async () => {
    const logins = Array.from({ length: 12 }, () => login(ana.email, ana.password))
    await change(ana.token, { currentPassword: ana.password, newPassword: 'novasenha' })
    const opened = (await Promise.all(logins)).filter((token) => token !== undefined)
    expect(await Promise.all(opened.map(isOpen))).not.toContain(true)
  })

  it('treats letters that keyboards compose differently as equal', async () => {
    expect((await change(ana.token, { currentPassword: ana.password, newPassword: 'pão-de-ló-42' })).status).toBe(204)
    expect(await login(ana.email, 'pão-de-ló-42'.normalize('NFD'))).toEqual(expect.any(String))
  })
})

describe('forgetting a password', () => {
  it('mails one link to a known e-mail, in plain words', async () => {
    expect(await forget(` ${ana.email.toUpperCase()}`)).toMatchObject({ status: 202, body: {} })
    const [token] = await tokensFor(ana.email)
    const [mail] = await mailsTo(ana.email)
    expect(mail).toContain(`https://app.exemplo.com.br/reset-password#token=${token}\n`)
    expect(mail).toContain('O link vale por 1 hora e funciona uma vez.')
    expect(mail).toContain('Content-Transfer-Encoding: 8bit')
    await pause(200)
    expect(await mailsTo(ana.email)).toHaveLength(1)
  })

  it('answers an unknown e-mail the same and mails nothing', async () => {
    const [known, unknown] = [await forget(ana.email), await forget('ninguem@exemplo.com')]
    const { date: _, ...headers } = known.headers
    expect(unknown).toMatchObject({ status: known.status, body: known.body, headers: { ...headers } })
    await tokensFor(ana.email)
    expect(await mailsTo('ninguem@exemplo.com')).toEqual([])
  })

  it.each([
    [identityTexts.emailMissing, {}],
    [identityTexts.emailInvalid, { email: 'ana' }],
  ])('refuses: %s', async (text, body) => {
    expect(await test.send('POST', '/auth/forgot-password', { body })).toMatchObject({ status: 400, body: { error: text } })
  })

  it('stores nothing from which a token could be derived', async () => {
    await forget(ana.email)
    const [token = ''] = await tokensFor(ana.email)
    const rows = await test.database.rows({ text: 'select * from password_resets where user_id = $1' }, [ana.accountId])
    const stored = JSON.stringify(rows)
    expect(rows).toHaveLength(1)
    expect(stored).not.toContain(token.slice(22))
  })
})

describe('resetting a password by a link', () => {
  const refused = { status: 400, body: { code: 'VALIDATION', error: identityTexts.resetLinkInvalid } }

  it('works once and ends every session', async () => {
    await forget(ana.email)
    const [token] = await tokensFor(ana.email)
    expect(await reset(token)).toMatchObject({ status: 204, body: '' })
    expect(await isOpen(ana.token)).toBe(false)
    expect([await login(ana.email, ana.password), await login(ana.email, 'novasenha')]).toEqual([undefined, expect.any(String)])
    expect(await reset(token, 'outrasenha')).toMatchObject(refused)
    expect(await login(ana.email, 'outrasenha')).toBeUndefined()
  })

  it('works once under concurrent use', async () => {
    await forget(ana.email)
    const [token] = await tokensFor(ana.email)
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(token)))
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([204, 400, 400, 400, 400, 400])
  })

  it('voids every other link of the person', async () => {
    await forget(ana.email)
    await forget(ana.email)
    const [one, two] = await tokensFor(ana.email, 2)
    expect((await reset(two)).status).toBe(204)
    expect(await reset(one)).toMatchObject(refused)
  })

  it('is voided by a changed password', async () => {
    await forget(ana.email)
    const [token] = await tokensFor(ana.email)
    await change(ana.token, { currentPassword: ana.password, newPassword: 'novasenha' })
    expect(await reset(token)).toMatchObject(refused)
  })

  it('expires after an hour', async () => {
    await forget(ana.email)
    const [token] = await tokensFor(ana.email)
    const [row] = await test.database.rows<{ minutes: number }>(
      { text: 'select round(extract(epoch from expires_at - now()) / 60)::integer as minutes from password_resets where user_id = $1' },
      [ana.accountId],
    )
    expect(row?.minutes).toBe(60)
    await test.database.rows({ text: `update password_resets set expires_at = now() - interval '1 second' where user_id = $1` }, [
      ana.accountId,
    ])
    expect(await reset(token)).toMatchObject(refused)
    expect(await login(ana.email, ana.password)).toEqual(expect.any(String))
  })

  it('is refused for a token that was not mailed', async () => {
    const made = new URL(test.app.get(ResetLinks, { strict: false }).of(randomId())).hash.slice('#token='.length)
    await forget(ana.email)
    const [real = ''] = await tokensFor(ana.email)
    const flipped = `${real.slice(0, -1)}${real.endsWith('A') ? 'B' : 'A'}`
    for (const token of [
      made,
      flipped,
      `${real}A`,
      `${real}=`,
      `${real} `,
      'abc',
      'x'.repeat(64),
      'x'.repeat(501),
      'a\u0000b',
      '',
      undefined,
      7,
    ])
      expect(await reset(token)).toMatchObject(refused)
    expect((await reset(real)).status).toBe(204)
  })

  it('requires a password by the rules', async () => {
    expect(await reset('abc', '12345')).toMatchObject({ status: 400, body: { error: identityTexts.passwordShort } })
    expect(await reset(undefined, '12345')).toMatchObject(refused)
    expect(await reset('abc', 'password1')).toMatchObject({ status: 400, body: { error: identityTexts.passwordCommon } })
  })
})
