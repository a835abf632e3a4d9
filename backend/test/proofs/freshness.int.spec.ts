import { readFile, writeFile } from 'node:fs/promises'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { INCLUDED_HEADER, readIncluded, SEQ_HEADER, writePosition } from '@prumo/shared/freshness'
import { v4 as newKey, v7 as newId } from 'uuid'
import { fundAnalysis } from '@prumo/backend/emergency-fund/analysis/fund-analysis.answer'
import { notePosition, positionFile, type NotedPosition } from '@prumo/backend/event-store/stream/noted-position'
import { forecastPast } from '@prumo/backend/forecast/forecast-past.answer'
import { runOne } from '../test-queue.js'
import { createAnswerWorkers } from '@prumo/backend/answers/computed-answers'
import { restoredCommand } from '@prumo/backend/operator/restored.command'
import { runOps } from '../test-ops.js'
import { setServerClock } from '../test-database.js'
import { reportInsights } from '@prumo/backend/reports/report-insights.answer'
import { startTestApp, type TestAnswer, type TestApp } from '../test-app.js'
import { readBesideWriters, reflectedBy } from './test-freshness.js'

let test: TestApp
beforeAll(async () => void (test = await startTestApp()))
afterAll(() => test.close())

const today = dateInSaoPaulo(new Date())
const transaction = { description: 'Café', amount: 10, type: 'income', transactionDate: today }
const record = (token: string, headers: Record<string, string> = {}) =>
  test.send('POST', '/transactions', { token, body: transaction, headers })
const includedBy = ({ headers }: TestAnswer) => readIncluded(String(headers[INCLUDED_HEADER.toLowerCase()]))
const tagOf = ({ headers }: TestAnswer) => String(headers.etag)
const headOf = async (accountId: string) =>
  (await test.database.rows<{ seq: number }>({ text: 'select seq from account_heads where account_id = $1' }, [accountId]))[0]?.seq ?? 0
const compute = async (accountId: string) => {
  for (const [worker] of [createAnswerWorkers(fundAnalysis), createAnswerWorkers(reportInsights), createAnswerWorkers(forecastPast)])
    if (worker) await runOne(worker, accountId, test.tools())
}

/** Creates a transaction and a goal. @returns every address that is computed from the log alone */
async function addresses(token: string): Promise<string[]> {
  const { body } = await record(token)
  const goal = await test.send('POST', '/goals', {
    token,
    body: { title: 'Forno', targetAmount: 100, currentAmount: 0, deadline: '2027-01-01', category: 'Equipamentos', priority: 'high' },
  })
  const task = await test.send('POST', '/tasks', { token, body: { title: 'Limpar' } })
  await test.send('POST', '/emergency-fund/add', { token, body: { amount: 10 } })
  expect([goal.status, task.status]).toEqual([201, 201])
  return [
    '/auth/verify',
    '/subscriptions/status',
    '/transactions',
    '/transactions?search=caf',
    '/transactions/summary',
    '/transactions/summary?search=caf',
    '/transactions/summary/months',
    '/transactions/summary/months?lowest=30',
    '/forecast',
    `/transactions/${body.transaction.id}`,
    '/goals',
    '/goals?status=completed',
    '/goals/stats',
    `/goals/${goal.body.goal.id}`,
    '/tasks',
    '/tasks/stats',
    '/mei',
    '/mei/deliveries',
    '/months',
    `/tasks/${task.body.task.id}`,
    '/emergency-fund',
    '/emergency-fund/movements',
    '/emergency-fund/analysis',
    '/emergency-fund/calculate-expenses',
    '/reports',
    '/activity',
    '/activity?limit=2&entity=goal',
    '/activity/at?date=2026-11-20',
  ]
}

