import { addDays, addMonths, monthOf } from '@prumo/shared/calendar'
import { guestTexts } from '@prumo/shared/guest-texts'
import { identityTexts } from '@prumo/shared/identity-texts'
import { verifyAccount } from '../event-store/verify/verify.js'
import { v4 as randomId, v7 as newId } from 'uuid'
import { attachmentHelpers, fileOf } from '../../test/test-attachments.js'
import { FailingMailer, newAddress } from '../../test/test-email-changes.js'
import { guestHelpers, type Registered } from '../../test/test-guests.js'
import { until as waitUntil } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
import type { Job } from '../jobs/job-worker.js'
import { NO_CLIENT } from '../access/client.js'
import { lapsedAccessWorker } from '../access/lapsed-access.worker.js'
import { endedGrantsWorker } from './ended-grants.worker.js'
import { GuestVisits } from './guest-visits.js'

let test: TestApp
let worker: TestWorker
let marina: Registered
let email: string
const mailer = new FailingMailer()
beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: 'https://app.exemplo.com.br' })
  worker = await startTestWorker(test, mailer)
})
beforeEach(async () => {
  marina = await test.register({ name: 'Marina Duarte', businessName: 'Doce Lar Confeitaria' })
  email = newAddress()
})
afterAll(async () => {
  await worker.close()
  await test.close()
})

const { tokensTo, waitForMails, invite, look, enter, askForLink, grantsOf, enterAccountOf } = guestHelpers(() => test, mailer)
const today = () => test.database.clock.today()
const verifyLog = async (accountId = marina.accountId) => (await verifyAccount(test.database, test.reading, accountId)).problem
const eventsOf = async (accountId = marina.accountId) =>
  (
    await test.database.rows<{ type: string }>(
      { text: `select type from events where account_id = $1 and entity = 'guest' order by seq` },
      [accountId],
    )
  ).map(({ type }) => type)
const isOpen = async (token: string) => (await test.send('GET', '/transactions', { token })).status === 200
const wrongLink = { status: 400, body: { code: 'VALIDATION', error: 'Link inválido ou expirado. Peça um novo.' } }
/** Moves the account's opening back, so that its access lapses. */
const lapse = (accountId: string) =>
  test.database.rows({ text: `update account_profile set created_at = now() - interval '1 hour' where account_id = $1` }, [accountId])

