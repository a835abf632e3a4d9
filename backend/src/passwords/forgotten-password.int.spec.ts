import { v4 as randomId } from 'uuid'
import { startTestApp, type TestApp } from '../../test/test-app.js'

/** Neither the answer of a forgotten password nor its duration may reveal whether an e-mail is known: the work is the same for both. */

const tests: TestApp[] = []
async function start(environment: Record<string, string> = {}): Promise<TestApp> {
  const test = await startTestApp(environment)
  tests.push(test)
  return test
}
afterAll(async () => {
  for (const test of tests) await test.close()
})

const forget = ({ app }: TestApp, email: string, remoteAddress = '203.0.113.1') =>
  app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email }, remoteAddress })

/** Statements that the process runs independently of requests. */
const NOT_OF_A_REQUEST = new Set([
  'outbox-backlog',
  'present-epoch',
  'publish-live',
  'find-server-key',
  'make-server-key',
  'write-access-records',
])

/** The statements of a request with the types of their values, and the rows it writes. */
async function workOf(test: TestApp, email: string, from: string): Promise<unknown> {
  const count = async () => {
    const [rows] = await test.database.rows<Record<string, number>>({
      text: `select (select count(*) from password_resets) as resets, (select count(*) from outbox) as outbox,
        (select count(*) from attempt_counters) as counters`,
    })
    return rows as Record<string, number>
  }
  const before = await count()
  const asked = jest.spyOn(test.database, 'rows')
  const answer = await forget(test, email, from)
  const own = asked.mock.calls.filter(([{ name = '' }]) => !NOT_OF_A_REQUEST.has(name))
  const statements = own.map(([statement, values = []]) => [statement, values.map((value) => typeof value)])
  asked.mockRestore()
  const after = await count()
  const written = Object.fromEntries(Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)]))
  return { status: answer.statusCode, body: answer.body, statements, written }
}

it.each(['off', 'on'])(
  'does the same work for an unknown e-mail, statement by statement, also above the limit of mails: limits %s',
  async (limits) => {
    const test = await start({ RATE_LIMITS: limits })
    const [{ email }, unknown] = [await test.register(), `${randomId()}@exemplo.com`]
    for (let time = 0; time < 5; time++) {
      const known = await workOf(test, email, `203.0.113.${10 + time}`)
      expect(known).toMatchObject({ status: 202, written: { resets: 1, outbox: 1 } })
      expect(await workOf(test, unknown, `203.0.113.${20 + time}`)).toEqual(known)
    }
  },
)
