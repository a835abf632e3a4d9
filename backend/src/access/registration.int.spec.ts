import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { identityTexts } from '@prumo/shared/identity-texts'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { DatabaseError } from 'pg'
import { v4 as randomId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'
import { emailTaken } from './registration.js'

let test: SharedTestApp
beforeAll(async () => {
  test = await sharedTestApp()
})

const ana = {
  name: 'Ana Souza',
  email: 'ana@exemplo.com',
  password: 'segredo1',
  businessName: 'Ateliê Ana',
  businessType: 'Serviços',
  monthlyIncome: 3500.5,
  mainDifficulties: ['Marketing e vendas', 'Controle de estoque'],
}

function register(body: unknown) {
  return test.send('POST', '/auth/register', { body })
}

async function count(table: string): Promise<number> {
  const [row] = await test.database.rows<{ count: number }>({ text: `select count(*) from ${table}` })
  return row?.count ?? -1
}

describe('registration', () => {
  it('answers with a session and the person, without a trace of the password', async () => {
    const { status, body } = await register({ ...ana, name: '  Ana Souza ', email: ' ANA@Exemplo.com ' })
    expect(status).toBe(201)
    const { password: _, ...shown } = ana
    expect(body).toEqual({
      token: expect.any(String),
      user: {
        ...shown,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        emailVerified: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        acceptedTerms: { version: TERMS_VERSION, acceptedAt: body.user.createdAt },
      },
    })
    const verified = await test.send('GET', '/auth/verify', { token: body.token })
    expect(verified).toMatchObject({ status: 200, body: { user: body.user } })
  })

  it('accepts zero income and no difficulties', async () => {
    const { monthlyIncome: _, mainDifficulties: __, ...least } = ana
    const { body } = await register({ ...least, email: 'bia@exemplo.com' })
    expect(body.user).toMatchObject({ monthlyIncome: 0, mainDifficulties: [] })
  })

  it('starts a log that verifies, with sealed personal texts and without the password', async () => {
    const { body } = await register({ ...ana, email: 'caio@exemplo.com' })
    const accountId = body.user.id
    const rows = await test.database.rows<{ seq: number; type: string; entity_id: string; data: string; meta: { source: string } }>(
      { text: 'select seq, type, entity_id, data::text as data, meta from events where account_id = $1 order by seq' },
      [accountId],
    )
    const who = { entity_id: accountId, meta: { source: 'app', actor: accountId } }
    expect(rows).toMatchObject([
      { seq: 1, type: 'AccountOpened', ...who },
      { seq: 2, type: 'TermsAccepted', data: JSON.stringify({ version: TERMS_VERSION }), ...who },
    ])
    for (const secret of ['caio@', ana.name, 'Ateliê', ana.password]) expect(rows[0]?.data).not.toContain(secret)
    expect(rows[0]?.data).toContain('350050')
    const [user] = await test.database.rows<{ password_hash: string }>({ text: 'select password_hash from users where id = $1' }, [
      accountId,
    ])
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(await verifyAccount(test.database, test.reading, accountId)).toMatchObject({ events: 2, problem: null })
  })

  it('refuses a taken e-mail, however it is spelt', async () => {
    await register({ ...ana, email: 'dora@exemplo.com' })
    const again = await register({ ...ana, email: 'Dora@Exemplo.com ' })
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT', error: identityTexts.emailTaken } })
    expect(again.body.error).toContain('Email já está em uso')
  })

  it('opens one account of many concurrent ones for the same e-mail, and leaves nothing of the others', async () => {
    const before = {
      users: await count('users'),
      heads: await count('account_heads'),
      keys: await count('account_keys'),
      sessions: await count('sessions'),
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ ...ana, email: 'eva@exemplo.com' })))
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect(await count('users')).toBe(before.users + 1)
    expect(await count('account_heads')).toBe(before.heads + 1)
    expect(await count('account_keys')).toBe(before.keys + 1)
    expect(await count('sessions')).toBe(before.sessions + 1)
  })

  it('opens other accounts beside a losing one', async () => {
    const emails = ['fabi@exemplo.com', 'gil@exemplo.com', 'fabi@exemplo.com', 'hugo@exemplo.com']
    const answers = await Promise.all(emails.map((email) => register({ ...ana, email })))
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 201, 201, 409])
  })

  it('writes an e-mail of concurrent registrations nowhere, not even to Postgres’ own log at its most verbose', async () => {
    const [{ log, database } = { log: '', database: '' }] = await test.owner.rows<{ log: string; database: string }>({
      text: `select current_setting('data_directory') || '/../server.log' as log, current_database() as database`,
    })
    const said = async () =>
      (await readFile(log, 'utf8'))
        .split('\n')
        .slice(before.length - 1)
        .join('\n')
    const before = (await readFile(log, 'utf8')).split('\n')
    await test.owner.rows({ text: `alter database ${database} set log_error_verbosity = verbose` })
    await test.owner
      .rows({
        text: 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      })
      .catch(() => null)
    while ((await register({ ...ana, email: `${randomId()}@exemplo.com` })).status !== 201) await pause(50)
    const canary = `canario-${randomId()}@exemplo.com`
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ ...ana, email: canary })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await said()).toContain('The e-mail is taken')
    expect(await said()).not.toContain('canario')
  })

  it('reads only the e-mail constraint as a taken e-mail', () => {
    const other = Object.assign(new DatabaseError('', 0, 'error'), { code: '23505', constraint: 'sessions_pkey' })
    expect(emailTaken(other)).toBe(other)
  })
})

