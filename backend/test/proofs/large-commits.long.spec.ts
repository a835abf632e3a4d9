import { setTimeout as pause } from 'node:timers/promises'
import { v4 as newKey, v7 as newId } from 'uuid'
import { resetAccount } from '@prumo/backend/account-data/account-ending'
import { logContents } from '@prumo/backend/composition/capabilities'
import { AccountQueue } from '@prumo/backend/event-store/write-path/account-queue'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { appendConflicts } from '@prumo/backend/event-store/stream/appender'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { until } from '../test-queue.js'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { createTestDatabase, type TestDatabase } from '../test-database.js'
import { startTestApp, type TestApp } from '../test-app.js'
import { issue, recordSale } from './test-log.js'
import { cutLargeCommit, withCommitsBlocked, countRows, statement } from './test-large-commits.js'
import { MASTER_KEY, startPrograms, type TestPrograms } from './test-programs.js'

const ROWS = 2_000

describe('a large commit whose connection is ended halfway', () => {
  let server: TestApp
  beforeAll(async () => void (server = await startTestApp()))
  afterAll(() => server.close())

  it.each(['an import', 'an undo of it', 'a batch', 'an undo of a batch', 'a renamed category', 'a reset', 'an erasure'] as const)(
    '%s is refused, leaves nothing, and is done once by a repeat',
    (what) => cutLargeCommit(server, what, ROWS),
  )
})

describe('large commits', () => {
  let server: TestApp
  beforeAll(async () => void (server = await startTestApp()))
  afterAll(() => server.close())

  it('answer repeats with their reply, while other commands of the account are refused in time', async () => {
    const { accountId } = await server.register()
    const writer = () => new WritePath(server.database, server.reading, undefined, undefined, new AccountQueue(undefined, 50))
    const [here, elsewhere] = [writer(), writer()]
    const who = { accountId, actor: accountId, source: 'app' as const }
    const reset = (at: WritePath, key: string) => at.execute(resetAccount({ ...who, idempotency: { key, request: 'reset' } }, true))
    const waitingForLocks = async () =>
      (
        await server.owner.rows({
          text: `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        })
      ).length
    let lost = 0
    const stop = appendConflicts.subscribe((commits) => (lost += commits))
    const key = newKey()
    const waiting = await withCommitsBlocked(server.owner, 'transaction_totals', async (held) => {
      const first = reset(here, key)
      await held()
      const repeats = [reset(here, key), reset(elsewhere, key)]
      await expect(issue(here, accountId, newId(), recordSale())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await until(() => lost > 0)
      await pause(150)
      // Only the first waits in Postgres. The repeats wait for it in the process and hold no connection.
      expect(await waitingForLocks()).toBe(1)
      return [first, ...repeats]
    })
    stop()
    expect((await Promise.all(waiting)).map(({ replayed }) => replayed)).toEqual([false, true, true])
  })

  it('are verified in time where statistics do not know their account yet', async () => {
    const acceptImport = async ({ token }: { token: string }, body: object) =>
      expect((await server.send('POST', '/imports', { token, body })).status).toBe(201)
    await server.owner.rows({ text: 'alter table events set (autovacuum_enabled = false)' })
    await acceptImport(await server.register(), statement(ROWS))
    await server.owner.rows({ text: 'analyze events' })
    const person = await server.register()
    for (const body of [statement(5_000), statement(5_000)]) await acceptImport(person, body)
    expect(await verifyAccount(server.database, server.reading, person.accountId)).toMatchObject({ problem: null })
  })
})

describe('an import whose process is killed', () => {
  const reading = logReading(logContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex')))
  let test: TestDatabase
  let programs: TestPrograms
  beforeAll(async () => {
    test = await createTestDatabase()
    programs = await startPrograms(test.url, { apis: 1, workers: 0 }, test.settings)
  })
  afterAll(async () => {
    await programs.close()
    await test.drop()
  })

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${programs.apis[0]?.origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const content: unknown = await answer.json()
    return { status: answer.status, body: content }
  }

  it.each([
    ['events', 'at once'],
    ['transaction_totals', 'at once'],
    ['transaction_totals', 'later'],
  ])('before it wrote its %s leaves all or nothing, and a repeat %s does it once', async (table, repeat) => {
    const [api] = programs.apis
    const person = { name: 'Ana', email: `${newId()}@exemplo.com`, password: 'segredo1', businessName: 'Ateliê', businessType: 'Serviços' }
    const { token, user } = (await post('/auth/register', person)).body as { token: string; user: { id: string } }
    const rows = statement(ROWS)
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newKey() }
    const before = await countRows(test.database, user.id)
    const all = { events: (before.events ?? 0) + ROWS + 1, listed: ROWS, commands: (before.commands ?? 0) + 1 }
    const send = () => post('/imports', rows, headers)

    const repeated = await withCommitsBlocked(test.owner, table, async (waiting) => {
      const killing = waiting().then(async (pid) => {
        await api?.kill()
        return pid
      })
      const [lost, ended] = await Promise.allSettled([send(), killing])
      expect([lost.status, ended.status]).toEqual(['rejected', 'fulfilled'])
      const pid = (ended as PromiseFulfilledResult<number>).value
      if (repeat === 'later') return { pid }
      await api?.start()
      return { pid, answer: send() }
    })
    if (!repeated.answer) {
      // Without its process the commit either completes or is rolled back.
      await until(async () => (await test.owner.rows({ text: 'select from pg_stat_activity where pid = $1' }, [repeated.pid])).length === 0)
      expect([before, all]).toContainEqual(await countRows(test.database, user.id))
      await api?.start()
    }
    const answer = await (repeated.answer ?? send())
    expect(answer).toMatchObject({ status: 201, body: { import: { id: rows.id, count: ROWS } } })
    expect(await countRows(test.database, user.id)).toEqual(all)
    expect(await send()).toEqual(answer)
    expect(await countRows(test.database, user.id)).toEqual(all)
    expect(await verifyAccount(test.database, reading, user.id)).toMatchObject({ problem: null })
  })
})