describe('a read', () => {
  it('states the position of the log for every query, and a repeat answers 304', async () => {
    const { token, accountId } = await test.register()
    const paths = await addresses(token)
    await compute(accountId)
    const seq = await headOf(accountId)
    for (const path of paths) {
      const answer = await test.send('GET', path, { token })
      expect([path, answer.status, reflectedBy(answer)]).toMatchObject([path, 200, { seq }])
      const again = await test.send('GET', path, { token, headers: { 'if-none-match': `"x", ${tagOf(answer)}` } })
      expect([path, again.status, again.body, again.headers.etag]).toEqual([path, 304, '', answer.headers.etag])
      expect(reflectedBy(again)).toEqual(reflectedBy(answer))
    }
    const exported = await test.send('GET', '/data/export', { token })
    expect([reflectedBy(exported)?.seq, exported.headers.etag]).toEqual([seq, undefined])
    expect(new Set(await Promise.all(paths.map(async (path) => tagOf(await test.send('GET', path, { token }))))).size).toBe(paths.length)
  })

  it('holds exactly what its position says while others write', () => readBesideWriters(test, 5))

  it('is computed once for a new account that polls, although its worker has no job', async () => {
    const { token } = await test.register()
    for (const path of ['/reports', '/forecast', '/emergency-fund/analysis', '/emergency-fund/calculate-expenses?months=6']) {
      await test.send('GET', path, { token })
      const stored = await test.send('GET', path, { token })
      expect([path, tagOf(stored)]).toEqual([path, expect.stringMatching(/^W\/"/)])
      const again = await test.send('GET', path, { token, headers: { 'if-none-match': tagOf(stored) } })
      expect([path, again.status, reflectedBy(again)]).toEqual([path, 304, reflectedBy(stored)])
    }
  })

  it('states the position of what workers computed', async () => {
    const { token, accountId } = await test.register()
    const parts = async () => [
      reflectedBy(await test.send('GET', '/reports', { token })),
      reflectedBy(await test.send('GET', '/emergency-fund/analysis', { token })),
    ]
    const deposit = () => test.send('POST', '/emergency-fund/add', { token, body: { amount: 10 } })
    await record(token)
    await deposit()
    const computedNow = await test.send('GET', '/reports', { token })
    expect([reflectedBy(computedNow)?.parts, computedNow.headers.etag]).toEqual([{ insights: 4 }, undefined])
    await compute(accountId)
    expect(await parts()).toMatchObject([
      { seq: 4, parts: { insights: 4 } },
      { seq: 4, parts: { 'fund-analysis': 4 } },
    ])
    // Neither answer depends on tasks.
    await test.send('POST', '/tasks', { token, body: { title: 'Limpar' } })
    expect(await parts()).toMatchObject([
      { seq: 5, parts: { insights: 5 } },
      { seq: 5, parts: { 'fund-analysis': 5 } },
    ])
    await record(token)
    expect(await parts()).toMatchObject([
      { seq: 6, parts: { insights: 4 } },
      { seq: 6, parts: { 'fund-analysis': 6 } },
    ])
    await deposit()
    expect(await parts()).toMatchObject([
      { seq: 7, parts: { insights: 4 } },
      { seq: 7, parts: { 'fund-analysis': 4 } },
    ])
    await compute(accountId)
    expect(await parts()).toMatchObject([
      { seq: 7, parts: { insights: 7 } },
      { seq: 7, parts: { 'fund-analysis': 7 } },
    ])
  })
})

describe('a command', () => {
  it('answers its own position, again to a repeat, and the head where it recorded nothing', async () => {
    const { token, accountId } = await test.register()
    const key = newKey()
    const first = await record(token, { 'idempotency-key': key })
    await record(token)
    const repeat = await record(token, { 'idempotency-key': key })
    expect([reflectedBy(first)?.seq, repeat.headers['idempotent-replayed'], reflectedBy(repeat)]).toEqual([3, 'true', reflectedBy(first)])
    const { id } = first.body.transaction
    const same = await test.send('PUT', `/transactions/${id}`, { token, body: { amount: 10 } })
    expect([same.status, reflectedBy(same)?.seq, await headOf(accountId)]).toEqual([200, 4, 4])
    const gone = await test.send('DELETE', `/transactions/${id}`, { token })
    expect([gone.status, reflectedBy(gone)?.seq]).toEqual([204, 5])
    const undone = await test.send('POST', '/activity/5/undo', { token })
    expect([undone.status, reflectedBy(undone)?.seq]).toEqual([200, 6])
    const profile = await test.send('PUT', '/auth/profile', { token, body: { name: 'Ana' } })
    expect(reflectedBy(profile)?.seq).toBe(7)
    await test.confirm(token)
    const reset = await test.send('POST', '/data/reset', { token, body: { confirm: true } })
    expect([reset.status, reflectedBy(reset)?.seq]).toEqual([204, await headOf(accountId)])
  })

  it('answers its own position while others write to the account', async () => {
    const { token, accountId } = await test.register()
    const answers = await Promise.all(Array.from({ length: 40 }, () => record(token)))
    const positions = answers.map((answer) => reflectedBy(answer)?.seq)
    const stored = await test.database.rows<{ id: string; seq: number }>(
      { text: 'select entity_id as id, seq from events where account_id = $1 and seq > 2' },
      [accountId],
    )
    expect(positions).toEqual(answers.map(({ body }) => stored.find(({ id }) => id === body.transaction.id)?.seq))
  })
})

describe('an answer that is not about the log', () => {
  it('carries no position', async () => {
    const { token, email, password } = await test.register()
    const others = [
      await test.send('POST', '/auth/login', { body: { email, password } }),
      await test.send('GET', '/plans', { token }),
      await test.send('GET', '/health/live'),
      await test.send('PUT', '/auth/password', { token, body: { currentPassword: password, newPassword: 'outro-segredo-7' } }),
      await test.send('GET', `/goals/${newId()}`, { token }),
      await test.send('GET', '/transactions?limit=0', { token }),
      await test.send('GET', '/goals', { token: 'x' }),
    ]
    expect(others.map(({ headers }) => [headers[SEQ_HEADER.toLowerCase()], headers.etag])).toEqual(others.map(() => [undefined, undefined]))
  })
})

describe('a conditional read', () => {
  const again = (token: string, path: string, tag: string, headers = {}) =>
    test.send('GET', path, { token, headers: { 'if-none-match': tag, ...headers } })

  it('is answered in full after an event, for another account and at another address', async () => {
    const [ana, rui] = [await test.register(), await test.register()]
    const tag = tagOf(await test.send('GET', '/goals', { token: ana.token }))
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    expect((await again(ana.token, '/goals', tag)).status).toBe(304)
    expect((await again(ana.token, '/goals', tag.slice(2))).status).toBe(304)
    expect((await again(rui.token, '/goals', tag)).status).toBe(200)
    expect((await again(ana.token, '/tasks', tag)).status).toBe(200)
    expect((await again(ana.token, '/goals?status=active', tag)).status).toBe(200)
    for (const other of ['*', '', 'x', tag.slice(0, -1), `${tag} ${tag}`, '"x"', `x, ${tag}`])
      expect((await again(ana.token, '/goals', other)).status).toBe(200)
    await record(ana.token)
    const anew = await again(ana.token, '/goals', tag)
    expect([anew.status, anew.headers.etag === tag]).toEqual([200, false])
  })

  it('is answered in full on another day', async () => {
    const own = await startTestApp()
    const { email, password } = await own.register()
    const { token } = (await own.send('POST', '/auth/login', { body: { email, password, rememberMe: true } })).body
    const verify = (headers = {}) => own.send('GET', '/auth/verify', { token, headers })
    const headers = { 'if-none-match': tagOf(await verify()) }
    expect((await verify(headers)).status).toBe(304)
    await setServerClock(own.database, 24 * 3_600_000)
    expect((await verify(headers)).status).toBe(200)
    await own.close()
  })

  it('is answered in full once a worker computed a part of it, or has to, and only then', async () => {
    const { token, accountId } = await test.register()
    await record(token)
    await compute(accountId)
    const [report, goals] = [tagOf(await test.send('GET', '/reports', { token })), tagOf(await test.send('GET', '/goals', { token }))]
    expect([(await again(token, '/reports', report)).status, (await again(token, '/goals', goals)).status]).toEqual([304, 304])
    await test.database.rows({ text: `insert into outbox (kind, subject, account_id) values ('report-insights', $1::text, $1::uuid)` }, [
      accountId,
    ])
    const stale = await again(token, '/reports', report)
    expect([stale.status, stale.body.report.stale]).toEqual([200, true])
    expect((await again(token, '/reports', tagOf(stale))).status).toBe(304)
    await compute(accountId)
    const fresh = await again(token, '/reports', tagOf(stale))
    expect([fresh.status, fresh.body.report.stale]).toEqual([200, false])
    expect((await again(token, '/goals', goals)).status).toBe(304)
  })

  it('is refused like any other without a valid session', async () => {
    const { token } = await test.register()
    const tag = tagOf(await test.send('GET', '/goals', { token }))
    await test.send('POST', '/auth/logout', { token })
    expect((await again(token, '/goals', tag)).status).toBe(401)
  })
})

describe('a read that asks about commands', () => {
  it('says which commands its answer includes, also with 304', async () => {
    const { token } = await test.register()
    const [before, after, never] = [newKey(), newKey(), newKey()]
    await record(token, { 'idempotency-key': before })
    const asking = { 'prumo-asks': `${before.toUpperCase()}, ${after},${never}` }
    const first = await test.send('GET', '/transactions', { token, headers: asking })
    expect(includedBy(first)).toEqual(
      new Map([
        [before, 3],
        [after, null],
        [never, null],
      ]),
    )
    await record(token, { 'idempotency-key': after })
    const second = await test.send('GET', '/transactions', { token, headers: { ...asking, 'if-none-match': tagOf(first) } })
    expect(includedBy(second)).toEqual(
      new Map([
        [before, 3],
        [after, 4],
        [never, null],
      ]),
    )
    const third = await test.send('GET', '/transactions', { token, headers: { ...asking, 'if-none-match': tagOf(second) } })
    expect([third.status, third.body, third.headers.etag, includedBy(third)]).toEqual([304, '', tagOf(second), includedBy(second)])
    const malformed = await test.send('GET', '/transactions', { token, headers: { 'prumo-asks': 'x', 'if-none-match': tagOf(second) } })
    expect(malformed).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    const stranger = await test.register()
    expect(includedBy(await test.send('GET', '/goals', { token: stranger.token, headers: asking }))).toEqual(
      new Map([
        [before, null],
        [after, null],
        [never, null],
      ]),
    )
    const exported = await test.send('GET', '/data/export', { token, headers: asking })
    expect(includedBy(exported)).toEqual(includedBy(second))
  })

  it('agrees with the contents of the answer while the commands arrive', async () => {
    const { token } = await test.register()
    const keys = Array.from({ length: 20 }, () => newKey())
    const writing = Promise.all(keys.map((key) => record(token, { 'idempotency-key': key })))
    let all = false
    while (!all) {
      const answer = await test.send('GET', '/transactions?limit=50', { token, headers: { 'prumo-asks': keys.join(',') } })
      const there = [...(includedBy(answer) ?? [])].filter(([, seq]) => seq !== null)
      expect(answer.body.transactions).toHaveLength(there.length)
      expect((reflectedBy(answer)?.seq ?? 0) - 2).toBe(there.length)
      all = there.length === keys.length
    }
    await writing
  })
})

describe('a database that was restored to an earlier state', () => {
  const restored = () => runOps([restoredCommand], { database: test.owner, reading: test.reading }, 'restored')

  it('has a new log id after each ops restored, and no earlier ETag matches', async () => {
    const { token } = await test.register()
    const before = await test.send('GET', '/goals', { token })
    const again = () => test.send('GET', '/goals', { token, headers: { 'if-none-match': tagOf(before) } })
    expect((await again()).status).toBe(304)
    const names = [reflectedBy(before)?.log]
    for (let round = 0; round < 2; round++) {
      expect(await restored()).toMatchObject({ code: 0 })
      const after = await again()
      expect(after.status).toBe(200)
      expect(reflectedBy(after)?.seq).toBe(reflectedBy(before)?.seq)
      names.push(reflectedBy(after)?.log)
    }
    expect(new Set(names).size).toBe(3)
  })

  it('is recognised by a position that was noted outside of it, until ops restored ran', async () => {
    const file = positionFile(test.dataDir)
    const notedIn = async () => JSON.parse(await readFile(file, 'utf8')) as NotedPosition
    expect(await notePosition(test.database, test.dataDir)).toBeNull()
    const { log, flushed } = await notedIn()
    await test.register()
    expect(await notePosition(test.database, test.dataDir)).toBeNull()
    expect((await notedIn()).flushed).not.toBe(flushed)

    const ahead = { log, flushed: 'FFFF/0' }
    await writeFile(file, JSON.stringify(ahead))
    expect(await notePosition(test.database, test.dataDir)).toEqual(ahead)
    expect(await notedIn()).toEqual(ahead)
    await restored()
    expect(await notePosition(test.database, test.dataDir)).toBeNull()
    await writeFile(file, '{"log":')
    expect(await notePosition(test.database, test.dataDir)).toBeNull()
  })
})

describe('malformed headers', () => {
  it.each([
    ['Prumo-Asks', ''],
    ['Prumo-Asks', 'x'],
    ['Prumo-Asks', `${newKey()},`],
    ['Prumo-Asks', Array.from({ length: 21 }, () => newKey()).join()],
    ['Prumo-Min-Seq', ''],
    ['Prumo-Min-Seq', '3'],
    ['Prumo-Min-Seq', '1f.-1'],
    ['Prumo-Min-Seq', '1f.1, insights=1'],
  ])('%s: %s is refused', async (name, value) => {
    const { token } = await test.register()
    const { status, body } = await test.send('GET', '/goals', { token, headers: { [name]: value } })
    expect([status, body.code, body.error]).toEqual([400, 'VALIDATION', expect.stringMatching(new RegExp(`^${name} deve`))])
    expect((await test.send('GET', '/goals', { headers: { [name]: value } })).status).toBe(401)
    expect((await test.send('GET', '/plans', { headers: { [name]: value } })).status).toBe(200)
  })

  it('the primary answers at once, whatever position is requested', async () => {
    const { token } = await test.register()
    const position = reflectedBy(await test.send('GET', '/goals', { token }))
    for (const least of [writePosition(position ?? { log: '', seq: 0 }), 'zz.1', `${position?.log}.999999`]) {
      expect((await test.send('GET', '/goals', { token, headers: { 'prumo-min-seq': least } })).status).toBe(200)
    }
  })
})

it('the contract documents the headers', async () => {
  const { body } = await test.send('GET', '/openapi.json')
  const { get, post } = body.paths['/api/transactions']
  expect(get.parameters.filter((parameter: { in: string }) => parameter.in === 'header').map(({ name }: { name: string }) => name)).toEqual(
    ['If-None-Match', 'Prumo-Asks', 'Prumo-Min-Seq'],
  )
  expect([get.responses[200].headers, post.responses[201].headers].map((headers) => Object.keys(headers))).toEqual([
    ['Prumo-Seq'],
    ['Prumo-Seq'],
  ])
  expect(body.paths['/api/plans'].get.parameters).toEqual([])
  // Every command with a key can answer ALREADY_DONE.
  expect(Object.keys(body.paths['/api/tasks/{id}'].put.responses)).toEqual(expect.arrayContaining(['409', '422']))
})

// The last test, because it changes the log id and with it the meaning of every position.
it('must be sent again where the log was replaced between the answer and the lookup of the commands', async () => {
  const { token } = await test.register()
  await test.owner.rows({ text: `create sequence promotions` })
  await test.owner.rows({ text: `grant usage on sequence promotions to public` })
  await test.owner.rows({
    text: `create or replace function log_name() returns text language sql as $$ select 'a' || nextval('promotions') $$`,
  })
  expect((await test.send('GET', '/goals', { token })).status).toBe(200)
  const { status, body, headers } = await test.send('GET', '/goals', { token, headers: { 'prumo-asks': newKey() } })
  expect([status, body.code, headers['retry-after'], headers[SEQ_HEADER.toLowerCase()]]).toEqual([503, 'UNAVAILABLE', '1', undefined])
})
