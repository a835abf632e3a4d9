import { setTimeout as pause } from 'node:timers/promises'
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { committed } from '../event-store/stream/appender.js'
import { answerStored } from '../jobs/computed-answers.js'
import { logFacts } from '../platform/http/failures.js'
import { LiveChannel } from './live-channel.js'

/** Changes come in bursts: a process gathers them for so long, in milliseconds, and publishes at most ten times a second. */
const GATHER_MS = 100

/**
 * Publishes which accounts this process changed, once it is committed. What cannot be published is dropped: streams also
 * read by themselves every few seconds.
 */
@Injectable()
export class LivePublisher implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('live')
  readonly #unsubscribe: (() => void)[] = []
  readonly #changed = new Set<string>()
  #publishing: Promise<void> | null = null
  #failing = false

  constructor(private readonly channel: LiveChannel) {}

  onApplicationBootstrap(): void {
    this.#unsubscribe.push(
      committed.subscribe((accounts) => accounts.forEach((accountId) => this.#note(accountId))),
      answerStored.subscribe(({ accountId }) => this.#note(accountId)),
    )
  }

  async onModuleDestroy(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#publishing
  }

  #note(accountId: string): void {
    this.#changed.add(accountId)
    this.#publishing ??= this.#publishAll()
  }

  async #publishAll(): Promise<void> {
    while (this.#changed.size > 0) {
      await pause(GATHER_MS)
      const accounts = [...this.#changed]
      this.#changed.clear()
      try {
        await this.channel.publish(accounts)
        this.#failing = false
      } catch (failure) {
        if (!this.#failing)
          this.#logger.warn(logFacts(failure), 'Changes cannot be published to other processes; their streams find them by themselves')
        this.#failing = true
      }
    }
    // In the same turn as the last check, so that nothing noted falls in between.
    this.#publishing = null
  }
}
