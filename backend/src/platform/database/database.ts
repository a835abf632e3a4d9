import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import type pg from 'pg'
import type { DataSource } from 'typeorm'
import { DatabaseClock } from './database-clock.js'
import type { NamedStatement, Pipeline } from './pipeline.js'
import { isLost } from './sqlstate.js'

/** A statement with a name is prepared once per connection; names are unique across the program. */
export interface Statement {
  name?: string
  text: string
  /** Milliseconds after which the statement fails and its connection, which may never speak again, is given up. */
  query_timeout?: number
}

/** Where one statement can be run: on any connection, or on the one of a snapshot. */
export type Rows = Pick<Database, 'rows'>

/** Rows as lists of values. */
export interface Lists {
  names: string[]
  rows: unknown[][]
}

const SNAPSHOT = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'

/** So many may wait for a connection; a request beyond these is refused with UNAVAILABLE. */
const MAX_WAITING = 1_000
const RETRY_SECONDS = 2

const NOW = { name: 'database-now', text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now' }

/** The connection pool: TypeORM's, used directly for SQL that names what it does. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly pool: pg.Pool
  /** Postgres' time, by which everything is recorded, due and called today. */
  readonly clock = new DatabaseClock()
  readonly #pipelines: Pipeline[] = []

  /** @param makePipeline makes a connection to the same server besides the pool's, for transactions of at most so many milliseconds */
  constructor(
    readonly dataSource: DataSource,
    private readonly makePipeline: (limitMs?: number) => Pipeline,
  ) {
    this.pool = (dataSource.driver as unknown as { master: pg.Pool }).master
  }

  /**
   * Runs one statement on any connection. `date` and `numeric` arrive as text, `bigint` as a number.
   * Rejects with UNAVAILABLE when too many wait for a connection.
   */
  async rows<T>(statement: Statement, values: unknown[] = []): Promise<T[]> {
    this.#refuseWhenFull()
    const result = await this.pool.query({ values, ...statement })
    return result.rows as T[]
  }

  /** The same with each row as a list of its values, in the order of the columns' names. */
  async lists(statement: Statement, values: unknown[] = []): Promise<Lists> {
    this.#refuseWhenFull()
    return listsOf(await this.pool.query({ rowMode: 'array', values, ...statement }))
  }

  /** Commits what `work` did on the client, or nothing of it when it throws. The client is only valid inside. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#within('BEGIN', work, 'COMMIT')
  }

  /** The same on the database as it stood at one moment; whatever `work` writes, such as temporary tables, is rolled back. */
  async trial<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#within('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ', work, 'ROLLBACK')
  }

  /**
   * What `read` yields, all of it asked of the database as it stood at one moment. A connection of the pool is its own
   * until it ends, or whoever reads it does.
   */
  async *snapshot<T>(read: (rows: Rows) => AsyncGenerator<T>): AsyncGenerator<T> {
    const { client, giveBack } = await this.#checkOut()
    let failure: unknown
    try {
      await client.query(SNAPSHOT)
      yield* read({
        rows: async <Row>(statement: Statement, values?: unknown[]) =>
          (await client.query({ values: values ?? [], ...statement })).rows as Row[],
      })
    } catch (error) {
      failure = error
      throw error
    } finally {
      failure ??= await client.query('ROLLBACK').then(
        () => undefined,
        (error: unknown) => error,
      )
      await giveBack(failure)
    }
  }

  /** Reads from the database as it stood at one moment, one statement after the other however they are asked. */
  async atOneMoment<T>(read: (on: Pick<Database, 'lists'>) => Promise<T>): Promise<T> {
    return this.#within(SNAPSHOT, (client) => read(oneAfterTheOther(client)), 'ROLLBACK')
  }

  /** A connection besides the pool's, for work that neither waits for others' nor keeps them waiting; closed with the rest. */
  pipeline(): Pipeline {
    const pipeline = this.makePipeline()
    this.#pipelines.push(pipeline)
    return pipeline
  }

  /** Commits these statements as one transaction, which may take so many milliseconds, on a connection made for it. */
  async transactionApart(statements: readonly NamedStatement[], limitMs: number): Promise<pg.QueryResult[]> {
    const pipeline = this.makePipeline(limitMs)
    try {
      return await pipeline.transaction(statements)
    } finally {
      // A network that fell silent after the answer never says that the connection ended.
      void pipeline.close()
    }
  }

  /** Asks Postgres for its time. To be done now and then: two clocks drift apart. */
  async setClock(): Promise<void> {
    const [row] = await this.rows<{ now: number }>(NOW)
    if (row) this.clock.anchor(row.now)
  }

  /** Ends all connections once the running statements have been answered. Closing twice is fine. */
  async close(): Promise<void> {
    await Promise.all(this.#pipelines.splice(0).map((pipeline) => pipeline.close()))
    if (this.dataSource.isInitialized) await this.dataSource.destroy()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close()
  }

  async #within<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>, end: 'COMMIT' | 'ROLLBACK'): Promise<T> {
    const { client, giveBack } = await this.#checkOut()
    let failure: unknown
    try {
      await client.query(begin)
      const result = await work(client)
      const { command } = await client.query(end)
      // Postgres answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
      if (command !== end) throw new Error('The transaction was rolled back: a failed statement was swallowed inside it.')
      return result
    } catch (error) {
      failure = error
      throw error
    } finally {
      await giveBack(failure)
    }
  }

  /** A connection of the pool for one caller. After a failure `giveBack` rolls back, or ends a connection that is lost. */
  async #checkOut(): Promise<{ client: pg.PoolClient; giveBack: (failure: unknown) => Promise<void> }> {
    this.#refuseWhenFull()
    const client = await this.pool.connect()
    let broken: Error | undefined
    // A connection that dies between two statements says so by an event, which would end the process without a listener.
    const onBroken = (error: Error) => void (broken = error)
    client.on('error', onBroken)
    const giveBack = async (failure: unknown) => {
      // A silent server would not answer a ROLLBACK either; ending the connection is one.
      if (isLost(failure)) broken ??= failure as Error
      if (failure !== undefined && !broken) await client.query('ROLLBACK').catch((error: Error) => (broken = error))
      client.removeListener('error', onBroken)
      client.release(broken)
    }
    return { client, giveBack }
  }

  #refuseWhenFull(): void {
    if (this.pool.waitingCount >= MAX_WAITING) throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
  }
}

/** Runs statements on one connection, one after the other however they are asked. */
export function oneAfterTheOther(client: pg.PoolClient): Pick<Database, 'lists'> {
  let last: Promise<unknown> = Promise.resolve()
  const lists = (statement: Statement, values: unknown[] = []) => {
    const next = last.then(async () => listsOf(await client.query({ rowMode: 'array', values, ...statement })))
    last = next.catch(() => undefined)
    return next
  }
  return { lists }
}

function listsOf({ fields, rows }: pg.QueryArrayResult): Lists {
  return { names: fields.map(({ name }) => name), rows }
}
