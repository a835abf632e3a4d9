import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { distribute, findUndistributed } from '@prumo/backend/platform/database/distribute'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { administer } from '../test-database.js'
import type { Places } from '@prumo/backend/platform/database/places'
import { startTestApp, type TestApp } from '../test-app.js'
import { startCitus, type TestCitus, type CitusNode } from './test-citus.js'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'
import { requestEverything } from './test-requests.js'
import { inDatabase } from './test-template.js'

describe('on Citus', () => {
  let citus: TestCitus
  beforeAll(async () => {
    citus = await startCitus()
    Object.assign(process.env, citus.variables)
  })
  afterAll(() => citus.close())

  describe('a request', () => {
    let test: TestApp
    beforeAll(async () => void (test = await startTestApp()))
    afterAll(() => test.close())

    it('sends each statement to a single node', async () => {
      const { token } = await test.register()
      const name = new URL(test.addresses.DATABASE_URL).pathname.slice(1)
      const asAdmin = (statement: string) => administer(inDatabase(citus.coordinator.url, name), statement)
      // From now on a statement with more than one task is refused. Only new connections have the setting.
      await asAdmin(`alter role prumo_app in database ${name} set citus.multi_task_query_log_level = 'error'`)
      await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'prumo_app' and datname = '${name}'`)
      await pause(1_000)
      await requestEverything(test, token)
    })
  })

  it('takes over from a single Postgres: every log is unchanged and can be appended to', async () => {
    process.env.PRUMO_TEST_TEMPLATE = await citus.makeUndistributed()
    const log = await openTestLog()
    Object.assign(process.env, citus.variables)
    const accounts = await Promise.all(Array.from({ length: 12 }, async () => (await openAccount(log.writer())).accountId))
    const heads = () => Promise.all(accounts.map((accountId) => log.verify(accountId)))
    const before = await heads()

    const of = await findUndistributed(log.owner)
    const steps: string[] = []
    expect(await distribute(log.owner, ({ table }) => steps.push(table))).toEqual(of)
    expect([steps, await distribute(log.owner)]).toEqual([of, []])

    expect(await heads()).toEqual(before)
    const database = await openDatabase({ url: log.ownerUrl, patient: true })
    expect(database.places).not.toBeNull()
    const writer = new WritePath(database, log.reading)
    await Promise.all(accounts.map((accountId) => issue(writer, accountId, newId(), recordSale())))
    for (const accountId of accounts) expect(await log.verify(accountId)).toMatchObject({ problem: null, events: 2 })
    await rebuild(database, log.reading, log.reading.readModels.projections)
    for (const accountId of accounts) expect(await log.verify(accountId)).toMatchObject({ problem: null, events: 2 })
    await database.close()
    await log.close()
  })

  describe('the log', () => {
    let log: TestLog
    beforeAll(async () => void (log = await openTestLog()))
    afterAll(() => log.close())

    /**
     * Appends to every account until `stop` is called. Collects the acknowledged ids, the failures and the latency of each append.
     */
    function writeOn(accounts: readonly string[]): {
      stop: () => Promise<Map<string, string[]>>
      failures: string[]
      waits: { accountId: string; ms: number }[]
    } {
      const writer = log.writer()
      const answered = new Map<string, string[]>(accounts.map((account) => [account, []]))
      const failures: string[] = []
      const waits: { accountId: string; ms: number }[] = []
      const stopping = new AbortController()
      const all = accounts.map(async (accountId) => {
        while (!stopping.signal.aborted) {
          const [id, startedAt] = [newId(), performance.now()]
          await issue(writer, accountId, id, recordSale()).then(
            () => answered.get(accountId)?.push(id),
            async () => {
              failures.push(accountId)
              await pause(100)
            },
          )
          waits.push({ accountId, ms: performance.now() - startedAt })
        }
      })
      return { failures, waits, stop: () => (stopping.abort(), Promise.all(all).then(() => answered)) }
    }

    async function holds(answered: ReadonlyMap<string, string[]>): Promise<void> {
      for (const [accountId, ids] of answered) {
        expect(ids.length).toBeGreaterThan(0)
        const rows = await log.database.rows<{ id: string }>({ text: 'select entity_id as id from events where account_id = $1' }, [
          accountId,
        ])
        const stored = new Set(rows.map(({ id }) => id))
        expect(ids.filter((id) => !stored.has(id))).toEqual([])
        expect(await retrying(() => log.verify(accountId))).toMatchObject({ problem: null })
      }
    }

    /** Repeats what failed because a session still had a connection to a node that died. */
    async function retrying<T>(ask: () => Promise<T>): Promise<T> {
      for (let left = 20; ; left--) {
        try {
          return await ask()
        } catch (failure) {
          if (left === 0) throw failure
          await pause(100)
        }
      }
    }

    /** The first shard of the log, and the port of its node. */
    async function aShard(): Promise<{ shard: number; port: number }> {
      const text = `
        select shardid as shard, nodeport as port from citus_shards where table_name = 'account_heads'::regclass order by shardid limit 1`
      const [first] = (await log.owner.rows({ text })) as { shard: number; port: number }[]
      return first as { shard: number; port: number }
    }

    const open = () => Promise.all(Array.from({ length: 12 }, async () => (await openAccount(log.writer())).accountId))

    it.each(['block_writes', 'force_logical'])('loses no acknowledged event while a shard moves (%s)', async (mode) => {
      const writers = writeOn(await open())
      await pause(500)
      const { shard, port } = await aShard()
      const to = citus.workers.map(({ url }) => Number(new URL(url).port)).find((other) => other !== port)
      const name = new URL(log.ownerUrl).pathname.slice(1)
      await administer(
        inDatabase(citus.coordinator.url, name),
        `select citus_move_shard_placement(${shard}, '127.0.0.1', ${port}, '127.0.0.1', ${to}, '${mode}')`,
      )
      await pause(500)
      await holds(await writers.stop())
    })

    it('loses no acknowledged event when a node is killed, and continues once it is back', async () => {
      const accounts = await open()
      const [killed, ...others] = citus.workers as [CitusNode, ...CitusNode[]]
      const port = new URL(killed.url).port
      const places = log.database.places as Places
      // Citus keeps the location of a moved shard for five seconds.
      await pause(5_500)
      const elsewhere = new Set<string>()
      for (const accountId of accounts) if (!(await places.of(accountId)).node?.endsWith(`:${port}`)) elsewhere.add(accountId)
      expect([elsewhere.size > 0, elsewhere.size < accounts.length, others.length]).toEqual([true, true, 1])
      const writers = writeOn(accounts)
      await pause(500)
      await killed.kill()
      await pause(1_500)
      await killed.restart()
      await pause(8_000)
      const before = writers.failures.length
      await pause(500)
      // Every append succeeds again.
      expect(writers.failures.length).toBe(before)
      expect(before).toBeGreaterThan(0)
      await holds(await writers.stop())
      // Accounts on the other node noticed nothing.
      expect(writers.failures.filter((accountId) => elsewhere.has(accountId))).toEqual([])
      const longest = Math.max(...writers.waits.filter(({ accountId }) => elsewhere.has(accountId)).map(({ ms }) => ms))
      console.info(`the longest wait on the other node: ${Math.round(longest)} ms of ${writers.waits.length} commands`)
    })

    it('read models are rebuilt while others write', async () => {
      const writers = writeOn(await open())
      await rebuild(log.owner, log.reading, log.reading.readModels.projections.slice(0, 2))
      await holds(await writers.stop())
    })
  })
})