describe('what registration refuses', () => {
  const empty = { name: ' ', email: '', password: '', businessName: '', businessType: '' }
  const inOrder: [string, Record<string, unknown>][] = [
    [identityTexts.nameMissing, empty],
    [identityTexts.nameShort, { ...empty, name: ' A ' }],
    [identityTexts.emailMissing, { ...empty, name: 'Ana' }],
    [identityTexts.emailInvalid, { ...empty, name: 'Ana', email: 'ana@exemplo' }],
    [identityTexts.passwordMissing, { ...empty, name: 'Ana', email: ana.email }],
    [identityTexts.passwordShort, { ...empty, name: 'Ana', email: ana.email, password: '12345' }],
    [identityTexts.passwordCommon, { ...empty, name: 'Ana', email: ana.email, password: '123456' }],
    [identityTexts.passwordCommon, { ...ana, password: 'SENHA123' }],
    [identityTexts.businessNameMissing, { ...empty, name: 'Ana', email: ana.email, password: ana.password }],
    [identityTexts.businessTypeMissing, { ...ana, businessType: 'Circo' }],
    ['O valor não pode ser negativo', { ...ana, monthlyIncome: -1 }],
    ['Use no máximo duas casas decimais', { ...ana, monthlyIncome: 0.001 }],
    ['Dificuldade desconhecida', { ...ana, mainDifficulties: ['Acordar cedo'] }],
    ['Campo desconhecido: admin', { ...ana, admin: true }],
    ['O texto tem um caractere inválido', { ...ana, name: 'Ana\u0000' }],
  ]

  it.each(inOrder)('%s', async (text, body) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: text } })
  })

  it('a missing body, with every field named', async () => {
    const { status, body } = await register(undefined)
    expect(status).toBe(400)
    expect(body.error).toBe(identityTexts.nameMissing)
    expect(Object.keys(body.fields)).toEqual(['name', 'email', 'password', 'businessName', 'businessType'])
  })

  it.each([
    'a,victim@x.com',
    'a<victim@x.com',
    'a b@exemplo.com',
    'ana@@exemplo.com',
    'ana@exemplo.',
    '@exemplo.com',
    `${'a'.repeat(250)}@exemplo.com`,
  ])('the e-mail %s', async (email) => {
    expect(await register({ ...ana, email })).toMatchObject({ status: 400, body: { error: identityTexts.emailInvalid } })
  })

  it('an Idempotency-Key that is no UUID', async () => {
    const answer = await test.send('POST', '/auth/register', { body: ana, headers: { 'idempotency-key': 'abc' } })
    expect(answer.status).toBe(400)
  })
})
