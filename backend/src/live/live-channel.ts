import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationShutdown } from '@nestjs/common'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Database } from '../platform/database/database.js'
import { cutOff } from '../platform/database/pipeline.js'
import { logFacts } from '../platform/http/failures.js'

/** A process that wants to know of changes. */
export interface Subscriber {
  /** These accounts changed. */
  changed: (accounts: readonly string[]) => void
  /** The subscription began, at first or after it broke: what was published in between is lost. */
  subscribed: () => void
}

/** Tells every subscribed process which accounts changed. Nothing is kept: who is not subscribed misses it. */
export abstract class LiveChannel implements OnApplicationShutdown {
  /** @param accounts their ids */
  abstract publish(accounts: readonly string[]): Promise<void>
  abstract subscribe(subscriber: Subscriber): void
  abstract onApplicationShutdown(): void | Promise<void>
}

const AFTER_FAILURE_MS = 1_000
const ANSWER_MS = 5_000
const logger = new Logger('live')

const CHANNEL = 'prumo_live'
/** What stands between two ids in a message. Of another release's message nothing is anybody's id. */
const BETWEEN = ','
// Postgres carries fewer than 8,000 bytes in a notification; an id takes 37 of them.
const PUBLISH = {
  name: 'publish-live',
  text: `
    select pg_notify('${CHANNEL}', string_agg(id, '${BETWEEN}'))
    from unnest($1::text[]) with ordinality as account(id, at) group by at / 200`,
}

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
    await this.database.rows(PUBLISH, [accounts])
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribed = this.#staySubscribed(subscriber)
  }

  async onApplicationShutdown(): Promise<void> {
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
    const broken = new Promise<never>((_, reject) => client.on('error', reject).on('end', () => reject(new Error('The connection ended'))))
    broken.catch(() => undefined)
    client.on('notification', ({ payload = '' }) => changed(payload.split(BETWEEN)))
    const stop = () => cutOff(client)
    signal.addEventListener('abort', stop)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      subscribed()
      // A connection that fell silent says nothing of it: it is asked.
      for (;;) {
        await Promise.race([pause(ANSWER_MS, undefined, { ref: false }), broken])
        await client.query('select 1')
      }
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
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
    await this.#publisher.publish(this.name, accounts.join(BETWEEN))
  }

  subscribe({ changed, subscribed }: Subscriber): void {
    const subscriber = new Redis(this.redisUrl, { maxRetriesPerRequest: null, autoResubscribe: false }).on('error', this.#warn)
    this.#subscriber = subscriber
    subscriber.on('message', (_channel, payload: string) => changed(payload.split(BETWEEN)))
    subscriber.on('ready', () => void subscriber.subscribe(this.name).then(subscribed, this.#warn))
  }

  onApplicationShutdown(): void {
    this.#publisher.disconnect()
    this.#subscriber?.disconnect()
  }

  readonly #warn = (failure: Error): void => {
    if (Date.now() < this.#warnedUntil) return
    this.#warnedUntil = Date.now() + 10_000
    logger.warn(logFacts(failure), 'Not subscribed to changes of other processes while Redis is away')
  }
}
