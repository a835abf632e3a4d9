import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import type pg from 'pg'
import type { DataSource } from 'typeorm'
import { ConnectionPool } from './connection-pool.js'
import { DatabaseClock } from './database-clock.js'
import type { Pipeline } from './pipeline.js'
import type { Places } from './places.js'

const NOW = { name: 'database-now', text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now' }

/** Properties of a pipeline's connection: its node, and whether transactions need BEGIN and COMMIT statements. */
export interface PipelineNeeds {
  node: string | undefined
  isExplicit: boolean
}

/** The primary: TypeORM's pool, also used directly for hand-written SQL, and pipelines besides it. */
@Injectable()
export class Database extends ConnectionPool implements OnApplicationShutdown {
  /** Postgres' time, the source of every timestamp, due date and "today". */
  readonly clock = new DatabaseClock()
  readonly #pipelines: Pipeline[] = []
  /** Locates accounts' rows; null when all are on one server. */
  places: Places | null = null

  /** @param makePipeline creates a connection outside the pool */
  constructor(
    readonly dataSource: DataSource,
    private readonly makePipeline: (of: PipelineNeeds) => Pipeline,
  ) {
    super((dataSource.driver as unknown as { master: pg.Pool }).master)
  }

  /**
   * A connection outside the pool, for work that must neither wait for the pool nor occupy it; closed together with it.
   * @param node `host:port` of another server of the same cluster
   */
  pipeline(node?: string): Pipeline {
    const pipeline = this.makePipeline({ node, isExplicit: this.places !== null })
    this.#pipelines.push(pipeline)
    return pipeline
  }

  /** Synchronises the clock with Postgres. Repeat now and then, because clocks drift. */
  async setClock(): Promise<void> {
    const [row] = await this.rows<{ now: number }>(NOW)
    if (row) this.clock.anchor(row.now)
  }

  /** Closes all connections once running statements are answered. Idempotent. */
  async close(): Promise<void> {
    await Promise.all(this.#pipelines.splice(0).map((pipeline) => pipeline.close()))
    if (this.dataSource.isInitialized) await this.dataSource.destroy()
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close()
  }
}
