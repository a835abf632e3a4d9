import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../../event-store/verify/verify.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { notAdded, ORIGIN, passkeyHelpers, refusedIn, RP, type PasskeyPerson } from '../../../test/test-passkeys.js'
import { TestAuthenticator } from '../../../test/test-authenticator.js'

let test: TestApp
let ana: PasskeyPerson
beforeAll(async () => void (test = await startTestApp({ PUBLIC_URL: ORIGIN })))
beforeEach(async () => void (ana = await test.register()))
afterAll(() => test.close())

const { add, confirm, confirmEmail, creation, deviceOf, eventsOf, lastMail, list, login, request, reset } = passkeyHelpers(() => test)
const confirmRequest = async ({ token }: PasskeyPerson) => (await test.send('POST', '/auth/confirm/options', { token })).body
const notConfirmed = { status: 400, body: { code: 'VALIDATION', error: passkeyTexts.notConfirmed } }
const confirmFirst = { status: 403, body: { code: 'CONFIRMATION_REQUIRED', error: 'Acesso negado.' } }

describe('adding a passkey', () => {
  it('requests a discoverable key, and logs nothing of the key', async () => {
    await confirm(ana)
    const options = await creation(ana)
    expect(options).toMatchObject({
      rp: { id: RP, name: 'Prumo' },
      user: { id: Buffer.from(ana.accountId.replaceAll('-', ''), 'hex').toString('base64url'), name: ana.email, displayName: 'Ana Souza' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const device = new TestAuthenticator(ORIGIN)
    const { status, body, headers } = await add(ana, { ...device.create(options), name: ' Celular da Ana ' })
    const passkey = { id: expect.any(String), name: 'Celular da Ana', createdAt: expect.any(String), lastUsedAt: null }
    expect({ status, body }).toEqual({ status: 201, body: { passkey } })
    expect(headers['prumo-seq']).toEqual(expect.any(String))
    expect(await list(ana)).toEqual([body.passkey])
    const [added] = await eventsOf(ana.accountId)
    expect(added).toMatchObject({ type: 'PasskeyAdded', entityId: body.passkey.id })
    expect(added?.data).not.toMatch(/Celular/)
    expect(Object.keys(JSON.parse(added?.data ?? '{}').after)).toEqual(['name'])
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
    expect((await creation(ana)).excludeCredentials).toEqual([
      { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
  })

  it('requires a confirmation, like removing one and unlike renaming one', async () => {
    const { id } = await deviceOf(ana)
    await test.database.rows({ text: 'update sessions set confirmed_until = now() where user_id = $1' }, [ana.accountId])
    const calls = [
      test.send('POST', '/auth/passkeys/options', { token: ana.token }),
      add(ana, {}),
      test.send('DELETE', `/auth/passkeys/${id}`, { token: ana.token }),
    ]
    for (const call of calls) expect(await call).toMatchObject(confirmFirst)
    expect(await test.send('PATCH', `/auth/passkeys/${id}`, { token: ana.token, body: { name: 'Outro' } })).toMatchObject({ status: 200 })
  })

  it('is refused for another page, another host, an absent user, or another challenge', async () => {
    await confirm(ana)
    const device = new TestAuthenticator(ORIGIN)
    const wrong = [
      { origin: 'https://app.exemplo.com.br.outro.com' },
      { origin: 'http://app.exemplo.com.br' },
      { rpId: 'exemplo.com.br' },
      { type: 'webauthn.get' },
      { flags: 0 },
      { flags: 1 },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ]
    for (const otherwise of wrong) {
      const answer = await add(ana, device.create(await creation(ana), otherwise))
      expect([otherwise, answer.status, answer.body.error]).toEqual([otherwise, 400, passkeyTexts.notAdded])
    }
    expect(await list(ana)).toEqual([])
    expect(await eventsOf(ana.accountId)).toEqual([])
  })

  it('accepts a challenge once, for five minutes, in its session and for its purpose', async () => {
    const beto = await test.register()
    await Promise.all([confirm(ana), confirm(beto)])
    const options = await creation(ana)
    const make = () => new TestAuthenticator(ORIGIN).create(options)
    expect(await add(beto, make())).toMatchObject(notAdded)
    const { token } = (await test.send('POST', '/auth/login', { body: { email: ana.email, password: ana.password } })).body
    await confirm({ ...ana, token })
    expect(await add({ ...ana, token }, make())).toMatchObject(notAdded)
    const { challenge } = await confirmRequest(ana)
    expect(await add(ana, new TestAuthenticator(ORIGIN).create({ ...options, challenge }))).toMatchObject(notAdded)
    expect(await add(ana, make())).toMatchObject({ status: 201 })
    expect(await add(ana, make())).toMatchObject(notAdded)
    const late = await creation(ana)
    await test.database.rows(
      { text: `update passkey_challenges set expires_at = expires_at - interval '5 minutes' where challenge = $1` },
      [late.challenge],
    )
    expect(await add(ana, new TestAuthenticator(ORIGIN).create(late))).toMatchObject(notAdded)
    expect(await list(ana)).toHaveLength(1)
  })

  it('accepts one of many concurrent answers to a challenge', async () => {
    await confirm(ana)
    const options = await creation(ana)
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(ana, new TestAuthenticator(ORIGIN).create(options))))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400])
    expect([(await list(ana)).length, (await eventsOf(ana.accountId)).length]).toEqual([1, 1])
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
  })

  it('refuses a passkey that an account has, whichever it is', async () => {
    const { device } = await deviceOf(ana)
    const beto = await test.register()
    await confirm(beto)
    const known = { status: 409, body: { code: 'CONFLICT', error: passkeyTexts.known } }
    expect(await add(ana, device.create(await creation(ana)))).toMatchObject(known)
    expect(await add(beto, device.create(await creation(beto)))).toMatchObject(known)
    const [one, two] = [await creation(beto), await creation(beto)]
    const fresh = new TestAuthenticator(ORIGIN)
    const both = await Promise.all([one, two].map((options) => add(beto, fresh.create(options))))
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409])
  })

  it('answers a repeat under its idempotency key as before, though the challenge is used', async () => {
    await confirm(ana)
    const body = new TestAuthenticator(ORIGIN).create(await creation(ana))
    const headers = { 'idempotency-key': newId() }
    const first = await add(ana, body, headers)
    const again = await add(ana, body, headers)
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await add(ana, { ...body, name: 'Outra' }, headers)).toMatchObject({ status: 422 })
    expect(await list(ana)).toHaveLength(1)
  })

  it.each([
    ['no response', { response: undefined }],
    ['another type', { type: 'password' }],
    ['an unknown field', { other: 1 }],
    ['an invalid id', { id: 'a b' }],
    ['an empty name', { name: ' ' }],
    ['data that is no JSON', { response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }],
  ])('refuses %s', async (_, changes) => {
    await confirm(ana)
    const answer = await add(ana, { ...new TestAuthenticator(ORIGIN).create(await creation(ana)), ...changes })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  it('is refused for an attestation that is nested endlessly, or truncated', async () => {
    await confirm(ana)
    const made = new TestAuthenticator(ORIGIN).create(await creation(ana))
    for (const attestation of [
      Buffer.alloc(11_000, 0x81),
      Buffer.alloc(11_000, 0xbf),
      Buffer.from(made.response.attestationObject, 'base64url').subarray(0, 60),
    ])
      expect(
        await add(ana, { ...made, response: { ...made.response, attestationObject: attestation.toString('base64url') } }),
      ).toMatchObject(notAdded)
  })
})

describe('signing in with a passkey', () => {
  it('needs no e-mail and answers like a login', async () => {
    const { device, id } = await deviceOf(ana)
    const options = await request()
    expect(options).toMatchObject({ rpId: RP, userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
    const { status, body } = await login(device.get(options))
    const verified = await test.send('GET', '/auth/verify', { token: body.token })
    expect({ status, user: body.user }).toEqual({ status: 200, user: verified.body.user })
    expect(body.user.id).toBe(ana.accountId)
    expect(await list(ana)).toEqual([{ id, name: 'Celular', createdAt: expect.any(String), lastUsedAt: expect.any(String) }])
  })

  it.each([
    [12, {}],
    [12, { rememberMe: false }],
    [720, { rememberMe: true }],
  ])('lasts %d hours with %j', async (hours, chosen) => {
    const { device } = await deviceOf(ana)
    const { body } = await login({ ...device.get(await request()), ...chosen })
    const { iat, exp } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString())
    expect((exp - iat) / 3600).toBe(hours)
  })

  it('is refused for another page, another host, an absent user, another signature or person, and a foreign challenge', async () => {
    const { device } = await deviceOf(ana)
    const beto = await test.register()
    const wrong = [
      { origin: 'https://outro.com.br' },
      { rpId: 'outro.com.br' },
      { type: 'webauthn.create' },
      { flags: 0 },
      { flags: 1 },
      { signature: Buffer.alloc(70) },
      { userHandle: Buffer.from(beto.accountId.replaceAll('-', ''), 'hex').toString('base64url') },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ]
    for (const otherwise of wrong)
      expect([otherwise, await login(device.get(await request(), otherwise))]).toMatchObject([otherwise, refusedIn])
    expect(await login(new TestAuthenticator(ORIGIN).get(await request(), { userHandle: 'AAAA' }))).toMatchObject(refusedIn)
    expect(await login(device.get(await request()))).toMatchObject({ status: 200 })
  })

  it('accepts a challenge once, for five minutes, and only one for its purpose', async () => {
    const { device } = await deviceOf(ana)
    const options = await request()
    const answer = device.get(options)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(answer)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401])
    expect(await login(device.get(options))).toMatchObject(refusedIn)
    const { challenge } = await confirmRequest(ana)
    expect(await login(device.get({ ...options, challenge }))).toMatchObject(refusedIn)
    const late = await request()
    await test.database.rows({ text: `update passkey_challenges set expires_at = now() - interval '1 second' where challenge = $1` }, [
      late.challenge,
    ])
    expect(await login(device.get(late))).toMatchObject(refusedIn)
    // A failed answer uses it up too.
    const tried = await request()
    expect(await login(device.get(tried, { signature: Buffer.alloc(70) }))).toMatchObject(refusedIn)
    expect(await login(device.get(tried))).toMatchObject(refusedIn)
  })

  it('refuses a counter that decreases where the device counts, and accepts one that never counts', async () => {
    const { device } = await deviceOf(ana)
    const copy = device.counter
    expect(await login(device.get(await request()))).toMatchObject({ status: 200 })
    expect(await login(device.get(await request(), { counter: copy }))).toMatchObject(refusedIn)
    expect(await login(device.get(await request(), { counter: 0 }))).toMatchObject(refusedIn)
    expect(await login(device.get(await request()))).toMatchObject({ status: 200 })
    const still = await deviceOf(ana, 'Notebook', false)
    for (let times = 0; times < 2; times++) expect(await login(still.device.get(await request()))).toMatchObject({ status: 200 })
  })

  it.each([
    ['nothing', {}],
    ['no signature', { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA' } }],
    ['an id that is too long', { id: 'A'.repeat(2000), rawId: 'A', type: 'public-key' }],
  ])('refuses %s', async (_, body) => {
    expect(await login(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

describe('confirming with a passkey', () => {
  const answer = (person: PasskeyPerson, body: unknown) => test.send('POST', '/auth/confirm', { token: person.token, body })
  const uncover = () => test.database.rows({ text: 'update sessions set confirmed_until = null where user_id = $1' }, [ana.accountId])

  it('confirms the session like the password', async () => {
    const { device, id } = await deviceOf(ana)
    await uncover()
    const options = await confirmRequest(ana)
    expect(options.allowCredentials).toEqual([{ id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] }])
    expect(await answer(ana, device.get(options))).toMatchObject({ status: 204, body: '' })
    expect(await test.send('DELETE', `/auth/passkeys/${id}`, { token: ana.token })).toMatchObject({ status: 204 })
  })

  it('accepts no challenge of another account, session or purpose', async () => {
    const { device, id } = await deviceOf(ana)
    const beto = await test.register()
    const foreign = await deviceOf(beto)
    await uncover()
    expect(await answer(ana, foreign.device.get(await confirmRequest(ana)))).toMatchObject(notConfirmed)
    expect(await answer(ana, device.get(await confirmRequest(beto)))).toMatchObject(notConfirmed)
    expect(await answer(ana, device.get(await request()))).toMatchObject(notConfirmed)
    const options = await confirmRequest(ana)
    expect(await answer(ana, device.get(options, { origin: 'https://outro.com.br' }))).toMatchObject(notConfirmed)
    expect(await answer(ana, device.get(options))).toMatchObject(notConfirmed)
    expect(await test.send('DELETE', `/auth/passkeys/${id}`, { token: ana.token })).toMatchObject(confirmFirst)
  })
})

describe('a password reset by a mailed link', () => {
  it('removes the passkeys of an account whose e-mail was never confirmed, also after a later confirmation', async () => {
    const stranger = [await deviceOf(ana, 'Celular'), await deviceOf(ana, 'Notebook')]
    expect(await reset(ana)).toMatchObject({ status: 204, body: '' })
    for (const { device } of stranger) expect(await login(device.get(await request()))).toMatchObject(refusedIn)
    await confirmEmail(ana)
    for (const { device } of stranger) expect(await login(device.get(await request()))).toMatchObject(refusedIn)
    expect((await eventsOf(ana.accountId)).map(({ type }) => type)).toEqual([
      'PasskeyAdded',
      'PasskeyAdded',
      'PasskeyRemoved',
      'PasskeyRemoved',
    ])
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
    expect(await lastMail(ana)).toContain('2 chaves de acesso de antes de você confirmar este email foram removidas')
    const { token } = (await test.send('POST', '/auth/login', { body: { email: ana.email, password: 'outrasenha' } })).body
    expect(await list({ ...ana, token })).toEqual([])
  })
})

describe('the passkeys of an account', () => {
  it('are several, each with a name that can be changed', async () => {
    const [one, two] = [await deviceOf(ana, 'Celular'), await deviceOf(ana, 'Notebook')]
    const rename = (id: string, name: unknown, person = ana) =>
      test.send('PATCH', `/auth/passkeys/${id}`, { token: person.token, body: { name } })
    const renamed = await rename(one.id, ' Celular novo ')
    expect(renamed).toMatchObject({ status: 200, body: { passkey: { id: one.id, name: 'Celular novo' } } })
    expect((await list(ana)).map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      [one.id, 'Celular novo'],
      [two.id, 'Notebook'],
    ])
    expect(await rename(one.id, '')).toMatchObject({ status: 400, body: { error: passkeyTexts.nameMissing } })
    expect(await rename(newId(), 'X')).toMatchObject({ status: 404 })
    const beto = await test.register()
    expect(await rename(one.id, 'X', beto)).toMatchObject({ status: 404 })
    await confirm(beto)
    expect(await test.send('DELETE', `/auth/passkeys/${one.id}`, { token: beto.token })).toMatchObject({ status: 404 })
    expect(await list(beto)).toEqual([])
    expect(await list(ana)).toHaveLength(2)
  })

  it('are in the history with their names, and cannot be undone there', async () => {
    const { id } = await deviceOf(ana, 'Celular da Ana')
    await test.send('PATCH', `/auth/passkeys/${id}`, { token: ana.token, body: { name: 'Celular velho' } })
    await test.send('DELETE', `/auth/passkeys/${id}`, { token: ana.token })
    const { activity } = (await test.send('GET', '/activity?entity=passkey', { token: ana.token })).body
    expect(activity).toMatchObject([
      { type: 'PasskeyRemoved', entityId: id, summary: 'Você removeu a chave de acesso Celular velho', undoable: false },
      { type: 'PasskeyAdded', entityId: id, summary: 'Você criou a chave de acesso Celular da Ana', undoable: false },
    ])
    for (const { position } of activity)
      expect(await test.send('POST', `/activity/${position}/undo`, { token: ana.token })).toMatchObject({ status: 409 })
  })

  it('survive a reset and are deleted with the account', async () => {
    const { device } = await deviceOf(ana)
    expect(await test.send('POST', '/data/reset', { token: ana.token, body: { confirm: true } })).toMatchObject({ status: 204 })
    expect(await list(ana)).toHaveLength(1)
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
    const waiting = device.get(await request())
    expect(await test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })).toMatchObject({
      status: 204,
    })
    expect(await test.database.rows({ text: 'select 1 from passkeys where user_id = $1' }, [ana.accountId])).toEqual([])
    expect(await test.database.rows({ text: 'select 1 from passkey_challenges where user_id = $1' }, [ana.accountId])).toEqual([])
    expect(await login(waiting)).toMatchObject(refusedIn)
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
  })

  it('are compared with the log: a row without an event, and a missing one, are named', async () => {
    const { id } = await deviceOf(ana)
    await test.database.rows({ text: 'update passkeys set id = gen_random_uuid() where id = $1' }, [id])
    expect((await verifyAccount(test.database, test.reading, ana.accountId)).problem).toMatch(/passkeys: /)
    await test.database.rows({ text: 'delete from passkeys where user_id = $1' }, [ana.accountId])
    expect((await verifyAccount(test.database, test.reading, ana.accountId)).problem).toBe(
      'passkeys: the row of one that was added is missing',
    )
  })
})
