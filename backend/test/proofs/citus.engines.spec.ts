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

    it('asks one node with each statement', async () => {
      const { token } = await test.register()
      const name = new URL(test.addresses.DATABASE_URL).pathname.slice(1)
      const asAdmin = (statement: string) => administer(inDatabase(citus.coordinator.url, name), statement)
      // From now on a statement that is more than one task is refused. Connections know it from their beginning.
      await asAdmin(`alter role prumo_app in database ${name} set citus.multi_task_query_log_level = 'error'`)
      await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'prumo_app' and datname = '${name}'`)
      await pause(1_000)
      await requestEverything(test, token)
    })
  })

  it('takes over from one Postgres: every log is as it was, and goes on', async () => {
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

    /** Writers who go on until they are told to stop, what was answered to each, who was refused, and who waited how long. */
    function writing(accounts: readonly string[]): {
      stop: () => Promise<Map<string, string[]>>
      failures: string[]
      waits: { accountId: string; ms: number }[]
    } {
      const writer = log.writer()
      const answered = new Map<string, string[]>(accounts.map((account) => [account, []]))
      const failures: string[] = []
      const waits: { accountId: string; ms: number }[] = []
      const going = new AbortController()
      const all = accounts.map(async (accountId) => {
        while (!going.signal.aborted) {
          const [id, begun] = [newId(), performance.now()]
          await issue(writer, accountId, id, recordSale()).then(
            () => answered.get(accountId)?.push(id),
            async () => {
              failures.push(accountId)
              await pause(100)
            },
          )
          waits.push({ accountId, ms: performance.now() - begun })
        }
      })
      return { failures, waits, stop: () => (going.abort(), Promise.all(all).then(() => answered)) }
    }

    async function holds(answered: ReadonlyMap<string, string[]>): Promise<void> {
      for (const [accountId, ids] of answered) {
        expect(ids.length).toBeGreaterThan(0)
        const rows = await log.database.rows<{ id: string }>({ text: 'select entity_id as id from events where account_id = $1' }, [
          accountId,
        ])
        const there = new Set(rows.map(({ id }) => id))
        expect(ids.filter((id) => !there.has(id))).toEqual([])
        expect(await surely(() => log.verify(accountId))).toMatchObject({ problem: null })
      }
    }

    /** Asks again where a session still had a connection to a node that died. */
    async function surely<T>(ask: () => Promise<T>): Promise<T> {
      for (let left = 20; ; left--) {
        try {
          return await ask()
        } catch (failure) {
          if (left === 0) throw failure
          await pause(100)
        }
      }
    }

    /** The first of the log's shards, and the port of the node that has it. */
    async function aShard(): Promise<{ shard: number; port: number }> {
      const text = `
        select shardid as shard, nodeport as port from citus_shards where table_name = 'account_heads'::regclass order by shardid limit 1`
      const [first] = (await log.owner.rows({ text })) as { shard: number; port: number }[]
      return first as { shard: number; port: number }
    }

    const open = () => Promise.all(Array.from({ length: 12 }, async () => (await openAccount(log.writer())).accountId))

    it.each(['block_writes', 'force_logical'])('loses nothing that was answered while a shard moves (%s)', async (mode) => {
      const writers = writing(await open())
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

    it('loses nothing that was answered when a node is killed, and goes on once it is back', async () => {
      const accounts = await open()
      const [killed, ...others] = citus.workers as [CitusNode, ...CitusNode[]]
      const port = new URL(killed.url).port
      const places = log.database.places as Places
      // Where a shard moved a moment ago is asked anew after five seconds.
      await pause(5_500)
      const elsewhere = new Set<string>()
      for (const accountId of accounts) if (!(await places.of(accountId)).node?.endsWith(`:${port}`)) elsewhere.add(accountId)
      expect([elsewhere.size > 0, elsewhere.size < accounts.length, others.length]).toEqual([true, true, 1])
      const writers = writing(accounts)
      await pause(500)
      await killed.kill()
      await pause(1_500)
      await killed.restart()
      await pause(8_000)
      const before = writers.failures.length
      await pause(500)
      // Nobody is refused any more.
      expect(writers.failures.length).toBe(before)
      expect(before).toBeGreaterThan(0)
      await holds(await writers.stop())
      // Those of the other node noticed nothing.
      expect(writers.failures.filter((accountId) => elsewhere.has(accountId))).toEqual([])
      const longest = Math.max(...writers.waits.filter(({ accountId }) => elsewhere.has(accountId)).map(({ ms }) => ms))
      console.info(`the longest wait on the other node: ${Math.round(longest)} ms of ${writers.waits.length} commands`)
    })

    it('is made read models of again while others write', async () => {
      const writers = writing(await open())
      await rebuild(log.owner, log.reading, log.reading.readModels.projections.slice(0, 2))
      await holds(await writers.stop())
    })
  })
})
