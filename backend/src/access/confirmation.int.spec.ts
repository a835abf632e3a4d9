import { setTimeout as pause } from 'node:timers/promises'
import { identityTexts } from '@prumo/shared/identity-texts'
import { Rejected } from '@prumo/shared/rejections'
import { Settings } from '../platform/config/settings.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { SessionTokens } from './session-tokens.js'
import { Sessions } from './sessions.js'

let test: TestApp
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => void (test = await startTestApp()))
beforeEach(async () => void (ana = await test.register()))
afterAll(() => test.close())

const confirm = (token: string, body: unknown = { password: ana.password }) => test.send('POST', '/auth/confirm', { token, body })

/** Whether a session is confirmed, as the guard sees it. */
async function isConfirmed(token: string): Promise<boolean | undefined> {
  return (await test.app.get(Sessions, { strict: false }).find(token))?.confirmed
}

/** Moves a session's confirmation back in time by so many seconds. */
async function later(seconds: number): Promise<void> {
  await test.database.rows(
    { text: `update sessions set confirmed_until = confirmed_until - $2 * interval '1 second' where user_id = $1` },
    [ana.accountId, seconds],
  )
}

describe('confirming with the password', () => {
  it("confirms the session that asked, and no other, for five minutes by the database's clock", async () => {
    const { token: other } = (await test.send('POST', '/auth/login', { body: { email: ana.email, password: ana.password } })).body
    expect([await isConfirmed(ana.token), await isConfirmed(other)]).toEqual([false, false])
    expect(await confirm(ana.token)).toMatchObject({ status: 204, body: '' })
    expect([await isConfirmed(ana.token), await isConfirmed(other)]).toEqual([true, false])
    await later(270)
    expect(await isConfirmed(ana.token)).toBe(true)
    await later(31)
    expect(await isConfirmed(ana.token)).toBe(false)
    expect((await confirm(ana.token)).status).toBe(204)
    expect(await isConfirmed(ana.token)).toBe(true)
  })

  it('counts in every process', async () => {
    const settings = test.app.get(Settings, { strict: false })
    const elsewhere = new Sessions(new SessionTokens(settings), test.database, settings)
    await confirm(ana.token)
    expect(await elsewhere.find(ana.token)).toMatchObject({ confirmed: true })
  })

  it.each([
    [identityTexts.wrongCurrentPassword, { password: 'errada1' }],
    [identityTexts.loginPasswordMissing, { password: '' }],
    [identityTexts.loginPasswordMissing, {}],
    ['Campo desconhecido: other', { password: 'segredo1', other: 1 }],
  ])('refuses: %s', async (text, body) => {
    expect(await confirm(ana.token, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: text } })
    expect(await isConfirmed(ana.token)).toBe(false)
  })

  it('accepts the password of the account alone', async () => {
    const beto = await test.register({ password: 'outrasenha' })
    expect(await confirm(ana.token, { password: beto.password })).toMatchObject({ status: 400 })
    expect(await test.send('POST', '/auth/confirm', { body: { password: ana.password } })).toMatchObject({ status: 401 })
  })

  it('waits for a password that is being replaced, and the old one does not confirm', async () => {
    const sessions = test.app.get(Sessions, { strict: false })
    const caller = (await sessions.find(ana.token))?.caller
    const [user] = await test.database.rows<{ hash: string }>({ text: 'select password_hash as hash from users where id = $1' }, [
      ana.accountId,
    ])
    const confirmed = await test.database.transaction(async (client) => {
      await client.query(`update users set password_hash = 'another' where id = $1`, [ana.accountId])
      const waiting = sessions.confirm(caller!, user?.hash ?? '')
      await pause(50)
      return () => waiting
    })
    expect(await confirmed()).toBe(false)
  })

  it('has the rate limits of logins for failures', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' })
    const beto = await limited.register()
    const attempt = (password: string) => limited.send('POST', '/auth/confirm', { token: beto.token, body: { password } })
    for (let tries = 0; tries < 12; tries++) expect((await attempt(beto.password)).status).toBe(204)
    for (let tries = 0; tries < 10; tries++) expect((await attempt('errada1')).status).toBe(400)
    expect(await attempt(beto.password)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    await limited.close()
  })

  it('requires an idempotency key, and stores nothing under it', async () => {
    const headers = { 'idempotency-key': 'no' }
    expect(await test.send('POST', '/auth/confirm', { token: ana.token, headers, body: { password: ana.password } })).toMatchObject({
      status: 400,
    })
    const good = { 'idempotency-key': '0198c0de-0000-7000-8000-000000000002' }
    for (let tries = 0; tries < 2; tries++) {
      expect(await test.send('POST', '/auth/confirm', { token: ana.token, headers: good, body: { password: ana.password } })).toMatchObject(
        { status: 204 },
      )
    }
  })
})

it('has an error code of its own where it is missing', () => {
  expect(new Rejected('CONFIRMATION_REQUIRED').answer).toEqual({ error: 'Acesso negado.', code: 'CONFIRMATION_REQUIRED' })
})
