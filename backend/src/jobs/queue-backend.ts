import { createPostgresBackend, createRedisBackend, runMigrations, withBackend, type Processor, type Queue, type Worker } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { lockMigrations } from '../platform/database/migrate.js'
import { onOwnConnection } from '../platform/database/own-connection.js'
import { openRedisCluster, type ClusterBehaviour } from './redis-cluster.js'

/** Connection parameters of BullMQ. */
export interface QueueAccess {
  /** A direct connection to Postgres, never a transaction pooler: workers LISTEN on it. */
  directUrl: string
  /** Empty: BullMQ uses Postgres. Several: nodes of a cluster. */
  redisUrls: readonly string[]
  /** Separates several databases that share one Redis; not needed on Postgres. */
  prefix: string
}

/** BullMQ's single queue and its workers, which do not start by themselves, on Postgres or Redis. */
export interface QueueBackend {
  queue: () => Queue<object>
  worker: (process: Processor<object>) => Worker<object>
  ping: () => Promise<unknown>
  close: () => Promise<unknown>
}

/**
 * Limit of every statement, connection attempt and wait for a pooled connection, because a broken network may drop packets
 * silently. Retries use another connection.
 */
export const SILENCE_TIMEOUT_MS = 5_000

const QUEUE = 'notifications'
/** BullMQ's event stream has no readers. */
const TRIM_EVENTS = { streams: { events: { maxLen: 100 } } }
/** Delay of a worker's reconnection. */
const RETRY_DELAY_MS = 1_000
const WORKER_OPTIONS = { runRetryDelay: RETRY_DELAY_MS, autorun: false }
/** Maximum Postgres connections of the notifying side, and of a worker, which holds one for LISTEN. */
const CONNECTIONS = { ringing: 2, working: 3 }
/** BullMQ blocks for at most 10 seconds on a cluster: a later answer was lost. */
const BLOCKING_TIMEOUT_MS = 15_000
/** The schema of BullMQ's tables. */
export const QUEUE_SCHEMA = 'bullmq'

/** Opens the queue on Redis if configured, else on Postgres. @param onError called with connection failures */
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
      // BullMQ adds no error listener to connections it holds; without one a lost connection would end the process.
      .on('connect', (client) => void client.on('error', onError))
  const pool = poolOf(CONNECTIONS.ringing)
  // BullMQ accepts a pool, but its types do not.
  return {
    queue() {
      // A closed queue leaves its listener on the pool.
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

/** Delays the report of a failed connection, because a worker retries immediately unless the connection was refused. */
class DelayedErrorClient extends pg.Client {
  // Pools always pass a callback.
  override connect = ((onConnect: (failure: Error | null) => void) =>
    super.connect((failure: Error | null) => void setTimeout(onConnect, failure ? RETRY_DELAY_MS : 0, failure))) as pg.Client['connect']
}

function openRedisBackend(redisUrl: string, prefix: string, onError: (failure: Error) => void): QueueBackend {
  // Requests must not wait for an unavailable Redis; workers do, on their own connections.
  const shared = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: SILENCE_TIMEOUT_MS, commandTimeout: SILENCE_TIMEOUT_MS })
  shared.setMaxListeners(0).on('error', onError)
  const { Queue, Worker } = withBackend(createRedisBackend)
  return {
    queue: () => new Queue<object>(QUEUE, { connection: shared, prefix, ...TRIM_EVENTS }),
    worker(heard) {
      let closing = false
      // A worker closed while Redis is unavailable would keep reconnecting.
      const retryStrategy = (times: number) => (closing ? null : Math.min(times * 100, 1_000))
      const connection = { url: redisUrl, maxRetriesPerRequest: null, retryStrategy }
      return new Worker<object>(QUEUE, heard, { connection, prefix, ...WORKER_OPTIONS }).once('closing', () => (closing = true))
    },
    ping: () => shared.ping(),
    close: async () => shared.disconnect(),
  }
}

/** All keys of the queue have one hash tag, so they are on one master. */
function openClusterBackend(addresses: readonly string[], prefix: string, onError: (failure: Error) => void): QueueBackend {
  const ofNode = (failure: Error, node: string) => onError(new Error(`${node}: ${failure.message}`))
  const open = (manner: ClusterBehaviour) =>
    openRedisCluster(addresses, manner).setMaxListeners(0).on('error', onError).on('node error', ofNode)
  // Requests must not wait here either, and an unavailable cluster would queue commands indefinitely.
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
          // A connection closed in a silent network may never end by itself.
          setTimeout(() => own.disconnect(), BLOCKING_TIMEOUT_MS).unref()
        })
        .once('closed', () => own.disconnect())
    },
    // Any node would answer a ping.
    ping: () => shared.exists(`${prefix}:${QUEUE}:meta`),
    close: async () => shared.disconnect(),
  }
}

/**
 * Migrates BullMQ's own tables, under the migration lock.
 * @param directUrl a direct connection, never a transaction pooler: the lock belongs to the session
 */
export async function migrateQueue(directUrl: string): Promise<void> {
  await onOwnConnection({ connectionString: directUrl, application_name: 'prumo-migrate' }, async (client) => {
    // The end of the session releases the lock, also after a failure.
    await lockMigrations(async (text, values) => (await client.query(text, values)).rows)
    await runMigrations(client, QUEUE_SCHEMA)
    // BullMQ creates the sequence with a queue's first job, for which the app's role lacks the privilege.
    const { rows } = await client.query<{ name: string }>(`select ${QUEUE_SCHEMA}.job_id_seq_name($1) as name`, [QUEUE])
    await client.query(`create sequence if not exists ${QUEUE_SCHEMA}.${pg.escapeIdentifier(rows[0]?.name ?? '')}`)
  })
}