describe('POST /access', () => {
  it('gives access and mails the link, and a notice to the owner', async () => {
    const until = addDays(today(), 30)
    const { status, body } = await invite(marina, { email: ` ${email.toUpperCase()} `, until })
    expect(status).toBe(201)
    expect(body.grant).toEqual({
      id: expect.any(String),
      name: 'Ana Ribeiro',
      email,
      until,
      createdAt: expect.any(String),
      lastEnteredAt: null,
      entries: 0,
    })
    expect(await grantsOf(marina)).toEqual([body.grant])
    await waitForMails()
    expect(mailer.to(email)).toEqual(['Marina Duarte convidou você a ver as contas de Doce Lar Confeitaria'])
    const [mail] = mailer.sent.filter(({ to }) => to === email)
    expect(mail?.text).toMatch(/https:\/\/app\.exemplo\.com\.br\/convite#[\w-]{64}\n/)
    expect(mail?.text).toContain('transações, relatórios, comprovantes e folhas do MEI')
    expect(mail?.text).toContain(until.split('-').toReversed().join('/'))
    expect(await eventsOf()).toEqual(['GuestInvited'])
    expect(await verifyLog()).toBeNull()
  })

  it('needs a recent confirmation', async () => {
    const send = () => test.send('POST', '/access', { token: marina.token, body: { name: 'Ana', email } })
    expect(await send()).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } })
    await test.confirm(marina.token)
    expect((await send()).status).toBe(201)
  })

  it('needs a subscription; GET and DELETE do not', async () => {
    const { body } = await invite(marina, { email })
    await lapse(marina.accountId)
    expect(await invite(marina, { email })).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_REQUIRED' } })
    expect(await grantsOf(marina)).toHaveLength(1)
    expect((await test.send('DELETE', `/access/${body.grant.id}`, { token: marina.token })).status).toBe(204)
    expect(await grantsOf(marina)).toEqual([])
  })

  it.each([
    ['a missing name', { name: '  ' }, guestTexts.nameMissing],
    ['a missing e-mail', { email: undefined }, identityTexts.emailMissing],
    ['a malformed e-mail', { email: 'ana' }, identityTexts.emailInvalid],
    ['a past day', { until: '2020-01-01' }, guestTexts.untilPast],
    ['a day that does not exist', { until: '2027-02-30' }, 'Escolha uma data válida'],
    ['an unknown field', { scope: [] }, 'Campo desconhecido: scope'],
  ])('refuses %s', async (_, changes, error) => {
    expect(await invite(marina, { email, ...changes })).toMatchObject({ status: 400, body: { code: 'VALIDATION', error } })
    expect(await eventsOf()).toEqual([])
  })

  it('refuses the own e-mail, in whatever spelling', async () => {
    expect(await invite(marina, { email: marina.email.toUpperCase() })).toMatchObject({ status: 400, body: { error: guestTexts.ownEmail } })
  })

  it('refuses a sixth living one, also of several sent at once', async () => {
    await test.confirm(marina.token)
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => test.send('POST', '/access', { token: marina.token, body: { name: 'Ana', email: newAddress() } })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'QUOTA_EXCEEDED', error: guestTexts.tooMany })
    const [first] = await grantsOf(marina)
    await test.send('DELETE', `/access/${first.id}`, { token: marina.token })
    expect((await invite(marina, { email })).status).toBe(201)
    expect(await verifyLog()).toBeNull()
  })

  it('repeats its answer under an idempotency key, and mails once', async () => {
    await test.confirm(marina.token)
    const headers = { 'idempotency-key': randomId() }
    const body = { id: newId(), name: 'Ana', email }
    const [one, two] = [
      await test.send('POST', '/access', { token: marina.token, body, headers }),
      await test.send('POST', '/access', { token: marina.token, body, headers }),
    ]
    expect(two).toMatchObject({ status: 201, body: one.body, headers: { 'idempotent-replayed': 'true' } })
    expect(one.body.grant.id).toBe(body.id)
    expect(await tokensTo(email)).toHaveLength(1)
  })

  it('mails names in one line, so that no person writes a text of their own into the mail', async () => {
    const owner = await test.register({ name: 'Rui\nAlves', businessName: 'Oficina\n\nVeja https://exemplo.net\n' })
    await invite(owner, { email, name: 'Ana\r\n\r\nGanhe já' })
    await tokensTo(email)
    const [mail] = mailer.sent.filter(({ to }) => to === email)
    expect(mail?.subject).toBe('Rui Alves convidou você a ver as contas de Oficina Veja https://exemplo.net')
    expect(mail?.text).toMatch(
      /^Olá, Ana Ganhe já\.\n\nRui Alves convidou você a ver as contas de Oficina Veja https:\/\/exemplo\.net no Prumo:/,
    )
    await waitUntil(() => mailer.to(owner.email).includes('Você convidou Ana Ganhe já a ver suas contas'))
  })

  it('limits the mails to an address', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' })
    const owner = await limited.register()
    await limited.confirm(owner.token)
    const send = (key: string) =>
      limited.send('POST', '/access', { token: owner.token, body: { name: 'Ana', email }, headers: { 'idempotency-key': key } })
    const keys = [randomId(), randomId(), randomId()] as const
    // Repeats send no mail, and so are not counted.
    for (const key of [keys[0], keys[0], keys[0], keys[1], keys[1], keys[2]]) expect((await send(key)).status).toBe(201)
    expect(await send(randomId())).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect(await send(keys[0])).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
    await limited.close()
  })
})

