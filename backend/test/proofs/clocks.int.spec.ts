import { addDays, dateInSaoPaulo, monthOf } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { startTestApp, type TestApp } from '../test-app.js'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'

const YEAR_MS = 365 * 86_400_000
/** Allowed difference between two readings of one clock on a busy machine; a wrong clock differs by a year. */
const NEAR_MS = 60_000

const realTimers = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const
/** Shifts the wall clock of this process; timers and `performance.now()` stay right. */
const wrongBy = (milliseconds: number) => jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...realTimers] })
afterEach(() => void jest.useRealTimers())

describe('the time of an event', () => {
  let log: TestLog
  beforeAll(async () => void (log = await openTestLog()))
  afterAll(() => log.close())

  const serverNow = async () => (await log.database.rows<{ now: Date }>({ text: 'select now()' }))[0]!.now.getTime()
  const recordedAt = async (accountId: string) => {
    const [last] = await log.database.rows<{ at: Date }>({ text: 'select recorded_at as at from account_heads where account_id = $1' }, [
      accountId,
    ])
    return last!.at.getTime()
  }

  it.each([YEAR_MS, -YEAR_MS])('is that of Postgres, although the wall clock is wrong by %d ms', async (wrong) => {
    wrongBy(wrong)
    const { accountId } = await openAccount(log.writer())
    expect(Math.abs((await recordedAt(accountId)) - (await serverNow()))).toBeLessThan(NEAR_MS)
  })

  it.each([0, 1])('is that of Postgres, although the process estimated it wrongly (%d events before)', async (before) => {
    const writer = log.writer()
    const accountId = newId()
    for (let n = 0; n < before; n++) await issue(writer, accountId, newId(), recordSale())
    log.database.clock.anchor((await serverNow()) + YEAR_MS)
    await issue(writer, accountId, newId(), recordSale())
    expect(Math.abs((await recordedAt(accountId)) - (await serverNow()))).toBeLessThan(NEAR_MS)
    expect(Math.abs(log.database.clock.now() - (await serverNow()))).toBeLessThan(NEAR_MS)
  })

  it('continues from the head of a log whose last event is in the future', async () => {
    const { accountId } = await openAccount(log.writer())
    await log.database.rows({ text: `update account_heads set recorded_at = '2030-01-01T00:00:00Z' where account_id = $1` }, [accountId])
    await issue(log.writer(), accountId, newId(), recordSale())
    expect(await recordedAt(accountId)).toBe(Date.UTC(2030, 0, 1))
  })
})

describe('a server whose wall clock is a year ahead', () => {
  let server: TestApp
  beforeAll(async () => void (server = await startTestApp()))
  afterAll(() => server.close())

  it('accepts sessions within the ten minutes after a registration, and signs sessions that last', async () => {
    wrongBy(YEAR_MS)
    const { token } = await server.register()
    expect((await server.send('GET', '/transactions', { token })).status).toBe(200)
    jest.useRealTimers()
    expect((await server.send('GET', '/transactions', { token })).status).toBe(200)
  })

  it('knows the date in São Paulo', async () => {
    const today = dateInSaoPaulo(new Date())
    wrongBy(YEAR_MS)
    const { token } = await server.register()
    const { task } = (await server.send('POST', '/tasks', { token, body: { title: 'Comprar farinha' } })).body
    expect([today, addDays(today, 1)]).toContain(task.estimatedDate)
    const { months } = (await server.send('GET', '/transactions/summary/months?count=1', { token })).body
    expect([monthOf(today), monthOf(addDays(today, 1))]).toContain(months[0].month)
    const { report } = (await server.send('GET', '/reports', { token })).body
    expect([today, addDays(today, 1)]).toContain(report.to)
  })
})
