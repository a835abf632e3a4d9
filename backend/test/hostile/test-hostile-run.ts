import { errorAnswer } from '@prumo/shared/error-answer'
import { rejections } from '@prumo/shared/rejections'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { Settings } from '@prumo/backend/platform/config/settings'
import { startTestShop, type TestShop } from '../test-shop.js'
import type { TestApp } from '../test-app.js'
import { hostileRequest, type HostileRequest, type HostileFacts } from './test-hostile-requests.js'
import { SeededRandom } from './test-random.js'
import { exchange, type RawAnswer } from './test-raw-answer.js'
import { routeTable, type ApiRoute } from './test-route-table.js'

const AT_ONCE = 12
/** The number of requests between two checks of their effects. */
const ROUND = 60

type HostilePerson = Awaited<ReturnType<TestApp['register']>>

let shop: TestShop
let test: TestApp
let port: number
let routes: ApiRoute[]
let sender: HostilePerson
let other: HostilePerson
let known: HostileFacts
async function prepare(seed: number): Promise<void> {
  shop = await startTestShop({}, { worker: false })
  test = shop.test
  port = test.app.get(Settings, { strict: false }).port
  routes = await routeTable(test.app)
  ;[sender, other] = [await test.register(), await test.register()]
  const random = new SeededRandom(seed)
  const ids = [...(await furnish(sender)), ...(await furnish(other)), sender.accountId, other.accountId, random.uuid()]
  const pages = ['/transactions?limit=1', '/emergency-fund/movements?limit=1']
  const cursors = await Promise.all(
    pages.map(async (page) => (await test.send('GET', page, { token: sender.token })).body.nextCursor as string),
  )
  known = { token: () => sender.token, ids, cursors, keys: Array.from({ length: 40 }, () => random.uuid()) }
}

/** Creates an entity of each kind, for the requests to address. @returns the ids */
async function furnish(person: HostilePerson): Promise<string[]> {
  const { token } = person
  const made = async (path: string, body: object) => (await test.send('POST', path, { token, body })).body
  const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
  const goal = { title: 'Forno', targetAmount: 100, deadline: '2027-01-01', category: 'Equipamentos', priority: 'high' }
  const line = { id: newId(), key: 'a'.repeat(64), date: '2026-11-20', amount: 10, type: 'income', description: 'Bolo' }
  const ids = [
    await made('/transactions', sale),
    await made('/transactions', sale),
    await made('/goals', goal),
    await made('/tasks', { title: 'Ligar' }),
    await made('/imports', { fileName: 'a.ofx', format: 'ofx', rows: [line] }),
  ]
  for (const amount of [10, 20]) await made('/emergency-fund/add', { amount })
  // So that routes that need a confirmed session are reached.
  await made('/auth/confirm', { password: person.password })
  // Paid, so that access does not end after the first minutes, and there is a subscription to cancel.
  const { subscriptionId } = await shop.status(person, await shop.subscribe(person))
  return [
    ...ids.flatMap((body) => Object.values(body as object).flatMap((entity) => (entity as { id?: string }).id ?? [])),
    subscriptionId ?? '',
  ]
}

/** Routes with more input get more requests; the contract's pages and HEAD routes are included. */
function weightOf({ method, path, query, body }: ApiRoute): number {
  if (method === 'HEAD' || path.startsWith('/api/docs')) return 1
  return body || Object.keys(query).length > 0 ? 6 : 3
}

/** Parts of a refusal that would reveal internals. */
const LEAK =
  /\bselect\b|insert into|postgres|\bpg_|relation "|syntax error|violates|invalid input|node_modules|\.[cm]?[jt]s:\d|\bat (async )?\S+ \(|\bzod\b|fastify|FST_|typeorm|QueryFailed|(Syntax|Type|Range|Reference)Error|Unexpected (token|end)|JSON\.parse|ECONN|ENOENT|call stack/i

