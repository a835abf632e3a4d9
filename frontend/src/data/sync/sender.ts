import type { Position } from '@prumo/shared/freshness'
import { v4 } from 'uuid'
import { ApiError, messageOf } from '../../lib/api'
import type { Command, CommandKind, CommandCall, Entity, QueuedCommand, RefusalReason } from './command'
import {
  applyOutcome,
  needsAccount,
  MAX_RETRY_AFTER_MS,
  nextToSend,
  outcomeOfFailure,
  retryDelay,
  markSending,
  type QueueChanges,
  type SendOutcome,
} from './queue'
import { kindOf } from './entity-registry'

/** How commands reach the server, as their account and nobody else. Failures are `ApiError`. */
export interface CommandTransport {
  send: (request: CommandCall, about: { key: string; version: number | null }) => Promise<{ body: unknown; position: Position }>
  fetchEntity: (entity: string, id: string) => Promise<Entity>
}

/** The queue that is sent. */
interface SenderQueue {
  items: () => readonly QueuedCommand[]
  change: (decide: (queue: readonly QueuedCommand[]) => QueueChanges) => Promise<void>
}

type CommandPrecheck = NonNullable<ReturnType<NonNullable<CommandKind<Entity, unknown>['precheck']>>>

/** What one attempt came to, and the failure behind it where there was one. */
interface SendAttempt {
  outcome: SendOutcome
  failure: ApiError | null
}

/** Sends a queue, one command at a time and in order, for as long as it is not stopped. */
export class Sender {
  readonly #queue: SenderQueue
  readonly #transport: CommandTransport
  readonly #stopped: AbortSignal
  /** The ids of those that the server failed on, each for its pause; a reload tries again. */
  readonly #paused = new Set<string>()
  #wake: () => void = () => undefined

  constructor(queue: SenderQueue, transport: CommandTransport, stopped: AbortSignal) {
    this.#queue = queue
    this.#transport = transport
    this.#stopped = stopped
  }

  /** Another look at the queue now: something new is in it, or the way may be free again. */
  wake(): void {
    this.#wake()
  }

  /** Goes on for as long as it is this sender's turn. */
  async drain(isOwn: () => boolean): Promise<void> {
    while (isOwn()) {
      const item = nextToSend(this.#queue.items(), ({ command }) => this.#paused.has(command.id))
      if (item) await this.#attempt(item.command.id, isOwn)
      else await this.#waitForWake(null)
    }
  }

  async #attempt(id: string, isOwn: () => boolean): Promise<void> {
    if (await this.#failsPrecheck(id, isOwn)) return
    await this.#queue.change((queue) => markSending(queue, id))
    const item = this.#queue.items().find(({ command }) => command.id === id)
    // Taken back meanwhile.
    if (!item?.isUncertain) return
    const { outcome, failure } = await this.#send(item.command)
    // Another tab sends it by now, and knows better.
    if (outcome.kind === 'later' && !isOwn()) return
    await this.#queue.change((queue) => applyOutcome(queue, id, outcome, Date.now()))
    if (outcome.kind === 'failed') this.#pauseCommand(id, failure)
    const again = outcome.kind === 'later' || (outcome.kind === 'outdated' && item.attempts > 0)
    if (again) await this.#pause(item.attempts, failure)
  }

  /** Asks what has to be asked before a command goes. What the server may have already goes as it is: its key says so there. */
  async #failsPrecheck(id: string, isOwn: () => boolean): Promise<boolean> {
    const item = this.#queue.items().find(({ command }) => command.id === id)
    const check = item && !item.isUncertain ? kindOf(item.command)?.precheck?.(item.command) : null
    if (!item || !check) return false
    const { outcome, failure } = await this.#runPrecheck(item.command, check)
    if (!outcome) return false
    if (outcome.kind === 'later' && !isOwn()) return true
    await this.#queue.change((queue) => applyOutcome(queue, id, outcome, Date.now()))
    if (outcome.kind === 'failed') this.#pauseCommand(id, failure)
    if (outcome.kind === 'later') await this.#pause(item.attempts, failure)
    return true
  }

  /** Without an outcome nothing stands in the way. */
  async #runPrecheck(command: Command, check: CommandPrecheck): Promise<{ outcome: SendOutcome | null; failure: ApiError | null }> {
    try {
      const { body } = await this.#transport.send(check.request, { key: v4(), version: null })
      const text = check.refusal(body)
      return { outcome: text === null ? null : { kind: 'refused', reason: { status: 409, code: 'CONFLICT', text } }, failure: null }
    } catch (failure) {
      const outcome = outcomeOfFailure(command, toRefusalReason(failure))
      // It never left.
      const known = outcome?.kind === 'later' ? { ...outcome, isUncertain: false } : outcome
      return { outcome: known ?? { kind: 'later', isUncertain: false }, failure: failure instanceof ApiError ? failure : null }
    }
  }

  async #send(command: Command): Promise<SendAttempt> {
    // What another release made is never next.
    const kind = kindOf(command)!
    const request = kind.request(command)
    try {
      const { body, position } = await this.#transport.send(request, {
        key: command.key,
        version: kind.requiresVersion ? (command.base?.version ?? null) : null,
      })
      return { outcome: { kind: 'done', entity: kind.parseAnswer(body, command), position }, failure: null }
    } catch (failure) {
      return this.#resolveFailure(command, failure)
    }
  }

  async #resolveFailure(command: Command, thrown: unknown): Promise<SendAttempt> {
    const failure = thrown instanceof ApiError ? thrown : null
    const outcome = outcomeOfFailure(command, toRefusalReason(thrown))
    if (outcome) return { outcome, failure }
    try {
      return { outcome: { kind: 'outdated', now: await this.#transport.fetchEntity(command.entity, command.entityId) }, failure }
    } catch (unread) {
      const last = outcomeOfFailure(command, toRefusalReason(unread)) ?? { kind: 'later', isUncertain: false }
      return { outcome: last, failure: unread instanceof ApiError ? unread : null }
    }
  }

  /** Until the next attempt. What pauses for the account waits for it to come back. */
  async #pause(attempts: number, failure: ApiError | null): Promise<void> {
    const pause = retryDelay(attempts, failure?.retryAfterMs ?? null, Math.random())
    // A time that no clock can be set back from.
    const askedFor = performance.now() + Math.min(failure?.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
    await this.#waitForWake(failure && needsAccount(failure) ? null : pause)
    while (performance.now() < askedFor && !this.#stopped.aborted) await this.#waitForWake(askedFor - performance.now())
  }

  /** Until the next attempt of one that the server failed on, while others go on. */
  #pauseCommand(id: string, failure: ApiError | null): void {
    const item = this.#queue.items().find(({ command }) => command.id === id)
    if (item?.status.is !== 'waiting') return
    this.#paused.add(id)
    const awake = (): void => {
      this.#paused.delete(id)
      this.wake()
    }
    // Longer than for a lost connection, so that a release that fails for a moment parks nothing.
    setTimeout(awake, retryDelay((item.failures ?? 0) + 1, failure?.retryAfterMs ?? null, Math.random()))
  }

  #waitForWake(ms: number | null): Promise<void> {
    if (this.#stopped.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function toRefusalReason(failure: unknown): RefusalReason {
  if (failure instanceof ApiError)
    return { status: failure.status, code: failure.code, text: failure.message, ...(failure.fields && { fields: failure.fields }) }
  return { status: 500, code: 'INTERNAL', text: messageOf(failure) }
}
