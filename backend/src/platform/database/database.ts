import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import type pg from 'pg'
import type { DataSource } from 'typeorm'
import { Pipeline } from './pipeline.js'

/** A statement with a name is prepared once per connection; names are unique across the program. */
export interface Statement {
  name?: string
  text: string
}

/** The connection pool: TypeORM's, used directly for SQL that names what it does. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly pool: pg.Pool
  readonly #pipelines: Pipeline[] = []

  /** @param makeClient makes a client of the same server in pipeline mode, not yet connected */
  constructor(
    readonly dataSource: DataSource,
    private readonly makeClient: () => pg.Client,
  ) {
    this.pool = (dataSource.driver as unknown as { master: pg.Pool }).master
  }

  /** Runs one statement on any connection. `date` and `numeric` arrive as text, `bigint` as a number. */
  async rows<T>(statement: Statement, values: unknown[] = []): Promise<T[]> {
    const result = await this.pool.query({ values, ...statement })
    return result.rows as T[]
  }

  /** Commits what `work` did on the client, or nothing of it when it throws. The client is only valid inside. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    // A connection that dies between two statements says so by an event, which would end the process without a listener.
    const onBroken = (error: Error) => void (broken = error)
    client.on('error', onBroken)
    try {
      await client.query('BEGIN')
      const result = await work(client)
      const { command } = await client.query('COMMIT')
      // Postgres answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a failed statement was swallowed inside it.')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken ??= failure))
      throw error
    } finally {
      client.removeListener('error', onBroken)
      client.release(broken)
    }
  }

  /** A connection besides the pool's, for work that neither waits for others' nor keeps them waiting; closed with the rest. */
  pipeline(): Pipeline {
    const pipeline = new Pipeline(this.makeClient)
    this.#pipelines.push(pipeline)
    return pipeline
  }

  /** Ends all connections once the running statements have been answered. Closing twice is fine. */
  async close(): Promise<void> {
    await Promise.all(this.#pipelines.splice(0).map((pipeline) => pipeline.close()))
    if (this.dataSource.isInitialized) await this.dataSource.destroy()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close()
  }
}