describe('DELETE /access/{id}', () => {
  it('ends links and sessions at once, and nothing of the guest is left outside the log', async () => {
    const guest = await enterAccountOf(marina, email)
    await askForLink(email)
    const unused = (await tokensTo(email)).at(-1)
    expect(await isOpen(guest.token)).toBe(true)
    expect((await test.send('DELETE', `/access/${guest.grantId}`, { token: marina.token })).status).toBe(204)
    expect(await test.send('GET', '/transactions', { token: guest.token })).toMatchObject({ status: 401 })
    expect(await look(unused)).toMatchObject(wrongLink)
    expect(await enter(unused)).toMatchObject(wrongLink)
    expect(await grantsOf(marina)).toEqual([])
    for (const table of ['guest_grants', 'guest_links', 'guest_list', 'guest_entries'])
      expect(await test.database.rows({ text: `select 1 from ${table} where account_id = $1` }, [marina.accountId])).toEqual([])
    expect(await eventsOf()).toEqual(['GuestInvited', 'GuestEntered', 'GuestAccessEnded'])
    expect(await verifyLog()).toBeNull()
  })

  it('is a 404 for an unknown one, another account’s, and one that has ended', async () => {
    const { body } = await invite(marina, { email })
    const other = await test.register()
    const end = (id: string, { token } = marina) => test.send('DELETE', `/access/${id}`, { token })
    expect((await end(newId())).status).toBe(404)
    expect((await end(body.grant.id, other)).status).toBe(404)
    expect((await end(body.grant.id)).status).toBe(204)
    expect((await end(body.grant.id)).status).toBe(404)
  })
})

