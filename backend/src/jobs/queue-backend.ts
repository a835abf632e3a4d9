import { createPostgresBackend, createRedisBackend, runMigrations, withBackend, type Processor, type Queue, type Worker } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { lockMigrations } from '../platform/database/migrate.js'
import { onOwnConnection } from '../platform/database/own-connection.js'
import { openRedisCluster, type ClusterBehaviour } from './redis-cluster.js'

/** How BullMQ is reached. */
export interface QueueAccess {
  /** A direct connection to Postgres, never a transaction pooler: workers LISTEN on it. */
  directUrl: string
  /** None: BullMQ lives in Postgres. Several: nodes of a cluster. */
  redisUrls: readonly string[]
  /** Keeps apart what several databases have in one Redis; on Postgres the database itself does. */
  prefix: string
}

/** BullMQ's one queue and its workers, which run once they are told to, on Postgres or Redis. */
export interface QueueBackend {
  queue: () => Queue<object>
  worker: (process: Processor<object>) => Worker<object>
  ping: () => Promise<unknown>
  close: () => Promise<unknown>
}

/**
 * A network that swallows what is sent says nothing, so nothing is waited for longer than this: neither a statement, nor
 * a connection, nor a free one of the pool. What was asked is asked again on another connection.
 */
export const SILENCE_TIMEOUT_MS = 5_000

const QUEUE = 'all-rings'
/** Nobody reads the queue's stream of events. */
const TRIM_EVENTS = { streams: { events: { maxLen: 100 } } }
/** After the queue was out of reach a worker is back this soon. */
const RETRY_DELAY_MS = 1_000
const WORKER_OPTIONS = { runRetryDelay: RETRY_DELAY_MS, autorun: false }
/** The most connections to Postgres for those who ring, and for a worker, which holds one to listen on. */
const CONNECTIONS = { ringing: 2, working: 3 }
/** A worker has a cluster keep it waiting for 10 seconds at most: what takes longer is lost in a silent network. */
const BLOCKING_TIMEOUT_MS = 15_000
/** Where BullMQ keeps its tables. */
export const QUEUE_SCHEMA = 'bullmq'

/** Opens the queue on Redis, where there is one, or else on Postgres. @param onError called with failures of connections */
export function openQueueBackend(access: QueueAccess, onError: (failure: Error) => void): QueueBackend {
  const { redisUrls, prefix } = access
  const [redisUrl] = redisUrls
  if (redisUrl === undefined) return openPostgresBackend(access, onError)
  return redisUrls.length === 1 ? openRedisBackend(redisUrl, prefix, onError) : openClusterBackend(redisUrls, prefix, onError)
}

function openPostgresBackend({ directUrl }: QueueAccess, onError: (failure: Error) => void): QueueBackend {
  const { Queue, Worker } = withBackend(createPostgresBackend)
  const poolOf = (max: number, Client = pg.Client) =>
    new pg.Pool({
      connectionString: directUrl,
      Client,
      max,
      options: `-c search_path=${QUEUE_SCHEMA}`,
      application_name: 'prumo-queue',
      connectionTimeoutMillis: SILENCE_TIMEOUT_MS,
      query_timeout: SILENCE_TIMEOUT_MS,
      statement_timeout: SILENCE_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_TIMEOUT_MS,
    })
      .on('error', onError)
      // BullMQ listens to none that it holds, and one that is lost would end the process.
      .on('connect', (client) => void client.on('error', onError))
  const pool = poolOf(CONNECTIONS.ringing)
  // BullMQ wants a pool, which its types do not know.
  return {
    queue() {
      // A queue that was closed leaves its listener on the pool.
      pool.removeAllListeners('error').on('error', onError)
      return new Queue(QUEUE, { connection: pool as never, ...TRIM_EVENTS }) as unknown as Queue<object>
    },
    worker(heard) {
      const own = poolOf(CONNECTIONS.working, DelayedErrorClient)
      const worker = new Worker(QUEUE, heard as never, { connection: own as never, ...WORKER_OPTIONS }) as unknown as Worker<object>
      return worker.on('closed', () => void own.end())
    },
    ping: () => pool.query('select 1 from migration limit 1'),
    close: () => pool.end(),
  }
}

