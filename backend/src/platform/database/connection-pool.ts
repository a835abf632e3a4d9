import { Rejected } from '@prumo/shared/rejections'
import type pg from 'pg'
import { isLost } from './sqlstate.js'

/** A named statement is prepared once per connection; names are unique across the program. */
export interface SqlStatement {
  name?: string
  text: string
  /** Milliseconds after which the statement fails and its connection, which may be dead, is closed. */
  query_timeout?: number
}

/** Runs single statements: on any connection, or on that of a snapshot. */
export type RowReader = Pick<ConnectionPool, 'rows'>

/** Accepts statements in pg's form: a pool, a connection, or a snapshot. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** One connection that runs statements one at a time, even when they are sent concurrently. */
export type SnapshotReader = Pick<ConnectionPool, 'lists'> & Queryable

/** Rows as arrays of values. */
export interface RowLists {
  names: string[]
  rows: unknown[][]
}

const SNAPSHOT = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'

/** Limit of requests waiting for a connection; more are refused with UNAVAILABLE. */
const MAX_WAITING = 1_000
const RETRY_SECONDS = 2

/** The connections to one server, with the ways to run statements on them. */
export class ConnectionPool {
  constructor(readonly pool: pg.Pool) {}

  /**
   * Runs one statement on any connection. `date` and `numeric` arrive as text, `bigint` as a number. Rejects with UNAVAILABLE
   * when too many requests wait for a connection.
   */
  async rows<T>(statement: SqlStatement, values: unknown[] = []): Promise<T[]> {
    this.#refuseWhenFull()
    const result = await this.pool.query({ values, ...statement })
    return result.rows as T[]
  }

  /** Like `rows`, with each row as an array of values in the order of the column names. */
  async lists(statement: SqlStatement, values: unknown[] = []): Promise<RowLists> {
    this.#refuseWhenFull()
    return toRowLists(await this.pool.query({ rowMode: 'array', values, ...statement }))
  }

  /** Commits the statements of `work`, or rolls them back when it throws. The client is valid only inside `work`. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#within('BEGIN', work, 'COMMIT')
  }

  /** Runs `work` in a repeatable-read snapshot; its writes, such as temporary tables, are rolled back. */
  async inRolledBackSnapshot<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#within('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ', work, 'ROLLBACK')
  }

  /**
   * Streams the results of `read` from one read-only snapshot. Holds a connection until the generator ends or its consumer
   * stops.
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

  /** Reads from one read-only snapshot; statements sent concurrently run one at a time. */
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

  /** Checks out a connection. After a failure `giveBack` rolls back, or closes a lost connection. */
  async #checkOut(): Promise<{ client: pg.PoolClient; giveBack: (failure: unknown) => Promise<void> }> {
    this.#refuseWhenFull()
    const client = await this.pool.connect()
    let broken: Error | undefined
    // A connection that dies between two statements emits an event, which without a listener would end the process.
    const onBroken = (error: Error) => void (broken = error)
    client.on('error', onBroken)
    const giveBack = async (failure: unknown) => {
      // A dead server would not answer a ROLLBACK; closing the connection rolls back as well.
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

/** Runs statements on one connection one at a time, even when they are sent concurrently. */
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
 * Applies a setting to the current transaction, such as `lock_timeout = 100`. With Citus it applies to every node as well,
 * which otherwise uses its role's defaults; a plain Postgres ignores the Citus setting as an unknown name.
 */
export async function setLocal(client: { query(text: string): Promise<unknown> }, setting: string): Promise<void> {
  await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query(`set local ${setting}`)
}

function toRowLists({ fields, rows }: pg.QueryArrayResult): RowLists {
  return { names: fields.map(({ name }) => name), rows }
}
