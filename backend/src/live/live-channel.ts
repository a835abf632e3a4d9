import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Database } from '../platform/database/database.js'
import { logFacts } from '../platform/http/failures.js'

/** A process that wants to know of changes. */
export interface Subscriber {
  /** These accounts changed. */
  changed: (accounts: readonly string[]) => void
  /** The subscription began, at first or after it broke: what was published in between is lost. */
  subscribed: () => void
}

/** Tells every subscribed process which accounts changed. Nothing is kept: who is not subscribed misses it. */
export interface LiveChannel {
  /** @param accounts their ids */
  publish(accounts: readonly string[]): Promise<void>
  subscribe(subscriber: Subscriber): void
  close(): Promise<void>
}

/** Postgres carries fewer than 8,000 bytes in a notification; an id takes 39 in a list. */
const IDS_OF_A_PAYLOAD = 200

/** Ids as texts that fit into a notification each. */
export function payloadsOf(accounts: readonly string[]): string[] {
  const payloads = Math.ceil(accounts.length / IDS_OF_A_PAYLOAD)
  return Array.from({ length: payloads }, (_, at) => JSON.stringify(accounts.slice(at * IDS_OF_A_PAYLOAD, (at + 1) * IDS_OF_A_PAYLOAD)))
}

/** The ids in a text of `payloadsOf`; none where it is another release's. */
export function accountsOf(payload: string): string[] {
  try {
    const ids: unknown = JSON.parse(payload)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

const AFTER_FAILURE_MS = 1_000
const ANSWER_MS = 5_000
const logger = new Logger('live')

const CHANNEL = 'prumo_live'
const PUBLISH = { name: 'publish-live', text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload` }

/** NOTIFY from the pool and LISTEN on a connection of its own, which it makes anew whenever it breaks or falls silent. */
export class PostgresChannel implements LiveChannel {
  readonly #closing = new AbortController()
  #subscribed: Promise<void> | undefined

  /** @param directUrl a direct connection, never a transaction pooler, behind which nobody can listen */
  constructor(
    private readonly database: Database,
    private readonly directUrl: string,
  ) {}

  async publish(accounts: readonly string[]): Promise<void> {
    await this.database.rows(PUBLISH, [payloadsOf(accounts)])
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribed = this.#staySubscribed(subscriber)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#subscribed
  }

  async #staySubscribed(subscriber: Subscriber): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listenUntilBroken(subscriber, signal).catch((failure: unknown) => {
        if (!signal.aborted) logger.warn(logFacts(failure), 'Not subscribed to changes of other processes; trying again in a second')
      })
      await pause(AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #listenUntilBroken({ changed, subscribed }: Subscriber, signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      connectionString: this.directUrl,
      application_name: 'prumo-live',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    let stop = () => {}
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('The connection ended')))
      stop = () => reject(signal.reason)
      signal.addEventListener('abort', stop)
    })
    broken.catch(() => undefined)
    client.on('notification', ({ payload }) => changed(accountsOf(payload ?? '')))
    try {
      await Promise.race([client.connect(), broken])
      await Promise.race([client.query(`listen ${CHANNEL}`), broken])
      subscribed()
      // A connection that fell silent says nothing of it: it is asked.
      for (;;) {
        await Promise.race([pause(ANSWER_MS, undefined, { signal }), broken])
        await Promise.race([client.query('select 1'), broken])
      }
    } finally {
      signal.removeEventListener('abort', stop)
      // Nobody waits for the goodbye, which a silent network would never bring.
      void client.end().catch(() => undefined)
      setTimeout(() => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy(), AFTER_FAILURE_MS).unref()
    }
  }
}

/** The same over Redis. */
export class RedisChannel implements LiveChannel {
  readonly #publisher: Redis
  #subscriber: Redis | undefined
  #warnedUntil = 0

  /** @param name tells apart what several databases have in one Redis */
  constructor(
    private readonly redisUrl: string,
    private readonly name: string,
  ) {
    this.#publisher = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: ANSWER_MS }).on('error', this.#warn)
  }

  async publish(accounts: readonly string[]): Promise<void> {
    await Promise.all(payloadsOf(accounts).map((payload) => this.#publisher.publish(this.name, payload)))
  }

  subscribe({ changed, subscribed }: Subscriber): void {
    const subscriber = new Redis(this.redisUrl, { maxRetriesPerRequest: null, autoResubscribe: false }).on('error', this.#warn)
    this.#subscriber = subscriber
    subscriber.on('message', (_channel, payload: string) => changed(accountsOf(payload)))
    subscriber.on('ready', () => void subscriber.subscribe(this.name).then(subscribed, this.#warn))
  }

  async close(): Promise<void> {
    this.#publisher.disconnect()
    this.#subscriber?.disconnect()
  }

  readonly #warn = (failure: Error): void => {
    if (Date.now() < this.#warnedUntil) return
    this.#warnedUntil = Date.now() + 10_000
    logger.warn(logFacts(failure), 'Not subscribed to changes of other processes while Redis is away')
  }
}