/** Reports a failed connection a moment later: a worker tries again at once, unless the connection was refused. */
class DelayedErrorClient extends pg.Client {
  // A pool always passes a callback.
  override connect = ((told: (failure: Error | null) => void) =>
    super.connect((failure: Error | null) => void setTimeout(told, failure ? RETRY_DELAY_MS : 0, failure))) as pg.Client['connect']
}

function openRedisBackend(redisUrl: string, prefix: string, onError: (failure: Error) => void): QueueBackend {
  // A request must not wait for a Redis that is away; workers do, on connections of their own.
  const shared = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: SILENCE_TIMEOUT_MS, commandTimeout: SILENCE_TIMEOUT_MS })
  shared.setMaxListeners(0).on('error', onError)
  const { Queue, Worker } = withBackend(createRedisBackend)
  return {
    queue: () => new Queue<object>(QUEUE, { connection: shared, prefix, ...TRIM_EVENTS }),
    worker(heard) {
      let closing = false
      // A worker that is closed while Redis is away would try to reach it for ever.
      const retryStrategy = (times: number) => (closing ? null : Math.min(times * 100, 1_000))
      const connection = { url: redisUrl, maxRetriesPerRequest: null, retryStrategy }
      return new Worker<object>(QUEUE, heard, { connection, prefix, ...WORKER_OPTIONS }).once('closing', () => (closing = true))
    },
    ping: () => shared.ping(),
    close: async () => shared.disconnect(),
  }
}

/** All keys of the queue are on the one master that their prefix leads to. */
function openClusterBackend(addresses: readonly string[], prefix: string, onError: (failure: Error) => void): QueueBackend {
  const ofNode = (failure: Error, node: string) => onError(new Error(`${node}: ${failure.message}`))
  const open = (manner: ClusterBehaviour) =>
    openRedisCluster(addresses, manner).setMaxListeners(0).on('error', onError).on('node error', ofNode)
  // A request must not wait here either, and a cluster that is away would keep for ever what it is asked.
  const shared = open({ connectMs: SILENCE_TIMEOUT_MS, answerMs: SILENCE_TIMEOUT_MS, waits: false, isClosed: () => false })
  const { Queue, Worker } = withBackend(createRedisBackend)
  return {
    queue: () => new Queue<object>(QUEUE, { connection: shared, prefix, ...TRIM_EVENTS }),
    worker(heard) {
      let closing = false
      const own = open({ connectMs: SILENCE_TIMEOUT_MS, answerMs: BLOCKING_TIMEOUT_MS, waits: true, isClosed: () => closing })
      return new Worker<object>(QUEUE, heard, { connection: own, prefix, ...WORKER_OPTIONS })
        .once('closing', () => {
          closing = true
          // One that is closed in a silent network may never come to its end.
          setTimeout(() => own.disconnect(), BLOCKING_TIMEOUT_MS).unref()
        })
        .once('closed', () => own.disconnect())
    },
    // A ping would be answered by any node.
    ping: () => shared.exists(`${prefix}:${QUEUE}:meta`),
    close: async () => shared.disconnect(),
  }
}

/**
 * Brings BullMQ's own tables up to date, while no other process migrates anything.
 * @param directUrl a direct connection, never a transaction pooler: the lock belongs to the session
 */
export async function migrateQueue(directUrl: string): Promise<void> {
  await onOwnConnection({ connectionString: directUrl, application_name: 'prumo-migrate' }, async (client) => {
    // Ending the session gives the lock back, whatever happens in between.
    await lockMigrations(async (text, values) => (await client.query(text, values)).rows)
    await runMigrations(client, QUEUE_SCHEMA)
    // BullMQ makes it with a queue's first job, which is added by who may make nothing.
    const { rows } = await client.query<{ name: string }>(`select ${QUEUE_SCHEMA}.job_id_seq_name($1) as name`, [QUEUE])
    await client.query(`create sequence if not exists ${QUEUE_SCHEMA}.${pg.escapeIdentifier(rows[0]?.name ?? '')}`)
  })
}
