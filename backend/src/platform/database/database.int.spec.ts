import { administer } from './administer.js'
import { migrate, pendingMigrations } from './migrate.js'
import { refuseOldServer, refuseUnsafeDurability } from './server-checks.js'
import { createTestDatabase, type TestDatabase } from './test-database.js'

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
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it('answers dates and numerics as text and bigints as numbers', async () => {
    const text = `SELECT date '2024-02-29' AS day, 5::bigint AS count, 1.50::numeric AS amount,
      array[1, null]::bigint[] AS counts, array[date '2024-01-01'] AS days, 9007199254740993 AS huge`
    expect(await test.database.rows({ name: 'types', text })).toEqual([
      { day: '2024-02-29', count: 5, amount: '1.50', counts: [1, null], days: ['2024-01-01'], huge: '9007199254740993' },
    ])
  })

  it('commits what a transaction did, and nothing of one that throws', async () => {
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

  it('does not take a rolled back transaction for a committed one', async () => {
    const swallowed = test.database.transaction(async (client) => {
      await client.query('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('rolled back')
  })

  it('survives a connection that dies inside a transaction', async () => {
    const dying = test.database.transaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await administer(test.url, `SELECT pg_terminate_backend(${rows[0]!.pid})`)
      await client.query('SELECT 1')
    })
    await expect(dying).rejects.toThrow(/terminat|connection/i)
    expect(await test.database.rows({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
  })

  it('runs the statements of a pipeline in their order, and one that fails leaves the others alone', async () => {
    const pipeline = test.database.pipeline()
    await pipeline.query({ text: 'CREATE TABLE told (at int GENERATED ALWAYS AS IDENTITY, said int)' })
    const say = (said: number) => pipeline.query({ name: 'say', text: 'INSERT INTO told (said) VALUES (100 / $1::int)', values: [said] })
    const outcomes = await Promise.allSettled([say(1), say(2), say(0), say(4), say(5)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    const told = await test.database.rows<{ said: number }>({ text: 'SELECT said FROM told ORDER BY at' })
    expect(told.map(({ said }) => said)).toEqual([100, 50, 25, 20])
  })

  it('makes a pipeline anew that broke in the middle or while nobody used it, and tells all who waited', async () => {
    const pipeline = test.database.pipeline()
    const whose = async () => (await pipeline.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' })).rows[0]!.pid
    const end = (pid: number) => administer(test.url, `SELECT pg_terminate_backend(${pid})`)
    const first = await whose()
    const waiting = Promise.allSettled([1, 2, 3].map(() => pipeline.query({ text: 'SELECT pg_sleep(60)' })))
    await end(first)
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    const second = await whose()
    await end(second)
    // What was sent before the end became known is lost; nothing after it.
    const third = await whose().catch(whose)
    expect(new Set([first, second, third]).size).toBe(3)
  })

  it('applies each migration once, however many processes start together', async () => {
    const migrations = [MakeNotes1700000000001]
    expect(await pendingMigrations(test.database, migrations)).toEqual(['MakeNotes1700000000001'])
    const applied = await Promise.all([1, 2, 3].map(() => migrate(test.url, migrations)))
    expect(applied.flat()).toEqual(['MakeNotes1700000000001'])
    expect(await pendingMigrations(test.database, migrations)).toEqual([])
  })

  it('refuses a server that may lose commits, as this one of the tests may', async () => {
    await expect(refuseUnsafeDurability(test.database)).rejects.toThrow('pode perder dados já confirmados (desligado: fsync')
    await expect(refuseOldServer(test.database)).resolves.toBeUndefined()
  })
})
