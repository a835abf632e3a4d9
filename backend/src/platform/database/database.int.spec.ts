import pg, { type DatabaseError } from 'pg'
import { until } from '../../../test/test-queue.js'
import { deleteInPortions, repeatInPortions } from './delete-in-portions.js'
import { migrate, pendingMigrations } from './migrate.js'
import { Pipeline, UnsendableStatement } from './pipeline.js'
import { refuseOldServer, refuseUnsafeDurability } from './server-checks.js'
import { isAway, isRefusal } from './sqlstate.js'
import { administer, createTestDatabase, type TestDatabase } from '../../../test/test-database.js'
import { silentProxy } from '../../../test/test-silent-proxy.js'

class MakeNotes1700000000001 {
  async up(runner: { query(text: string): Promise<unknown> }) {
    await runner.query('CREATE TABLE notes (id int PRIMARY KEY)')
    await runner.query('SELECT pg_sleep(0.2)')
  }
  async down() {}
}

describe('the database', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase({ as: 'owner' })
  })
  afterAll(() => test.drop())

  it('returns dates and numerics as text and bigints as numbers', async () => {
    const text = `SELECT date '2024-02-29' AS day, 5::bigint AS count, 1.50::numeric AS amount,
      array[1, null]::bigint[] AS counts, array[date '2024-01-01'] AS days, 9007199254740993 AS huge`
    expect(await test.database.rows({ name: 'types', text })).toEqual([
      { day: '2024-02-29', count: 5, amount: '1.50', counts: [1, null], days: ['2024-01-01'], huge: '9007199254740993' },
    ])
  })

  it('commits a transaction, and rolls back one that throws', async () => {
    const { database } = test
    await database.rows({ text: 'CREATE TABLE kept (id int)' })
    const inserted = await database.transaction((client) => client.query('INSERT INTO kept VALUES (1) RETURNING id'))
    expect(inserted.rows).toEqual([{ id: 1 }])
    const failed = database.transaction(async (client) => {
      await client.query('INSERT INTO kept VALUES (2)')
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await database.rows({ text: 'SELECT id FROM kept' })).toEqual([{ id: 1 }])
  })

  it('deletes in portions until no row is left, and keeps its progress when it is stopped', async () => {
    const { database } = test
    await database.rows({ text: 'CREATE TABLE aged (part int, id int, old boolean, PRIMARY KEY (part, id))' })
    await database.rows({ text: 'INSERT INTO aged SELECT n % 2, n, n <= 25 FROM generate_series(1, 30) n' })
    const purge = { name: 'purge-aged', table: 'aged', key: ['part', 'id'], where: 'old', portion: 10 }
    const left = async () => (await database.rows({ text: 'SELECT 1 FROM aged' })).length
    const stop = new AbortController()
    const rows: typeof database.rows = async (...given) => {
      const deleted = await database.rows<never>(...given)
      expect(deleted.length).toBeLessThanOrEqual(10)
      stop.abort(new Error('stopped'))
      return deleted
    }
    await expect(deleteInPortions({ rows }, purge, stop.signal)).rejects.toThrow('stopped')
    expect(await left()).toBe(20)
    const { signal } = new AbortController()
    expect(await deleteInPortions(database, purge, signal)).toBe(15)
    expect(await left()).toBe(5)
    const age = { text: 'UPDATE aged SET old = true WHERE id = any(array(SELECT id FROM aged WHERE NOT old LIMIT $1)) RETURNING 1' }
    expect(await repeatInPortions(database, age, signal, [2])).toBe(5)
  })

  it('does not report a rolled back transaction as committed', async () => {
    const swallowed = test.database.transaction(async (client) => {
      await client.query('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('rolled back')
  })

  it('survives a connection that dies inside a transaction', async () => {
    const dying = test.database.transaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await administer(test.url, `SELECT pg_terminate_backend(${rows[0]!.pid}, 5000)`)
      await client.query('SELECT 1')
    })
    await expect(dying).rejects.toThrow(/terminat|connection/i)
    expect(await test.database.rows({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
  })

  const statement = (name: string, text: string, ...values: unknown[]) => ({ name, text, values })

  it('commits each transaction of a pipeline atomically and in order, and a refused one does not affect the others', async () => {
    const pipeline = test.database.pipeline()
    await test.database.rows({ text: 'CREATE TABLE quotients (at int GENERATED ALWAYS AS IDENTITY, value int)' })
    const insert = 'INSERT INTO quotients (value) VALUES (100 / $1::int)'
    const say = (...said: number[]) => pipeline.transaction(said.map((each) => statement('say', insert, each)))
    const outcomes = await Promise.allSettled([say(1, 2), say(4, 0), say(0, 4), say(5)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { code: '22012' } })
    const quotients = await test.database.rows<{ value: number }>({ text: 'SELECT value FROM quotients ORDER BY at' })
    expect(quotients.map(({ value }) => value)).toEqual([100, 50, 20])
  })

  it('commits transactions sent after a failing one that was to prepare one of their statements', async () => {
    const pipeline = test.database.pipeline()
    await pipeline.transaction([])
    const divide = (by: number) => statement('divide', 'SELECT 100 / $1::int', by)
    const fresh = [1, 2, 3].map((n) => statement(`fresh-${n}`, `SELECT ${n} AS fresh`))
    const outcomes = await Promise.allSettled([
      pipeline.transaction([divide(0), ...fresh]),
      pipeline.transaction([fresh[0]!]),
      pipeline.transaction([fresh[1]!, divide(0)]),
      ...[0, 1, 2].map((n) => pipeline.transaction([fresh[n]!, fresh[2]!])),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
    expect([outcomes[0], outcomes[2]]).toEqual(
      [0, 2].map(() => expect.objectContaining({ reason: expect.objectContaining({ code: '22012' }) })),
    )
  })

  it("leaves no setting on a pipeline's connection, which a pooler hands to the next client", async () => {
    const client = new pg.Client({ connectionString: test.url, pipeline: true })
    const pipeline = new Pipeline(() => client, { limitMs: 1_000, answerMs: 1_000, isExplicit: false })
    const limit = "SELECT current_setting('transaction_timeout', true) AS limit"
    const [within] = await pipeline.transaction([statement('limit', limit)])
    expect(within!.rows).toEqual([{ limit: '2s' }])
    expect((await client.query(limit)).rows).toEqual([{ limit: '0' }])
    await pipeline.close()
  })

  it('sends no statement of a transaction with one that cannot be sent', async () => {
    const pipeline = test.database.pipeline()
    await test.database.rows({ text: 'CREATE TABLE sent (value text)' })
    const insert = (value: unknown) => statement('send', 'INSERT INTO sent VALUES ($1)', value)
    await expect(pipeline.transaction([insert('one'), insert(Symbol('two'))])).rejects.toThrow(UnsendableStatement)
    await expect(pipeline.transaction([insert('one'), statement('send', 'SELECT 1')])).rejects.toThrow(UnsendableStatement)
    await pipeline.transaction([insert('three')])
    expect(await test.database.rows({ text: 'SELECT value FROM sent' })).toEqual([{ value: 'three' }])
  })

  it('reconnects a pipeline that broke in the middle or while idle, and rejects what was in flight', async () => {
    const pipeline = test.database.pipeline()
    const whose = async () => (await pipeline.transaction([statement('whose', 'SELECT pg_backend_pid() AS pid')]))[0]!.rows[0].pid as number
    const end = (pid: number) => administer(test.url, `SELECT pg_terminate_backend(${pid}, 5000)`)
    const first = await whose()
    const waiting = Promise.allSettled([1, 2, 3].map(() => pipeline.transaction([statement('sleep', 'SELECT pg_sleep(60)')])))
    await end(first)
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    const second = await whose()
    await end(second)
    // Statements sent before the loss became known are lost; later ones are not.
    const third = await whose().catch(whose)
    expect(new Set([first, second, third]).size).toBe(3)
  })

  it('releases the locks of a transaction whose remaining statements never arrive', async () => {
    const proxy = await silentProxy(test.url)
    const pipeline = new Pipeline(() => new pg.Client({ connectionString: proxy.url, pipeline: true }), {
      limitMs: 1_000,
      answerMs: 1_000,
      isExplicit: false,
    })
    await test.database.rows({ text: 'CREATE TABLE held AS SELECT 1 AS n' })
    const hold = statement('hold', 'UPDATE held SET n = n + 1')
    const free = () => test.database.rows({ text: 'SELECT n FROM held FOR UPDATE SKIP LOCKED' })
    // The row names the last transaction that changed or locked it, also after that has ended.
    const lastHolder = async () => (await test.database.rows<{ xmax: string }>({ text: 'SELECT xmax::text FROM held' }))[0]?.xmax
    await pipeline.transaction([hold])
    expect(await test.database.rows({ text: 'SELECT n, xmax::text FROM held' })).toEqual([{ n: 2, xmax: '0' }])
    proxy.fallSilent(100_000)
    const lost = pipeline
      .transaction([hold, statement('more', 'SELECT length($1)', 'x'.repeat(500_000))])
      .catch((error: Error) => error.message)
    await until(async () => (await lastHolder()) !== '0')
    await until(async () => (await free()).length > 0)
    expect(await free()).toEqual([{ n: 2 }])
    expect(await lost).toMatch(/terminated|timeout/)
    await proxy.close()
  })

  it('distinguishes refusals from a lost connection by their codes, in any language of the server', async () => {
    const { database } = test
    // The severity is translated when the server's messages are not in English.
    const translated = (error: unknown) => Object.assign(error as DatabaseError, { severity: 'ERRO' })
    const refused = await database.rows({ text: 'SELECT 1 / 0' }).catch(translated)
    expect([isRefusal(refused), isAway(refused)]).toEqual([true, false])
    const ended = await database.rows({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' }).catch((error: unknown) => error)
    expect([isRefusal(ended), isAway(ended)]).toEqual([false, true])
  })

  it('applies each migration once when several processes start together', async () => {
    const migrations = [MakeNotes1700000000001]
    expect(await pendingMigrations(test.database, migrations)).toEqual(['MakeNotes1700000000001'])
    const applied = await Promise.all([1, 2, 3].map(() => migrate(test.url, migrations)))
    expect(applied.flat()).toEqual(['MakeNotes1700000000001'])
    expect(await pendingMigrations(test.database, migrations)).toEqual([])
  })

  it('refuses a server that may lose commits, as the one of these tests may', async () => {
    await expect(refuseUnsafeDurability(test.database)).rejects.toThrow('pode perder dados já confirmados (desligado: fsync')
    await expect(refuseOldServer(test.database)).resolves.toBeUndefined()
  })
})
