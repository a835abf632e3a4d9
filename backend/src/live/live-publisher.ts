import { liveEntities } from '@prumo/shared/live'
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { committed } from '../event-store/stream/appender.js'
import { answerStored } from '../jobs/stored-answers.js'
import { logFacts } from '../platform/http/failures.js'
import { merged, payloadsOf, type AccountChange } from './account-change.js'
import type { LiveChannel } from './live-channel.js'

/** Changes come in bursts; gathered so long, in milliseconds, a process speaks at most ten times a second. */
const GATHER_MS = 100

/** Says in every process what this one changed, after it was committed. What cannot be said is dropped: streams compare heads too. */
export class LivePublisher implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('live')
  readonly #deaf: (() => void)[] = []
  #changed = new Map<string, AccountChange>()
  #saying: Promise<void> | null = null
  #failing = false

  constructor(
    private readonly channel: LiveChannel,
    private readonly gatherMs = GATHER_MS,
  ) {}

  onApplicationBootstrap(): void {
    this.#deaf.push(
      committed.hear((commits) => {
        for (const { accountId, seq, entities } of commits) {
          this.#note({ accountId, entities: Object.fromEntries((entities === 'all' ? liveEntities : entities).map((entity) => [entity, seq])), answers: {} })
        }
      }),
      answerStored.hear(({ accountId, kind, computedAt }) => this.#note({ accountId, entities: {}, answers: { [kind]: computedAt.getTime() } })),
    )
  }

  async onModuleDestroy(): Promise<void> {
    for (const deafen of this.#deaf) deafen()
    await this.#saying
  }

  #note(change: AccountChange): void {
    const known = this.#changed.get(change.accountId)
    this.#changed.set(change.accountId, known ? { accountId: change.accountId, ...merged(known, change) } : change)
    this.#saying ??= this.#sayAll()
  }

  async #sayAll(): Promise<void> {
    while (this.#changed.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.gatherMs))
      const changes = [...this.#changed.values()]
      this.#changed = new Map()
      await this.#say(changes)
    }
    // In the same turn as the last look, so that nothing noted falls in between.
    this.#saying = null
  }

  async #say(changes: readonly AccountChange[]): Promise<void> {
    try {
      await this.channel.say(payloadsOf(changes))
      this.#failing = false
    } catch (failure) {
      if (!this.#failing) this.#logger.warn(logFacts(failure), 'Changes cannot be told to other processes; their streams find them by themselves')
      this.#failing = true
    }
  }
}
