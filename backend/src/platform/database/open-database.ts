import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DataSource, type DataSourceOptions } from 'typeorm'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Settings } from '../config/settings.js'
import { columnTypes } from './column-types.js'
import { Database } from './database.js'
import { Pipeline } from './pipeline.js'
import { isAway } from './sqlstate.js'

export interface DatabaseOptions {
  url: string
  /** TypeORM entities of the plain tables; event store and projections need none. */
  entities?: NonNullable<DataSourceOptions['entities']>
  poolSize?: number
  /** How long a server that is not there yet is waited for. */
  waitSeconds?: number
  /** Whether statements may take as long as they take, as those of an operator; requests give up on a silent server in seconds. */
  patient?: boolean
}

const APPLICATION = 'prumo'
const CONNECT_TIMEOUT_MS = 3_000
/** The longest that a statement may take, and a transaction may stand still. */
const STATEMENT_MS = 5_000
/** A server that has not answered by then is silent: with the wait for a connection a request is refused within 10 seconds. */
const SILENCE_MS = 6_000
const connection = { types: columnTypes, keepAlive: true }
/** Whatever the program asks finds its rows by an index; a plan that was made while a table was empty would go on reading all of it. */
const BY_INDEX = { options: '-c enable_seqscan=off' }
/** The server lets go of what a lost client still ran or held; whoever thinks between two statements has this long. */
const LIMITS = { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: 30_000 }
/** Where the rest of a transaction does not come, the server asks whether its client is still there. */
const KEEPALIVES = '-c tcp_keepalives_idle=6 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'
const pipelined = { ...connection, application_name: APPLICATION, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true, options: `${BY_INDEX.options} ${KEEPALIVES}` }

/** Connects, waiting a bounded time for a server that is still coming up; wrong credentials and the like fail at once. */
export async function openDatabase({ url, entities = [], poolSize = 10, waitSeconds = 30, patient = false }: DatabaseOptions): Promise<Database> {
  const limits = patient ? {} : { ...BY_INDEX, ...LIMITS, query_timeout: SILENCE_MS }
  const makePipeline = (limitMs = STATEMENT_MS) => {
    const makeClient = () => new pg.Client({ connectionString: url, ...pipelined, ...(patient ? {} : { statement_timeout: limitMs }) })
    return new Pipeline(makeClient, patient ? 0 : limitMs + SILENCE_MS - STATEMENT_MS)
  }
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      entities,
      poolSize,
      applicationName: APPLICATION,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      installExtensions: false,
      synchronize: false,
      logging: false,
      extra: { ...connection, ...limits },
    })
    try {
      const database = new Database(await dataSource.initialize(), makePipeline)
      await database.setClock()
      return database
    } catch (error) {
      if (!isAway(error)) throw error
      if (Date.now() > deadline) throw new Error(`O Postgres não respondeu em ${waitSeconds} segundos.`, { cause: error })
      await pause(250)
    }
  }
}

/** The two addresses of the settings. @throws InvalidSettings when there is no database */
export function databaseUrls({ databaseUrl, databaseDirectUrl }: Settings): { url: string; directUrl: string } {
  if (!databaseUrl) throw new InvalidSettings(['DATABASE_URL: falta. Use npm start, que inicia um Postgres próprio, ou informe o seu.'])
  return { url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl }
}
