import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DataSource, type DataSourceOptions } from 'typeorm'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Settings } from '../config/settings.js'
import { columnTypes } from './column-types.js'
import { ConnectionPool } from './connection-pool.js'
import { Database, type PipelineNeeds } from './database.js'
import { Pipeline } from './pipeline.js'
import { Places } from './places.js'
import { limitRole, refuseUnlimited, STATEMENT_MS, UNLIMITED } from './role-limits.js'
import { isAway } from './sqlstate.js'

export interface DatabaseOptions {
  url: string
  /** The address past a pooler, for setting the limits of the role. The same address by default. */
  directUrl?: string
  /** TypeORM entities of the plain tables; event store and projections need none. */
  entities?: NonNullable<DataSourceOptions['entities']>
  /** How long to wait for a server that is not up yet. */
  waitSeconds?: number
  /** Whether statements have no time limit, as for an operator; requests give up on a silent server within seconds. */
  patient?: boolean
}

/**
 * Allowance for the answer beyond the statement limit. A request is refused within 10 seconds in total, including the wait for
 * a connection.
 */
const ANSWER_MS = 1_000
const connection = { types: columnTypes, keepAlive: true, application_name: 'prumo' }
const CONNECT_MS = 3_000
const POOL_SIZE = 10
/** An operator's work may wait longer for a busy server. */
const PATIENT_CONNECT_MS = 30_000
/** Settings of connections for unbounded reads. */
export const PATIENT: pg.PoolConfig = { connectionTimeoutMillis: PATIENT_CONNECT_MS, options: `${UNLIMITED} -c enable_seqscan=on` }

/** Connects, waiting a bounded time for a server that is starting; wrong credentials and the like fail at once. */
export async function openDatabase({
  url,
  directUrl = url,
  entities = [],
  waitSeconds = 30,
  patient = false,
}: DatabaseOptions): Promise<Database> {
  const connecting = { ...connection, connectionTimeoutMillis: patient ? PATIENT_CONNECT_MS : CONNECT_MS }
  // A silent server does not block opening either.
  const limited = { ...connecting, query_timeout: STATEMENT_MS + ANSWER_MS }
  const makePipeline = ({ node, isExplicit }: PipelineNeeds) => {
    // Appends find their rows by an index, also on an operator's connection.
    const options = patient && { options: `${UNLIMITED} -c enable_seqscan=off` }
    const client = { ...connecting, connectionString: node === undefined ? url : onNode(url, node), pipeline: true, ...options }
    return new Pipeline(() => new pg.Client(client), { limitMs: patient ? 0 : STATEMENT_MS, answerMs: ANSWER_MS, isExplicit })
  }
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      entities,
      poolSize: POOL_SIZE,
      installExtensions: false,
      synchronize: false,
      logging: false,
      extra: patient ? { ...connecting, ...PATIENT } : limited,
    })
    try {
      if (!patient) await limitRole({ ...limited, connectionString: directUrl })
      const database = new Database(await dataSource.initialize(), makePipeline)
      if (!patient) await refuseUnlimited(database)
      await database.setClock()
      database.places = await Places.find(database)
      return database
    } catch (error) {
      if (!isAway(error)) throw error
      if (Date.now() > deadline) throw new Error(`O Postgres não respondeu em ${waitSeconds} segundos.`, { cause: error })
      await pause(250)
    }
  }
}

/** The address of the same database on another node. @param node `host:port` */
function onNode(url: string, node: string): string {
  return Object.assign(new URL(url), { host: node }).toString()
}

/** Connections to a replica, which may be unavailable at any time. @param onLost called when an idle connection is lost */
export function openReplica(url: string, limits: pg.PoolConfig, onLost: (failure: Error) => void): ConnectionPool {
  return new ConnectionPool(new pg.Pool({ ...connection, connectionString: url, ...limits }).on('error', onLost))
}

/** Roles by privilege: `app` changes rows but no tables; `owner` owns the tables, for migrations and rebuilds; `ops` reads. */
export type DatabaseRole = 'app' | 'owner' | 'ops'

/** The database addresses in the settings. @throws InvalidSettings without a database */
export function databaseUrls(settings: Settings): { url: string; directUrl: string; byRole: Record<DatabaseRole, string> } {
  const { databaseUrl: url, databaseDirectUrl, databaseOwnerUrl, databaseOpsUrl } = settings
  if (!url) throw new InvalidSettings(['DATABASE_URL: falta. Use npm start, que inicia um Postgres próprio, ou informe o seu.'])
  return {
    url,
    directUrl: databaseDirectUrl ?? url,
    byRole: { app: url, owner: databaseOwnerUrl ?? url, ops: databaseOpsUrl ?? url },
  }
}
