import { Rejected } from '@prumo/shared/rejections'
import type pg from 'pg'
import { isLost } from './sqlstate.js'

/** A statement with a name is prepared once per connection; names are unique across the program. */
export interface SqlStatement {
  name?: string
  text: string
  /** Milliseconds after which the statement fails and its connection, which may never speak again, is given up. */
  query_timeout?: number
}

/** Where one statement can be run: on any connection, or on the one of a snapshot. */
export type RowReader = Pick<ConnectionPool, 'rows'>

/** Where statements can be sent in the form of `pg`: a pool, a connection, or a snapshot. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** One connection on which statements run one after another, however they are sent. */
export type SnapshotReader = Pick<ConnectionPool, 'lists'> & Queryable

/** Rows as lists of values. */
export interface RowLists {
  names: string[]
  rows: unknown[][]
}

const SNAPSHOT = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'

/** So many may wait for a connection; a request beyond these is refused with UNAVAILABLE. */
const MAX_WAITING = 1_000
const RETRY_SECONDS = 2

/** The connections to one server, and what is done on them. */
export class ConnectionPool {
  constructor(readonly pool: pg.Pool) {}

  /**
   * Runs one statement on any connection. `date` and `numeric` arrive as text, `bigint` as a number.
   * Rejects with UNAVAILABLE when too many wait for a connection.
   */
  async rows<T>(statement: SqlStatement, values: unknown[] = []): Promise<T[]> {
    this.#refuseWhenFull()
    const result = await this.pool.query({ values, ...statement })
    return result.rows as T[]
  }

  /** The same with each row as a list of its values, in the order of the columns' names. */
  async lists(statement: SqlStatement, values: unknown[] = []): Promise<RowLists> {
    this.#refuseWhenFull()
    return toRowLists(await this.pool.query({ rowMode: 'array', values, ...statement }))
  }

  /** Commits what `work` did on the client, or nothing of it when it throws. The client is only valid inside. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#within('BEGIN', work, 'COMMIT')
  }

  /** The same on the database as it stood at one moment; whatever `work` writes, such as temporary tables, is rolled back. */
  async inRolledBackSnapshot<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#within('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ', work, 'ROLLBACK')
  }

  /**
   * What `read` yields, all of it asked of the database as it stood at one moment. A connection of the pool is its own
   * until it ends, or whoever reads it does.
   */
  async *snapshot<T>(read: (rows: RowReader) => AsyncGenerator<T>): AsyncGenerator<T> {
    const { client, giveBack } = await this.#checkOut()
    let failure: unknown
    try {
      await client.query(SNAPSHOT)
      yield* read({
        rows: async <Row>(statement: SqlStatement, values?: unknown[]) =>
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
  async inSnapshot<T>(read: (on: SnapshotReader) => Promise<T>): Promise<T> {
    return this.#within(SNAPSHOT, (client) => read(serially(client)), 'ROLLBACK')
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
export function serially(client: pg.PoolClient): SnapshotReader {
  let last: Promise<unknown> = Promise.resolve()
  const next = <T>(send: () => Promise<T>): Promise<T> => {
    const sent = last.then(send)
    last = sent.catch(() => undefined)
    return sent
  }
  const lists = (statement: SqlStatement, values: unknown[] = []) =>
    next(async () => toRowLists(await client.query({ rowMode: 'array', values, ...statement })))
  return { lists, query: (statement, values) => next(() => client.query(statement, values)) }
}

/**
 * Sets something for the transaction under way, as in `lock_timeout = 100`. With Citus it holds on each node as well, which else
 * keeps to what its role has there; to any other Postgres that is a name without a meaning.
 */
export async function setLocal(client: { query(text: string): Promise<unknown> }, setting: string): Promise<void> {
  await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query(`set local ${setting}`)
}

function toRowLists({ fields, rows }: pg.QueryArrayResult): RowLists {
  return { names: fields.map(({ name }) => name), rows }
}
