import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Database } from '../platform/database/database.js'
import { logFacts } from '../platform/http/failures.js'

/** Who listens on a channel. */
export interface Listener {
  heard: (payload: string) => void
  /** Listening began, at first or after it broke: what was said in between is lost. */
  begun: () => void
}

/** Carries short texts from any process to every one that listens. Nothing is kept: whoever does not listen misses it. */
export interface LiveChannel {
  say(payloads: readonly string[]): Promise<void>
  listen(listener: Listener): void
  close(): Promise<void>
}

const AFTER_FAILURE_MS = 1_000
const ANSWER_MS = 5_000
const logger = new Logger('live')

const CHANNEL = 'prumo_live'
const SAY = { name: 'say-live', text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload` }

/** NOTIFY from the pool and LISTEN on a connection of its own, which it makes anew whenever it breaks or falls silent. */
export class PostgresChannel implements LiveChannel {
  readonly #closing = new AbortController()
  #listening: Promise<void> | undefined

  /** @param directUrl a direct connection, never a transaction pooler, behind which nobody can listen */
  constructor(
    private readonly database: Database,
    private readonly directUrl: string,
  ) {}

  async say(payloads: readonly string[]): Promise<void> {
    await this.database.rows(SAY, [payloads])
  }

  listen(listener: Listener): void {
    this.#listening = this.#listenForEver(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#listening
  }

  async #listenForEver(listener: Listener): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listenUntilBroken(listener, signal).catch((failure: unknown) => {
        if (!signal.aborted) logger.warn(logFacts(failure), 'Nothing is heard of changes elsewhere; listening again in a second')
      })
      await pause(AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #listenUntilBroken({ heard, begun }: Listener, signal: AbortSignal): Promise<void> {
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
    client.on('notification', ({ payload }) => heard(payload ?? '[]'))
    try {
      await Promise.race([client.connect(), broken])
      await Promise.race([client.query(`listen ${CHANNEL}`), broken])
      begun()
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
  readonly #speaking: Redis
  #listening: Redis | undefined
  #silentUntil = 0

  /** @param name tells apart what several databases have in one Redis */
  constructor(
    private readonly redisUrl: string,
    private readonly name: string,
  ) {
    this.#speaking = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: ANSWER_MS }).on('error', this.#complain)
  }

  async say(payloads: readonly string[]): Promise<void> {
    await Promise.all(payloads.map((payload) => this.#speaking.publish(this.name, payload)))
  }

  listen({ heard, begun }: Listener): void {
    const listening = new Redis(this.redisUrl, { maxRetriesPerRequest: null, autoResubscribe: false }).on('error', this.#complain)
    this.#listening = listening
    listening.on('message', (_channel, payload: string) => heard(payload))
    listening.on('ready', () => void listening.subscribe(this.name).then(begun, this.#complain))
  }

  async close(): Promise<void> {
    this.#speaking.disconnect()
    this.#listening?.disconnect()
  }

  readonly #complain = (failure: Error): void => {
    if (Date.now() < this.#silentUntil) return
    this.#silentUntil = Date.now() + 10_000
    logger.warn(logFacts(failure), 'Nothing is heard of changes elsewhere while Redis is away')
  }
}