describe('a link', () => {
  it('shows who invites to whose accounts, and changes nothing', async () => {
    const until = addDays(today(), 7)
    await invite(marina, { email, until })
    const [token] = await tokensTo(email)
    const before = await test.database.rows({ text: 'select seq from account_heads where account_id = $1' }, [marina.accountId])
    for (let times = 0; times < 3; times++) {
      expect(await look(token)).toMatchObject({
        status: 200,
        body: { owner: { name: 'Marina Duarte', businessName: 'Doce Lar Confeitaria' }, name: 'Ana Ribeiro', until },
      })
    }
    expect(await test.database.rows({ text: 'select seq from account_heads where account_id = $1' }, [marina.accountId])).toEqual(before)
    expect((await enter(token)).status).toBe(200)
  })

  it('enters once, also of several uses at the same moment', async () => {
    await invite(marina, { email })
    const [token] = await tokensTo(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(token)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    expect(await look(token)).toMatchObject(wrongLink)
    expect(await eventsOf()).toEqual(['GuestInvited', 'GuestEntered'])
    expect(await grantsOf(marina)).toMatchObject([{ entries: 1, lastEnteredAt: expect.any(String) }])
    expect(await verifyLog()).toBeNull()
  })

  it('is opened by a scanner without effect: GET and HEAD of its calls are no routes', async () => {
    await invite(marina, { email })
    const [token] = await tokensTo(email)
    for (const method of ['GET', 'HEAD'] as const) {
      for (const path of ['look', 'enter', 'link', 'switch']) {
        const { statusCode } = await test.app.inject({ method, url: `/api/guest/${path}?token=${token}` })
        expect([method, path, statusCode]).toEqual([method, path, 404])
      }
    }
    expect((await enter(token)).status).toBe(200)
  })

  it('ends after seven days, and is deleted daily', async () => {
    await invite(marina, { email })
    const [token] = await tokensTo(email)
    const age = async (days: number) => {
      const stored = { text: 'select expires_at as "expiresAt" from guest_links where account_id = $1' }
      const [link] = await test.database.rows<{ expiresAt: Date }>(stored, [marina.accountId])
      const earlier = new Date(Number(link?.expiresAt) - days * 86_400_000)
      await test.database.rows({ text: 'update guest_links set expires_at = $2 where account_id = $1' }, [marina.accountId, earlier])
    }
    await age(6.99)
    expect((await look(token)).status).toBe(200)
    await age(0.02)
    expect(await look(token)).toMatchObject(wrongLink)
    expect(await enter(token)).toMatchObject(wrongLink)
    await lapsedAccessWorker.run({ signal: new AbortController().signal } as Job, test.tools())
    expect(await test.database.rows({ text: 'select 1 from guest_links where account_id = $1' }, [marina.accountId])).toEqual([])
  })

  it.each(['', 'x', null, undefined, 7, 'a'.repeat(501), 'a'.repeat(64)])('that was never issued is refused: %p', async (token) => {
    expect(await look(token)).toMatchObject(wrongLink)
    expect(await enter(token)).toMatchObject(wrongLink)
  })

  it('of another kind is refused', async () => {
    await test.send('POST', '/auth/forgot-password', { body: { email: marina.email } })
    const [reset] = await test.database.rows<{ id: string }>({ text: 'select id from password_resets where user_id = $1' }, [
      marina.accountId,
    ])
    const { ResetLinks } = await import('../passwords/reset-links.js')
    const { Settings } = await import('../platform/config/settings.js')
    const token = new ResetLinks(test.app.get(Settings, { strict: false })).of(reset?.id ?? '').split('token=')[1]
    expect(await enter(token)).toMatchObject(wrongLink)
  })

  it('is stored nowhere, and neither is the address outside the account', async () => {
    await invite(marina, { email })
    const [token] = await tokensTo(email)
    const rows = JSON.stringify(
      await Promise.all(
        ['guest_grants', 'guest_links', 'outbox'].map((table) => test.database.rows({ text: `select t::text from ${table} t` })),
      ),
    )
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(email)
  })

  it('is not mailed once the access has ended', async () => {
    await waitForMails()
    await worker.close()
    const { body } = await invite(marina, { email })
    await test.send('DELETE', `/access/${body.grant.id}`, { token: marina.token })
    worker = await startTestWorker(test, mailer)
    expect(await tokensTo(email)).toEqual([])
  })

  it('survives an outage of the mail server', async () => {
    await waitForMails()
    mailer.isDown = true
    await invite(marina, { email })
    await new Promise((resolve) => setTimeout(resolve, 300))
    mailer.isDown = false
    await test.database.rows({ text: `update outbox set due_at = now(), claim = null where kind = 'guest-link-mail'` })
    expect((await enter((await tokensTo(email))[0])).status).toBe(200)
  })
})

describe('POST /guest/link', () => {
  it('mails a new link to the address, which enters its latest grant', async () => {
    const guest = await enterAccountOf(marina, email)
    const rui = await test.register({ name: 'Rui Alves', businessName: 'Oficina Rui' })
    await invite(rui, { email })
    await tokensTo(email)
    expect(await askForLink(` ${email.toUpperCase()}`)).toMatchObject({ status: 202, body: {} })
    const tokens = await tokensTo(email)
    expect(tokens).toHaveLength(3)
    expect(await look(tokens.at(-1))).toMatchObject({ body: { owner: { businessName: 'Oficina Rui' } } })
    const { body } = await enter(tokens.at(-1))
    expect(body.user).toEqual({ name: 'Ana Ribeiro', role: 'guest', businessName: 'Oficina Rui' })
    expect(body.grants).toEqual([
      { id: expect.any(String), businessName: 'Oficina Rui' },
      { id: guest.grantId, businessName: 'Doce Lar Confeitaria' },
    ])
  })

  it('does not lock a guest out of the others when the latest owner’s access has lapsed', async () => {
    await enterAccountOf(marina, email)
    const rui = await test.register({ businessName: 'Oficina Rui' })
    await invite(rui, { email })
    await lapse(rui.accountId)
    await askForLink(email)
    const { body } = await enter((await tokensTo(email)).at(-1))
    expect(body.user.businessName).toBe('Doce Lar Confeitaria')
    expect(body.grants).toHaveLength(1)
  })

  it('sends no mail for an unknown address, an ended grant or one whose day has passed', async () => {
    const { body } = await invite(marina, { email })
    await tokensTo(email)
    await test.database.rows({ text: 'update guest_grants set until = $2::date where account_id = $1' }, [
      marina.accountId,
      addDays(today(), -1),
    ])
    await askForLink(email)
    expect(await tokensTo(email)).toHaveLength(1)
    await test.send('DELETE', `/access/${body.grant.id}`, { token: marina.token })
    await askForLink(email)
    const unknown = newAddress()
    expect(await askForLink(unknown)).toMatchObject({ status: 202, body: {} })
    expect([await tokensTo(email), await tokensTo(unknown)]).toMatchObject([[expect.any(String)], []])
  })

  it.each(['off', 'on'])('does the same work for an unknown address, also above the limit of mails: limits %s', async (limits) => {
    const own = await startTestApp({ RATE_LIMITS: limits })
    const owner = await own.register()
    await own.confirm(owner.token)
    await own.send('POST', '/access', { token: owner.token, body: { name: 'Ana', email } })
    const workOf = async (address: string, from: string) => {
      const asked = jest.spyOn(own.database, 'rows')
      const payload = { email: address }
      const answer = await own.app.inject({ method: 'POST', url: '/api/guest/link', payload, remoteAddress: from })
      const statements = asked.mock.calls
        .map(([{ name = '' }, values = []]) => [name, values.map((value) => typeof value)] as const)
        .filter(([name]) => /attempt|guest/.test(name))
      asked.mockRestore()
      return { status: answer.statusCode, body: answer.body, statements }
    }
    // The key of addresses is read once by each process.
    await workOf(newAddress(), '203.0.113.9')
    const unknown = newAddress()
    for (let time = 0; time < 5; time++) {
      const known = await workOf(email, `203.0.113.${10 + time}`)
      expect(known).toMatchObject({ status: 202, body: '{}' })
      expect(known.statements.map(([name]) => name)).toContain('request-guest-link')
      expect(await workOf(unknown, `203.0.113.${20 + time}`)).toEqual(known)
    }
    await own.close()
  })
})

describe('a guest’s session', () => {
  it('lasts twelve hours, and not beyond the last day', async () => {
    const termOf = async (until: string | null) => {
      const { token } = await enterAccountOf(marina, newAddress(), until)
      const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number }
      return { hours: (exp - iat) / 3600, endsAt: exp * 1000 }
    }
    expect((await termOf(null)).hours).toBe(12)
    const day = today()
    const { hours, endsAt } = await termOf(day)
    expect(hours).toBeLessThanOrEqual(12)
    expect(endsAt).toBeLessThanOrEqual(Date.parse(`${addDays(day, 1)}T03:00:00.000Z`))
  })

  it('has the role in token and row, and neither alone is enough', async () => {
    const { token } = await enterAccountOf(marina, email)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: marina.accountId, role: 'guest' })
    await test.database.rows({ text: 'update sessions set grant_id = null where id = $1' }, [claims.sid])
    expect(await isOpen(token)).toBe(false)
    const own = JSON.parse(Buffer.from(marina.token.split('.')[1] ?? '', 'base64url').toString())
    await test.database.rows({ text: 'update sessions set grant_id = $2 where id = $1' }, [own.sid, newId()])
    expect(await isOpen(marina.token)).toBe(false)
  })

  it('answers the guest’s own user, the status alone, and a report without goals', async () => {
    const goal = {
      title: 'Forno',
      targetAmount: 10,
      currentAmount: 10,
      deadline: addDays(today(), 9),
      category: 'Equipamentos',
      priority: 'high',
    }
    expect((await test.send('POST', '/goals', { token: marina.token, body: goal })).status).toBe(201)
    const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: today() }
    await test.send('POST', '/transactions', { token: marina.token, body: sale })
    const { token, grantId } = await enterAccountOf(marina, email)
    expect((await test.send('GET', '/auth/verify', { token })).body).toEqual({
      user: { name: 'Ana Ribeiro', role: 'guest', businessName: 'Doce Lar Confeitaria' },
      visit: {
        grantId,
        ownerName: 'Marina Duarte',
        until: null,
        endsAt: expect.any(String),
        grants: [{ id: grantId, businessName: 'Doce Lar Confeitaria' }],
      },
    })
    expect((await test.send('GET', '/subscriptions/status', { token })).body).toEqual({ subscription: { status: 'other' } })
    const kinds = async (of: string) =>
      (await test.send('GET', '/reports', { token: of })).body.report.insights.map(({ kind }: { kind: string }) => kind)
    await waitUntil(async () => (await kinds(marina.token)).includes('goals'))
    expect(await kinds(token)).not.toContain('goals')
    const months = await test.send('GET', '/transactions/summary/months?lowest=30', { token })
    expect(months).toMatchObject({ status: 200 })
    expect(months.body.ahead).toBeUndefined()
  })

  it('reads receipts with their bytes, and closed months with their proof, and changes none', async () => {
    const month = monthOf(addMonths(`${monthOf(today())}-01`, -1))
    const purchase = { description: 'Farinha', amount: 10, type: 'expense', transactionDate: `${month}-10` }
    const { id } = (await test.send('POST', '/transactions', { token: marina.token, body: purchase })).body.transaction
    const bytes = fileOf.png()
    const receipt = await attachmentHelpers(
      () => test,
      () => marina.token,
    ).added(id, bytes)
    expect((await test.send('POST', `/months/${month}/close`, { token: marina.token, body: {} })).status).toBe(200)

    const { token } = await enterAccountOf(marina, email)
    const seen = attachmentHelpers(
      () => test,
      () => token,
    )
    expect((await test.send('GET', `/transactions/${id}/attachments`, { token })).body).toEqual({ attachments: [receipt] })
    expect(await seen.bytesOf(receipt.id)).toMatchObject({ status: 200, bytes })
    const { months } = (await test.send('GET', `/months?from=${month}&to=${month}`, { token })).body
    expect(months).toMatchObject([{ month, state: 'closed', totals: { expense: 10, count: 1 } }])
    expect((await test.send('GET', `/months/${month}/proof`, { token })).body.proof.event.seq).toBe(months[0].position)

    const refused = { status: 403, body: { code: 'READ_ONLY' } }
    expect(await seen.add(id, fileOf.png())).toMatchObject(refused)
    expect(await test.send('DELETE', `/attachments/${receipt.id}`, { token })).toMatchObject(refused)
    expect(await test.send('POST', `/months/${month}/reopen`, { token, body: { reason: 'Faltou uma nota' } })).toMatchObject(refused)
    expect((await seen.bytesOf(receipt.id, '/data/attachments')).status).toBe(403)
  })

  it('shares no entity tag with the owner', async () => {
    const { token } = await enterAccountOf(marina, email)
    for (const path of ['/transactions', '/wallets', '/subscriptions/status', '/auth/verify']) {
      const { headers } = await test.send('GET', path, { token: marina.token })
      const known = { 'if-none-match': String(headers['etag']) }
      expect([path, (await test.send('GET', path, { token: marina.token, headers: known })).status]).toEqual([path, 304])
      expect([path, (await test.send('GET', path, { token, headers: known })).status]).toEqual([path, 200])
    }
  })

  it('is listed with no device of the owner, and is not ended with them', async () => {
    const { token } = await enterAccountOf(marina, email)
    const { body } = await test.send('GET', '/auth/sessions', { token: marina.token })
    expect(body.sessions).toHaveLength(1)
    const [{ id }] = (await test.database.rows<{ id: string }>(
      { text: 'select id from sessions where user_id = $1 and grant_id is not null' },
      [marina.accountId],
    )) as [{ id: string }]
    expect((await test.send('DELETE', `/auth/sessions/${id}`, { token: marina.token })).status).toBe(404)
    await test.send('DELETE', '/auth/sessions', { token: marina.token })
    expect(await isOpen(token)).toBe(true)
    expect((await test.send('POST', '/auth/logout', { token })).status).toBe(204)
    expect(await isOpen(token)).toBe(false)
    expect(await isOpen(marina.token)).toBe(true)
  })

  it('finds another account’s entities nowhere', async () => {
    const rui = await test.register()
    const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: today() }
    const { transaction } = (await test.send('POST', '/transactions', { token: rui.token, body: sale })).body
    const { token } = await enterAccountOf(marina, email)
    expect((await test.send('GET', `/transactions/${transaction.id}`, { token })).status).toBe(404)
    expect((await test.send('GET', '/transactions', { token })).body.transactions).toEqual([])
  })

  it('ends after its last day, and the daily job ends the grant', async () => {
    const until = addDays(today(), 3)
    const { token } = await enterAccountOf(marina, email, until)
    await test.database.rows({ text: 'update sessions set expires_at = now() where user_id = $1 and grant_id is not null' }, [
      marina.accountId,
    ])
    expect(await isOpen(token)).toBe(false)
    const tools = test.tools()
    const day = jest.spyOn(tools.database.clock, 'today').mockReturnValue(addDays(until, 1))
    try {
      expect(await grantsOf(marina)).toEqual([])
      await endedGrantsWorker.run({ signal: new AbortController().signal } as Job, tools)
    } finally {
      day.mockRestore()
    }
    expect(await eventsOf()).toEqual(['GuestInvited', 'GuestEntered', 'GuestAccessExpired'])
    expect(await test.database.rows({ text: 'select 1 from guest_grants where account_id = $1' }, [marina.accountId])).toEqual([])
    expect(await verifyLog()).toBeNull()
  })

  it('ends when the owner’s access lapses, and does not return with it', async () => {
    const { token } = await enterAccountOf(marina, email)
    await lapse(marina.accountId)
    expect(await test.send('GET', '/auth/verify', { token })).toMatchObject({ status: 401 })
    await askForLink(email)
    expect(await tokensTo(email)).toHaveLength(1)
    await test.database.rows({ text: 'update account_profile set created_at = now() where account_id = $1' }, [marina.accountId])
    expect(await isOpen(token)).toBe(false)
    await askForLink(email)
    expect((await enter((await tokensTo(email)).at(-1))).status).toBe(200)
  })

  it('ends with a reset of the owner’s password, and with a new password', async () => {
    const { token } = await enterAccountOf(marina, email)
    await test.send('POST', '/auth/forgot-password', { body: { email: marina.email } })
    const reset = () => mailer.sent.find(({ to, text }) => to === marina.email && text.includes('/reset-password#'))
    await waitUntil(() => reset() !== undefined)
    const body = { token: /token=(\S+)/.exec(reset()?.text ?? '')?.[1], password: 'outrasenha9' }
    expect((await test.send('POST', '/auth/reset-password', { body })).status).toBe(204)
    expect(await isOpen(token)).toBe(false)
    const login = await test.send('POST', '/auth/login', { body: { email: marina.email, password: 'outrasenha9' } })
    await askForLink(email)
    const again = (await enter((await tokensTo(email)).at(-1))).body.token
    const change = { currentPassword: 'outrasenha9', newPassword: 'terceirasenha9' }
    expect((await test.send('PUT', '/auth/password', { token: login.body.token, body: change })).status).toBe(204)
    expect(await isOpen(again)).toBe(false)
  })
})

