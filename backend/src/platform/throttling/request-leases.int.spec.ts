import { v7 as newId } from 'uuid'
import { entities } from '../../composition/entities.js'
import { until } from '../../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { countersOf, statuses, terms } from '../../../test/test-rate-limits.js'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.js'
import { RequestLeases } from './request-leases.js'

const refusal = expect.objectContaining({ code: 'RATE_LIMITED' })

describe('leases', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase({ entities })
  })
  afterAll(() => test.drop())
  const process = (changes: Partial<typeof terms> = {}) => new RequestLeases(countersOf(test), { ...terms, ...changes })
  const counted = async (account: string) =>
    (
      await test.database.rows<{ attempts: number }>({ text: 'select attempts from attempt_counters where key = $1' }, [
        `things ${account}`,
      ])
    )[0]?.attempts

  it('are counted exactly by a single process, and end with their window', async () => {
    const [account, leases] = [newId(), process()]
    for (let request = 0; request < 100; request++) await leases.take(account)
    expect(() => leases.take(account)).toThrow(refusal)
    expect(() => leases.take(account)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: expect.closeTo(58, -1) }))
    expect(() => leases.take(newId())).not.toThrow()
  })

  it('make no request wait below the limit, and cost a quiet account no statement', async () => {
    const [quiet, account, leases] = [newId(), newId(), process()]
    for (let request = 0; request < 10; request++) expect(leases.take(quiet)).toBeUndefined()
    // The second lease is used while the first is being reported.
    for (let request = 0; request < 20; request++) expect(leases.take(account)).toBeUndefined()
    const waiting = leases.take(account)
    expect(waiting).toBeInstanceOf(Promise)
    await waiting
    // The waiting request reports the second lease and does not wait for the answer.
    await until(async () => (await counted(account)) === 20)
    expect(await counted(quiet)).toBeUndefined()
  })

  it('limit concurrent requests', async () => {
    const [account, all] = [newId(), [process(), process()]]
    const one = async (index: number) => all[index % 2]?.take(account)
    const outcomes = await Promise.allSettled(Array.from({ length: 400 }, (_, index) => one(index)))
    const answered = outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(answered).toBeGreaterThanOrEqual(terms.limit)
    expect(answered).toBeLessThanOrEqual(terms.limit + 4 * terms.lease)
  })

  it('are granted while Postgres is unavailable, which is reported elsewhere', async () => {
    const gone = await createTestDatabase({ entities })
    await gone.drop()
    const leases = new RequestLeases(countersOf(gone), terms)
    const account = newId()
    for (let request = 0; request < 60; request++) await leases.take(account)
  })
})

describe('the limit of an account', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ RATE_LIMITS: 'on' })
  })
  afterAll(() => test.close())

  it('is two hundred commands a day without a plan, over all open routes, and none on leaving or paying', async () => {
    const strict = await startTestApp({ RATE_LIMITS: 'on', REGISTRATION_GRACE_SECONDS: '0' })
    const [{ token }, other] = [await strict.register(), await strict.register()]
    const rename = (name: string, of = token) => strict.send('PUT', '/auth/profile', { token: of, body: { name } })
    // Counted before validation.
    expect(await statuses(195, () => strict.send('PUT', '/auth/profile', { token, body: { nonsense: 1 } }), 50)).toEqual({ 400: 195 })
    const reset = () => strict.send('POST', '/data/reset', { token, body: { confirm: true } })
    await strict.confirm(token)
    for (let round = 0; round < 5; round++) expect((await reset()).status).toBe(204)
    for (let round = 0; round < 5; round++) expect((await reset()).status).toBe(429)
    const refused = await rename('Ana Reis')
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    // Every other route that records an event without a plan.
    for (const [method, path] of [
      ['POST', '/auth/terms'],
      ['POST', '/auth/passkeys'],
      ['DELETE', `/auth/passkeys/${newId()}`],
    ] as const)
      expect([path, (await strict.send(method, path, { token, ...(method === 'POST' && { body: {} }) })).status]).toEqual([path, 429])
    expect([(await rename('Beto', other.token)).status, (await strict.send('GET', '/auth/verify', { token })).status]).toEqual([200, 200])
    expect((await strict.send('POST', '/auth/logout', { token })).status).toBe(204)
    await strict.close()
  })
})
