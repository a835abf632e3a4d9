import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import type pg from 'pg'
import type { DataSource } from 'typeorm'
import { ConnectionPool } from './connection-pool.js'
import { DatabaseClock } from './database-clock.js'
import type { Pipeline } from './pipeline.js'
import type { Places } from './places.js'

const NOW = { name: 'database-now', text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now' }

/** What a connection for whole transactions has to be: of which node, and whether they begin and end by statements. */
export interface PipelineNeeds {
  node: string | undefined
  isExplicit: boolean
}

/** The primary: TypeORM's connections, used directly for SQL that names what it does, and those beside them. */
@Injectable()
export class Database extends ConnectionPool implements OnApplicationShutdown {
  /** Postgres' time, by which everything is recorded, due and called today. */
  readonly clock = new DatabaseClock()
  readonly #pipelines: Pipeline[] = []
  /** Where accounts' rows are; null where all are in one place. */
  places: Places | null = null

  /** @param makePipeline makes a connection besides the pool's */
  constructor(
    readonly dataSource: DataSource,
    private readonly makePipeline: (of: PipelineNeeds) => Pipeline,
  ) {
    super((dataSource.driver as unknown as { master: pg.Pool }).master)
  }

  /**
   * A connection besides the pool's, for work that neither waits for others' nor keeps them waiting; closed with the rest.
   * @param node the `host:port` of another server of the same cluster
   */
  pipeline(node?: string): Pipeline {
    const pipeline = this.makePipeline({ node, isExplicit: this.places !== null })
    this.#pipelines.push(pipeline)
    return pipeline
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
}
