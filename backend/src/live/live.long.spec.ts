import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { liveEntities } from '@prumo/shared/live'
import { v7 as newId } from 'uuid'
import { until } from '../../test/test-queue.js'
import { startElsewhere, subscribeLive, type OtherProcess, type SubscribedStream } from '../../test/test-live-streams.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'

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
  it('sends at most once a second, ending with the last position', async () => {
    const { token, accountId } = await here.register()
    const heard = await listen(token)
    const startedAt = Date.now()
    for (let n = 0; n < 60 || Date.now() - startedAt < 1_500; n++) await record(token)
    const [head] = await here.database.rows<{ seq: number }>({ text: 'select seq from account_heads where account_id = $1' }, [accountId])
    await until(() => heard.events.at(-1)?.seq === head?.seq)
    expect(heard.events.length).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - startedAt) / 1_000))
    heard.leave()
  })

  it('sends no more often when other streams open', async () => {
    const { token } = await here.register()
    const heard = await listen(token)
    const startedAt = Date.now()
    const others: SubscribedStream[] = []
    for (let n = 0; n < 3; n++) {
      await record(token)
      others.push(await listen(token))
    }
    expect(others.map(({ events }) => events[0]?.seq)).toEqual([3, 4, 5])
    await until(() => heard.events.at(-1)?.seq === 5)
    expect(heard.events.length).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - startedAt) / 1_000))
    for (const { leave } of [heard, ...others]) leave()
  })

  it('sends nothing of other accounts, and refuses a client that is not signed in', async () => {
    const [ana, rui] = [await here.register(), await here.register()]
    const heard = await listen(ana.token)
    for (let n = 0; n < 5; n++) await record(rui.token)
    await pause(2_500)
    expect(heard.events).toEqual([{ log: expect.any(String), seq: 2, entities: [], answers: [] }])
    heard.leave()
    expect((await fetch(`${elsewhere.origin}/api/live`)).status).toBe(401)
  })

  it('closes the oldest stream of a session over the limit', async () => {
    const { token } = await here.register()
    const heard: SubscribedStream[] = []
    for (let n = 0; n < 5; n++) heard.push(await listen(token))
    await until(() => heard[0]?.ended.closed === true)
    expect(heard[0]?.ended.hasEndEvent).toBe(false)
    expect(heard.slice(1).map(({ ended }) => ended.closed)).toEqual([false, false, false, false])
    for (const { leave } of heard) leave()
  })

  it('is a stream or a 503 for each of eight opened at once with one token, of which four stay', async () => {
    const { token } = await here.register()
    const heard = await Promise.all(Array.from({ length: 8 }, () => listen(token)))
    const refused = heard.filter(({ answer: { status } }) => status !== 200)
    expect(refused.map(({ answer: { status, headers } }) => [status, headers.get('retry-after')])).toEqual(refused.map(() => [503, '10']))
    await until(() => heard.filter(({ ended }) => !ended.closed).length === 4)
    for (const { leave } of heard) leave()
  })
})

describe('after a fail-over that lost events', () => {
  /** Writes to the account's log as replication does, bypassing triggers. */
  const replicated = (accountId: string, ...statements: string[]) =>
    here.owner.transaction(async (client) => {
      await client.query('set local session_replication_role = replica')
      for (const statement of statements) await client.query(statement, [accountId])
    })
  const headFromLog = `update account_heads h set seq = e.seq, hash = e.hash
    from (select seq, hash from events where account_id = $1 order by seq desc limit 1) e where account_id = $1`

  async function afterThreeSales() {
    const { token, accountId } = await here.register()
    const heard = await listen(token)
    for (let n = 0; n < 3; n++) await record(token)
    await until(() => heard.events.at(-1)?.seq === 5)
    // The next check finds the same state, and does not send it again.
    await pause(2_500)
    return { token, accountId, heard, before: heard.events.length }
  }

  it('reports everything as changed, and continues from the lower position', async () => {
    const { token, accountId, heard, before } = await afterThreeSales()
    await replicated(accountId, 'delete from events where account_id = $1 and seq > 3', headFromLog)
    await until(() => heard.events.length > before)
    expect(heard.events.slice(before)).toEqual([{ log: expect.any(String), seq: 3, entities: liveEntities, answers: [] }])
    await record(token)
    await until(() => heard.events.length > before + 1)
    expect(heard.events.slice(before + 1)).toEqual([{ log: expect.any(String), seq: 4, entities: ['transaction'], answers: [] }])
    heard.leave()
  })

  it('reports it too when other events have grown the log to its old length meanwhile', async () => {
    const { accountId, heard, before } = await afterThreeSales()
    await replicated(accountId, 'update events set hash = sha256(hash) where account_id = $1 and seq > 3', headFromLog)
    await until(() => heard.events.length > before)
    expect(heard.events.slice(before)).toEqual([{ log: expect.any(String), seq: 5, entities: liveEntities, answers: [] }])
    heard.leave()
  })
})

describe('the end of a session ends its streams elsewhere', () => {
  it('by a new password, except the session that set it', async () => {
    const { token, ...ana } = await here.register()
    const [stays, gone] = [await listen(token), await listen(await login(ana))]
    await here.send('PUT', '/auth/password', { token, body: { currentPassword: ana.password, newPassword: 'outro-segredo1' } })
    await until(() => gone.ended.closed)
    expect([gone.ended.hasEndEvent, stays.ended.closed]).toEqual([true, false])
    stays.leave()
  })

  it('by expiring', async () => {
    const { token, accountId } = await here.register()
    const gone = await listen(token)
    await here.database.rows({ text: `update sessions set expires_at = now() where user_id = $1` }, [accountId])
    await until(() => gone.ended.closed)
    expect(gone.ended.hasEndEvent).toBe(true)
  })

  it('and so does lapsed access: the grace period is over without a payment', async () => {
    const { token, accountId } = await here.register()
    const gone = await listen(token)
    await here.database.rows({ text: `update account_profile set created_at = now() - interval '11 minutes' where account_id = $1` }, [
      accountId,
    ])
    await until(() => gone.ended.closed)
    expect(gone.ended.hasEndEvent).toBe(true)
    expect((await fetch(`${elsewhere.origin}/api/live`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403)
  })
})

it('a process that shuts down closes its streams at once, without an end event', async () => {
  const { token } = await here.register()
  const heard = await listen(token)
  const startedAt = Date.now()
  elsewhere.child.kill('SIGTERM')
  await until(() => heard.ended.closed)
  // Connections still open after 3.5 seconds are destroyed.
  expect(Date.now() - startedAt).toBeLessThan(3_000)
  expect(heard.ended.hasEndEvent).toBe(false)
  const [code] = elsewhere.child.exitCode === null ? ((await once(elsewhere.child, 'exit')) as [number]) : [elsewhere.child.exitCode]
  expect(code).toBe(0)
  elsewhere = await startElsewhere(here)
})
