import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { accountExport } from '@prumo/shared/account-data'
import { v7 as newId } from 'uuid'
import { WritePath } from '../event-store/write-path/write-path.js'
import { rebuild } from '../event-store/rebuild/rebuild.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import { until } from '../../test/test-queue.js'
import { accountDataHelpers, cakeSale, ovenGoal } from '../../test/test-account-data.js'
import { issue, recordSale } from '../../test/proofs/test-log.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
import { readErasures } from './erasure-list.js'

let test: TestApp
let worker: TestWorker
beforeAll(async () => {
  test = await startTestApp()
  worker = await startTestWorker(test)
})
afterAll(async () => {
  await worker.close()
  await test.close()
})

const { sendAs, recordEntities, mails, verify } = accountDataHelpers(() => test)

describe('an export', () => {
  it('of a new account is complete and empty; deleted data is not in it', async () => {
    const ana = await test.register()
    const send = sendAs(ana)
    const { sale } = await recordEntities(ana)
    await send('DELETE', `/transactions/${sale}`)
    const file = accountExport.parse((await send('GET', '/data/export')).body)
    expect(file).toMatchObject({
      user: { id: ana.accountId },
      subscription: { status: 'other', cancelAtPeriodEnd: false },
      transactions: [],
    })
    expect([file.goals.length, file.tasks.length, file.movements.length]).toEqual([1, 1, 1])
  })

  it('releases its connection, however it ends', async () => {
    const { token } = await test.register()
    for (let round = 0; round < 12; round++) expect((await test.send('GET', '/data/export', { token })).status).toBe(200)
    // The process itself holds one now and then, but none permanently.
    await until(() => test.database.pool.totalCount === test.database.pool.idleCount)
    expect((await test.send('GET', '/data/export')).status).toBe(401)
  })
})

describe('a reset', () => {
  it('empties everything except the profile, on every screen, and starts a new history', async () => {
    const ana = await test.register()
    const send = sendAs(ana)
    await recordEntities(ana)
    await test.confirm(ana.token)
    expect((await send('POST', '/data/reset', { confirm: true })).status).toBe(204)
    expect((await send('GET', '/transactions')).body).toEqual({ transactions: [], nextCursor: null })
    expect((await send('GET', '/transactions/summary')).body.summary).toMatchObject({ income: 0, balance: 0, count: 0 })
    expect((await send('GET', '/transactions?search=bolo')).body.transactions).toEqual([])
    expect((await send('GET', '/goals')).body.goals).toEqual([])
    expect((await send('GET', '/tasks')).body.tasks).toEqual([])
    expect((await send('GET', '/emergency-fund')).body.emergencyFund).toBeNull()
    expect((await send('GET', '/emergency-fund/movements')).body.movements).toEqual([])
    expect((await send('GET', '/emergency-fund/analysis')).body.analysis).toMatchObject({ currentAmount: 0, targetAmount: 10_000 })
    expect((await send('GET', '/auth/verify')).body.user).toMatchObject({ id: ana.accountId, name: 'Ana Souza' })
    expect((await send('GET', '/activity')).body.activity).toMatchObject([
      { type: 'AccountReset', summary: 'Você apagou todos os dados', undoable: false },
    ])
    expect(await verify(ana)).toBeNull()
  })

  it('requires a confirmation of identity: a session alone empties nothing', async () => {
    const ana = await test.register()
    await recordEntities(ana)
    const before = await verifyAccount(test.database, test.reading, ana.accountId)
    const refused = { status: 403, body: { error: 'Acesso negado.', code: 'CONFIRMATION_REQUIRED' } }
    expect(await sendAs(ana)('POST', '/data/reset', { confirm: true })).toMatchObject(refused)
    expect(await test.confirm(ana.token, 'errada1')).toMatchObject({ status: 400 })
    expect(await sendAs(ana)('POST', '/data/reset', { confirm: true })).toMatchObject(refused)
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toEqual(before)
    expect((await sendAs(ana)('GET', '/transactions')).body.transactions).not.toEqual([])
    expect(await test.confirm(ana.token)).toMatchObject({ status: 204 })
    expect(await sendAs(ana)('POST', '/data/reset', { confirm: true })).toMatchObject({ status: 204 })
  })

  it('answers a repeat of a completed one, also after its confirmation expired, and refuses a new one', async () => {
    const ana = await test.register()
    const reset = (key: string) =>
      test.send('POST', '/data/reset', { token: ana.token, headers: { 'idempotency-key': key }, body: { confirm: true } })
    const [made, next] = [randomUUID(), randomUUID()]
    await test.confirm(ana.token)
    expect(await reset(made)).toMatchObject({ status: 204 })
    await test.database.rows({ text: `update sessions set confirmed_until = now() - interval '1 second' where user_id = $1` }, [
      ana.accountId,
    ])
    await sendAs(ana)('POST', '/transactions', cakeSale)
    expect(await reset(made)).toMatchObject({ status: 204, headers: { 'idempotent-replayed': 'true' } })
    expect(await reset(next)).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } })
    expect((await sendAs(ana)('GET', '/transactions')).body.transactions).toHaveLength(1)
  })

  it('leaves ids used: what existed is a 404 and a 409, and never exists again', async () => {
    const ana = await test.register()
    const send = sendAs(ana)
    const { sale, goal } = await recordEntities(ana)
    await send('DELETE', `/goals/${goal}`)
    await test.confirm(ana.token)
    await send('POST', '/data/reset', { confirm: true })
    for (const [method, path, body] of [
      ['GET', `/transactions/${sale}`],
      ['PUT', `/transactions/${sale}`, { amount: 1 }],
      ['DELETE', `/transactions/${sale}`],
      ['POST', `/transactions/${sale}/restore`],
      ['POST', `/goals/${goal}/restore`],
    ] as const) {
      expect(await send(method, path, body)).toMatchObject({ status: 404 })
    }
    expect(await send('POST', '/transactions', { ...cakeSale, id: sale })).toMatchObject({ status: 409 })
    expect(await send('POST', '/goals', { ...ovenGoal, id: goal })).toMatchObject({ status: 409 })
    // The fund is one entity, so it starts again, and its version continues.
    expect((await send('POST', '/emergency-fund/add', { amount: 5 })).body.emergencyFund).toMatchObject({ currentAmount: 5, version: 2 })
    expect(await verify(ana)).toBeNull()
  })

  it('is noticed by another process that had the account in its cache', async () => {
    const ana = await test.register()
    const send = sendAs(ana)
    const { sale } = await recordEntities(ana)
    await test.confirm(ana.token)
    await send('POST', '/data/reset', { confirm: true })
    await send('POST', '/transactions', cakeSale)
    await send('POST', '/data/reset', { confirm: true })
    expect(await send('PUT', `/transactions/${sale}`, { amount: 2 })).toMatchObject({ status: 404 })
    const { setAsideAccounts } = await rebuild(test.owner, test.reading, test.reading.readModels.projections)
    expect(setAsideAccounts.size).toBe(0)
    expect(await verify(ana)).toBeNull()
  })

  it.each([{}, { confirm: false }, { confirm: 'sim' }, { confirm: true, more: 1 }])(
    'requires a confirmation: %j is a 400',
    async (body) => {
      const ana = await test.register()
      await test.confirm(ana.token)
      expect(await sendAs(ana)('POST', '/data/reset', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    },
  )

  it('unknown to the head is named by verification', async () => {
    const ana = await test.register()
    await test.confirm(ana.token)
    await sendAs(ana)('POST', '/data/reset', { confirm: true })
    await test.database.rows({ text: 'update account_heads set reset_seq = 0 where account_id = $1' }, [ana.accountId])
    expect(await verify(ana)).toBe('The head says that the last reset was at 0, the log says 3')
  })
})