describe('two businesses', () => {
  it('are switched between: one account at a time, until the first session would have ended', async () => {
    const first = await enterAccountOf(marina, email)
    const rui = await test.register({ name: 'Rui Alves', businessName: 'Oficina Rui' })
    await invite(rui, { email })
    const grants = (await test.send('GET', '/auth/verify', { token: first.token })).body.visit.grants
    expect(grants.map(({ businessName }: { businessName: string }) => businessName)).toEqual(['Doce Lar Confeitaria', 'Oficina Rui'])
    const expOf = (token: string) => (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }).exp
    await test.database.rows(
      { text: `update sessions set expires_at = now() + interval '1 hour' where user_id = $1 and grant_id is not null` },
      [marina.accountId],
    )
    const { status, body } = await test.send('POST', '/guest/switch', { token: first.token, body: { grantId: grants[1].id } })
    expect(status).toBe(200)
    expect(body.user.businessName).toBe('Oficina Rui')
    expect(expOf(body.token) - test.database.clock.now() / 1000).toBeLessThanOrEqual(3_600)
    // The other tab has the token of the first.
    expect(await test.send('GET', '/transactions', { token: first.token })).toMatchObject({ status: 401 })
    expect(await isOpen(body.token)).toBe(true)
    expect(await eventsOf(rui.accountId)).toEqual(['GuestInvited', 'GuestEntered'])
    expect([await verifyLog(), await verifyLog(rui.accountId)]).toEqual([null, null])
  })

  it('are read together by one statement', async () => {
    const { token } = await enterAccountOf(marina, email)
    await invite(await test.register(), { email })
    await waitForMails()
    const rows = jest.spyOn(test.database, 'rows')
    const { body } = await test.send('GET', '/auth/verify', { token })
    const names = rows.mock.calls.map(([{ name }]) => name)
    rows.mockRestore()
    expect([body.visit.grants.length, names.filter((name) => name === 'enterable-grants')]).toEqual([2, ['enterable-grants']])
  })

  it('of one session at the same moment give one session', async () => {
    const first = await enterAccountOf(marina, email)
    const others = await Promise.all([test.register(), test.register()])
    const ids: string[] = []
    for (const other of others) ids.push((await invite(other, { email })).body.grant.id)
    const answers = await Promise.all(ids.map((grantId) => test.send('POST', '/guest/switch', { token: first.token, body: { grantId } })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401])
    const open = await test.database.rows({ text: 'select 1 from sessions where grant_id = any($1::uuid[])' }, [[first.grantId, ...ids]])
    expect(open).toHaveLength(1)
  })

  it('are not switched to by a session that another switch has just ended', async () => {
    const { grantId } = await enterAccountOf(marina, email)
    const other = (await invite(await test.register(), { email })).body.grant
    // The session was there when the request was let in, and is gone now.
    const caller = { accountId: marina.accountId, sessionId: newId(), grantId }
    const visits = test.app.get(GuestVisits, { strict: false })
    await expect(visits.switch(caller, other.id, NO_CLIENT)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it.each([
    ['POST /guest/switch', 'find-guest-session'],
    ['GET /auth/verify', 'enterable-grants'],
  ])('are not there for a guest whose access ends during %s', async (call, statement) => {
    const { token, grantId } = await enterAccountOf(marina, email)
    const other = (await invite(await test.register(), { email })).body.grant
    // The mail's worker reads grants, too.
    await waitForMails()
    const read = test.database.rows.bind(test.database)
    const rows = jest.spyOn(test.database, 'rows').mockImplementation(async (asked, values) => {
      const answer = await read(asked, values)
      if (asked.name === statement) {
        rows.mockRestore()
        await test.send('DELETE', `/access/${grantId}`, { token: marina.token })
      }
      return answer
    })
    const [method, path] = call.split(' ') as ['GET' | 'POST', string]
    const { status } = await test.send(method, path, { token, ...(method === 'POST' && { body: { grantId: other.id } }) })
    expect(status).toBe(401)
  })

  it('are not switched to by the grant of someone else, an ended one, or the user of an account', async () => {
    const { token } = await enterAccountOf(marina, email)
    const rui = await test.register()
    const { grant } = (await invite(rui, { email: newAddress() })).body
    const own = (await invite(rui, { email })).body.grant
    const to = (grantId: string, by = token) => test.send('POST', '/guest/switch', { token: by, body: { grantId } })
    expect((await to(grant.id)).status).toBe(404)
    expect((await to(own.id, marina.token)).status).toBe(404)
    await test.send('DELETE', `/access/${own.id}`, { token: rui.token })
    expect((await to(own.id)).status).toBe(404)
    expect((await to('x')).status).toBe(400)
    expect(await isOpen(token)).toBe(true)
  })
})

describe('the owner', () => {
  it('sees each entry in the history', async () => {
    const { grantId } = await enterAccountOf(marina, email)
    await test.send('DELETE', `/access/${grantId}`, { token: marina.token })
    const { activity } = (await test.send('GET', '/activity?entity=guest', { token: marina.token })).body
    expect(activity.map(({ type, summary }: { type: string; summary: string }) => [type, summary])).toEqual([
      ['GuestAccessEnded', 'Você encerrou o acesso de Ana Ribeiro'],
      ['GuestEntered', 'Ana Ribeiro entrou para ver suas contas'],
      ['GuestInvited', 'Você convidou Ana Ribeiro'],
    ])
    const undo = await test.send('POST', `/activity/${activity[0].position}/undo`, { token: marina.token })
    expect([undo.status, activity[0].undoable]).toEqual([409, false])
  })

  it('keeps the access of others over a reset of the data', async () => {
    const { token } = await enterAccountOf(marina, email)
    await test.confirm(marina.token)
    expect((await test.send('POST', '/data/reset', { token: marina.token, body: { confirm: true } })).status).toBe(204)
    expect(await grantsOf(marina)).toMatchObject([{ email, entries: 1 }])
    expect(await isOpen(token)).toBe(true)
    expect(await verifyLog()).toBeNull()
  })

  it('takes everything of guests along with an erasure', async () => {
    const { token, grantId } = await enterAccountOf(marina, email)
    await askForLink(email)
    const unused = (await tokensTo(email)).at(-1)
    const erased = await test.send('DELETE', '/auth/account', { token: marina.token, body: { password: marina.password } })
    expect(erased.status).toBe(204)
    expect(await isOpen(token)).toBe(false)
    expect(await enter(unused)).toMatchObject(wrongLink)
    for (const table of ['guest_grants', 'guest_links', 'guest_list', 'guest_entries'])
      expect(await test.database.rows({ text: `select 1 from ${table} where account_id = $1` }, [marina.accountId])).toEqual([])
    expect(await test.database.rows({ text: 'select 1 from sessions where grant_id = $1' }, [grantId])).toEqual([])
    const events = await test.database.rows({ text: 'select data::text from events where account_id = $1' }, [marina.accountId])
    expect(JSON.stringify(events)).not.toMatch(/Ana Ribeiro|exemplo\.com/)
    await askForLink(email)
    expect(await tokensTo(email)).toHaveLength(2)
    expect(await verifyLog()).toBeNull()
  })

  it('exports nothing of guests', async () => {
    await enterAccountOf(marina, email)
    expect(JSON.stringify((await test.send('GET', '/data/export', { token: marina.token })).body)).not.toContain(email)
  })
})
