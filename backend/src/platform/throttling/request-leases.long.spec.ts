import { setTimeout as pause } from 'node:timers/promises'
import { rejections } from '@prumo/shared/rejections'
import { v7 as newId } from 'uuid'
import { entities } from '../../composition/entities.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { countersOf, statuses, terms } from '../../../test/test-rate-limits.js'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.js'
import { AttemptCounters } from './attempt-counters.js'
import { RequestLeases } from './request-leases.js'

const refusal = expect.objectContaining({ code: 'RATE_LIMITED' })

describe('leases', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase({ entities })
  })
  afterAll(() => test.drop())
  const process = (changes: Partial<typeof terms> = {}) => new RequestLeases(countersOf(test), { ...terms, ...changes })

  it('start again with the next window', async () => {
    const [account, leases] = [newId(), process({ windowMs: 5_000 })]
    for (let request = 0; request < 100; request++) await leases.take(account)
    expect(() => leases.take(account)).toThrow(refusal)
    await pause(5_050)
    for (let request = 0; request < 100; request++) await leases.take(account)
    expect(() => leases.take(account)).toThrow(refusal)
  })

  it.each([2, 3, 5])('of %d processes add up, within a lease of each', async (processes) => {
    const account = newId()
    const counters = countersOf(test)
    const reports: Promise<unknown>[] = []
    const count: AttemptCounters['count'] = (...args) => {
      const report = counters.count(...args)
      reports.push(report)
      return report
    }
    const all = Array.from({ length: processes }, () => new RequestLeases({ count }, terms))
    let answered = 0
    let refused = 0
    for (let request = 0; refused < 3 * processes; request++) {
      try {
        await all[request % processes]?.take(account)
        answered++
      } catch {
        refused++
      }
      // As between requests, reports complete, at any speed.
      if (request % terms.lease === 0) await Promise.all(reports.splice(0))
    }
    expect(answered).toBeGreaterThanOrEqual(terms.limit)
    expect(answered).toBeLessThanOrEqual(terms.limit + processes * terms.lease)
  })
})

describe('the limit of an account', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ RATE_LIMITS: 'on' })
  })
  afterAll(() => test.close())

  it('is 600 writes and 3,000 reads a minute, counted apart', async () => {
    const [{ token }, other] = [await test.register(), await test.register()]
    const write = (of: string) => test.send('PUT', '/auth/profile', { token: of, body: { nonsense: 1 } })
    const read = (of: string) => test.send('GET', '/auth/verify', { token: of })
    expect(await statuses(610, () => write(token), 50)).toEqual({ 400: 600, 429: 10 })
    expect(await statuses(3_010, () => read(token), 50)).toEqual({ 200: 3_000, 429: 10 })
    const refused = await write(token)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', error: rejections.RATE_LIMITED.text } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect([await write(other.token), await read(other.token)].map(({ status }) => status)).toEqual([400, 200])
  })
})
