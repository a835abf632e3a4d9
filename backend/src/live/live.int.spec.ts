import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { liveEntities } from '@prumo/shared/live'
import { v7 as newId } from 'uuid'
import { until } from '../../test/test-queue.js'
import { startElsewhere, subscribeLive, type OtherProcess } from '../../test/test-live-streams.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker } from '../../test/test-worker.js'
import { Sessions } from '../access/sessions.js'
import { LiveStreams } from './live-streams.js'

let here: TestApp
let elsewhere: OtherProcess
beforeAll(async () => {
  here = await startTestApp()
  elsewhere = await startElsewhere(here)
})
afterAll(async () => {
  if (elsewhere.child.kill('SIGTERM')) await once(elsewhere.child, 'exit')
  await here.close()
})

const listen = (token: string) => subscribeLive(elsewhere, token)

async function record(token: string): Promise<void> {
  // A recent expense, which makes a worker renew the fund's analysis.
  const expense = { id: newId(), description: 'Farinha', amount: 10, type: 'expense', transactionDate: dateInSaoPaulo(new Date()) }
  expect((await here.send('POST', '/transactions', { token, body: expense })).status).toBe(201)
}

const login = async ({ email, password }: { email: string; password: string }) =>
  (await here.send('POST', '/auth/login', { body: { email, password } })).body.token as string

describe('a stream at another process', () => {
  it('begins with the current position, and sends a change within two seconds', async () => {
    const { token } = await here.register()
    await record(token)
    const heard = await listen(token)
    expect(heard.answer.headers.get('content-type')).toBe('text/event-stream')
    expect(heard.answer.headers.get('cache-control')).toBe('no-store')
    expect(heard.answer.headers.get('x-accel-buffering')).toBe('no')
    expect(heard.answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(heard.events).toEqual([{ log: expect.any(String), seq: 3, entities: [], answers: [] }])
    await record(token)
    await until(() => heard.events.length === 2)
    expect(heard.events[1]).toEqual({ log: expect.any(String), seq: 4, entities: ['transaction'], answers: [] })
    heard.leave()
  })

  it('reports everything as changed after a reset', async () => {
    const { token } = await here.register()
    await here.confirm(token)
    const heard = await listen(token)
    expect((await here.send('POST', '/data/reset', { token, body: { confirm: true } })).status).toBe(204)
    await until(() => heard.events.length === 2)
    expect(heard.events[1]).toEqual({ log: expect.any(String), seq: 3, entities: liveEntities, answers: [] })
    await pause(1_500)
    heard.leave()
  })

  it('reports which answer a worker renewed', async () => {
    const { token } = await here.register()
    const heard = await listen(token)
    const worker = await startTestWorker(here)
    try {
      await record(token)
      await until(() => heard.events.some(({ answers }) => answers.includes('fund-analysis')))
    } finally {
      await worker.close()
    }
    heard.leave()
  })

  it('sends what a change was, also of one that is committed while the stream begins', async () => {
    const { token } = await here.register()
    const { caller } = (await here.app.get(Sessions, { strict: false }).find(token)) ?? {}
    const steps = new EventEmitter()
    const [checked, changed] = [once(steps, 'checked'), once(steps, 'changed')]
    const read = here.database.rows.bind(here.database)
    let reads = 0
    // A check begins before the stream has its position, and reads the account after the change.
    const rows = jest.spyOn(here.database, 'rows').mockImplementation(async (asked, values) => {
      if (asked.name?.startsWith('find-session')) steps.emit('checked')
      if (asked.name !== 'live-states') return read(asked, values)
      const isFirst = ++reads === 1
      if (!isFirst) await changed
      const states = await read(asked, values)
      if (isFirst) await checked
      return states
    })
    const { body } = await here.app.get(LiveStreams, { strict: false }).open(caller!)
    await record(token)
    steps.emit('changed')
    let text = ''
    for await (const chunk of body) if ((text += String(chunk)).includes('"seq":3')) break
    rows.mockRestore()
    expect(text).toContain('"entities":["transaction"]')
  })

  it('answers HEAD without a stream', async () => {
    const { token } = await here.register()
    const answer = await fetch(`${elsewhere.origin}/api/live`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
  })
})

describe('the end of a session ends its streams elsewhere', () => {
  it('by signing out', async () => {
    const { token, ...ana } = await here.register()
    const [gone, stays] = [await listen(token), await listen(await login(ana))]
    await here.send('POST', '/auth/logout', { token })
    await until(() => gone.ended.closed)
    expect([gone.ended.hasEndEvent, stays.ended.closed]).toEqual([true, false])
    stays.leave()
  })

  it('by another device that disconnects it, alone or with all others', async () => {
    const { token, ...ana } = await here.register()
    const [stays, one, other] = [await listen(token), await listen(await login(ana)), await listen(await login(ana))]
    const { sessions } = (await here.send('GET', '/auth/sessions', { token })).body
    const [, newest] = sessions as { id: string }[]
    await here.send('DELETE', `/auth/sessions/${newest?.id}`, { token })
    await until(() => one.ended.closed !== other.ended.closed)
    await here.send('DELETE', '/auth/sessions', { token })
    await until(() => one.ended.closed && other.ended.closed)
    expect([one.ended.hasEndEvent, other.ended.hasEndEvent, stays.ended.closed]).toEqual([true, true, false])
    stays.leave()
  })
})

it('the contract describes the stream', async () => {
  const { body } = await here.send('GET', '/openapi.json')
  const { responses } = body.paths['/api/live'].get
  expect(Object.keys(responses['200'].content['text/event-stream'].schema.properties)).toEqual(['log', 'seq', 'entities', 'answers'])
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '503']))
})