describe('an erasure', () => {
  it('requires the password, and ends account, sessions and key; the e-mail is free again', async () => {
    const ana = await test.register()
    const send = sendAs(ana)
    await recordEntities(ana)
    expect(await send('DELETE', '/auth/account', { password: 'outra senha' })).toMatchObject({
      status: 400,
      body: { error: 'Senha atual incorreta.' },
    })
    expect((await send('DELETE', '/auth/account', {})).status).toBe(400)
    expect((await send('DELETE', '/auth/account', { password: ana.password })).status).toBe(204)
    expect((await send('GET', '/auth/verify')).status).toBe(401)
    const credentials = { email: ana.email, password: ana.password }
    expect((await test.send('POST', '/auth/login', { body: credentials })).status).toBe(401)
    const again = await test.register({ email: ana.email })
    expect(again.accountId).not.toBe(ana.accountId)
    expect((await sendAs(again)('GET', '/data/export')).body.transactions).toEqual([])
    // The grace period was used by the erased account.
    expect(await sendAs(again)('GET', '/transactions')).toMatchObject({ status: 403 })
  })

  it.each([
    ['whose key does not open', 'update account_keys set wrapped_key = sha256(wrapped_key) where account_id = $1'],
    ['whose key is lost', 'delete from account_keys where account_id = $1'],
    ['with an unknown event', `update events set type = 'Unknown', schema_version = 9 where account_id = $1 and seq = 3`],
    ['whose profile cannot be read', `update events set data = '{"after":{"name":{"sealed":"AAAA"}}}' where account_id = $1 and seq = 1`],
  ])('ends an account %s, because it reads nothing sealed', async (_, damage) => {
    const person = await test.register()
    await sendAs(person)('PUT', '/auth/profile', { name: 'Ana Lima' })
    // An event of another process outdates this process's cache of the account, so it has to read the log.
    await issue(new WritePath(test.database, test.reading), person.accountId, newId(), recordSale())
    await test.owner.transaction(async (client) => {
      await client.query('set local session_replication_role = replica')
      await client.query(damage, [person.accountId])
    })
    expect((await sendAs(person)('DELETE', '/auth/account', { password: person.password })).status).toBe(204)
    const left = await test.database.rows(
      { text: 'select 1 from account_keys where account_id = $1 union all select 1 from users where id = $1' },
      [person.accountId],
    )
    expect(left).toEqual([])
  })

  it('is mailed to the person, whose address is deleted with the mail, and recorded outside of the database', async () => {
    const ana = await test.register()
    await sendAs(ana)('DELETE', '/auth/account', { password: ana.password })
    await until(async () => (await mails()).some((mail) => mail.includes(ana.email)))
    const mail = (await mails()).find((each) => each.includes(ana.email))
    expect(mail).toContain('Sua conta no Prumo foi apagada, como você pediu.')
    await until(
      async () => (await test.database.rows({ text: 'select 1 from farewells where account_id = $1' }, [ana.accountId])).length === 0,
    )
    const file = join(test.dataDir, 'erasures.jsonl')
    await until(async () => (await readErasures(file)).erasures.some(({ accountId }) => accountId === ana.accountId))
  })
})