/** The fault of an answer; null without one. */
function faultOf({ method, target, mayClose }: HostileRequest, { status, headers, body }: RawAnswer): string | null {
  if (status === 0) return mayClose ? null : 'closed without an answer'
  // An account has one export at a time.
  const isAnother = target.startsWith('/api/data/export') && status === 503 && headers['retry-after'] !== undefined
  if (status >= 500 && !isAnother) return 'a failure of ours'
  if (status < 400) return null
  if (target.startsWith('/api/') && headers['cache-control'] !== 'no-store') return 'may be kept on the way'
  if (method === 'HEAD') return null
  const read = errorAnswer.safeParse(jsonOf(body))
  if (!read.success) return 'not in the form of the contract'
  if (rejections[read.data.code].status !== status) return 'its code is of another status'
  return LEAK.test(body) ? 'tells of the inside' : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All rows of an account and of its user. */
async function stored({ accountId }: HostilePerson): Promise<unknown> {
  const [row] = await test.database.rows(
    {
      text: `select h.seq, encode(h.hash, 'hex') as hash, u.email, u.password_hash, (select count(*) from events where account_id = h.account_id) as events
        from account_heads h join users u on u.id = h.account_id where h.account_id = $1`,
    },
    [accountId],
  )
  return row
}

async function seqOf({ accountId }: HostilePerson): Promise<number> {
  const [head] = await test.database.rows<{ seq: number }>({ text: 'select seq from account_heads where account_id = $1' }, [accountId])
  return head?.seq ?? -1
}

/** A request may have ended the session, like a logout; the next ones use a new one. */
async function stayIn(): Promise<void> {
  const { status } = await test.send('GET', '/auth/verify', { token: sender.token })
  if (status === 401)
    sender.token = (await test.send('POST', '/auth/login', { body: { email: sender.email, password: sender.password } })).body.token
}

export interface HostileRun {
  requests: number
  seed: number
}

/** Tests that hostile requests to every route are answered in the form of the contract and change nothing else. */
export function testHostileRequests({ requests, seed }: HostileRun): void {
  beforeAll(() => prepare(seed))
  afterAll(() => shop.close())

  it(
    `${requests} hostile requests over every route (seed ${seed}) are answered in the form of the contract and change nothing they should not`,
    async () => {
      const random = new SeededRandom(seed)
      const faults: object[] = []
      const answers = new Map<number, number>()
      const reached = new Set<string>()
      const weighted = routes.flatMap((route) => Array.from({ length: weightOf(route) }, () => route))
      const untouched = await stored(other)
      for (let sent = 0; sent < requests && faults.length < 20; sent += ROUND) {
        const round = Array.from({ length: Math.min(ROUND, requests - sent) }, () => hostileRequest(weighted, known, random))
        const before = await seqOf(sender)
        let written = 0
        const send = async () => {
          for (let request = round.pop(); request; request = round.pop()) {
            const answer = await exchange(port, request.bytes, request.mayClose).catch((error: Error) => error.message)
            const fault = typeof answer === 'string' ? answer : faultOf(request, answer)
            if (fault)
              faults.push({
                fault,
                answer: typeof answer === 'string' ? answer : `${answer.status} ${answer.body.slice(0, 500)}`,
                request: request.bytes.subarray(0, 1_200).toString('latin1'),
              })
            if (typeof answer === 'string') continue
            answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
            if (answer.status >= 200 && answer.status < 300) {
              reached.add(`${request.method} ${request.target.split('?')[0]}`)
              if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) written++
              if (request.target.startsWith('/api/auth/')) await stayIn()
            }
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, send))
        const grown = (await seqOf(sender)) - before
        if (written === 0 && grown > 0) faults.push({ fault: `${grown} events although every request was refused` })
      }
      process.stdout.write(
        `Answers to hostile requests, seed ${seed}: ${JSON.stringify(Object.fromEntries([...answers].sort(([a], [b]) => a - b)))}\n`,
      )
      expect(faults).toEqual([])
      // The other account is unchanged, and the sender's agrees with its log.
      expect(await stored(other)).toEqual(untouched)
      for (const { accountId } of [sender, other])
        expect(await verifyAccount(test.database, test.reading, accountId)).toMatchObject({ problem: null })
      // Many requests passed every check, so the code behind the checks was reached too.
      expect(reached.size).toBeGreaterThan(requests < 1_000 ? 10 : 25)
      expect(await test.send('GET', '/health/ready')).toMatchObject({ status: 200 })
    },
    20_000 + requests * 60,
  )

  it('the route table has every route that the contract publishes', async () => {
    const { body } = await test.send('GET', '/openapi.json')
    const published = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(expect.arrayContaining(published))
    const takesBody = routes.filter(({ body: schema }) => schema?.properties)
    expect(takesBody.length).toBeGreaterThan(10)
  })
}
