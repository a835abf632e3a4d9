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

/** Sends commands to the server with the token of their account only. Failures are `ApiError`. */
export interface CommandTransport {
  send: (request: CommandCall, about: { key: string; version: number | null }) => Promise<{ body: unknown; position: Position }>
  /** The body of an answer, no older than what this device has seen. */
  read: (path: string) => Promise<unknown>
  fetchEntity: (entity: string, id: string) => Promise<Entity>
}

/** The queue to drain. */
interface SenderQueue {
  items: () => readonly QueuedCommand[]
  change: (decide: (queue: readonly QueuedCommand[]) => QueueChanges) => Promise<void>
  /** The file of a command; null if there is none. */
  file: (id: string) => Promise<Blob | null>
}

/** The shortest pause after a command failed twice in a row, even if the sender is woken meanwhile. */
const MIN_PAUSE_MS = 500

type CommandPrecheck = NonNullable<ReturnType<NonNullable<CommandKind<Entity, unknown>['precheck']>>>

/** The outcome of one attempt, with the failure behind it, if any. */
interface SendAttempt {
  outcome: SendOutcome
  failure: ApiError | null
}

/** Drains a queue, one command at a time and in order, until it is stopped. */
export class Sender {
  readonly #queue: SenderQueue
  readonly #transport: CommandTransport
  readonly #stopped: AbortSignal
  /** The ids of commands with a server error, during their pauses. Not stored: a reload retries at once. */
  readonly #paused = new Set<string>()
  #wake: () => void = () => undefined
  /** Woken during an attempt: the rest after it ends at once. */
  #isWoken = false

  constructor(queue: SenderQueue, transport: CommandTransport, stopped: AbortSignal) {
    this.#queue = queue
    this.#transport = transport
    this.#stopped = stopped
  }

  /** Looks at the queue at once: it has changed, or sending may work again. */
  wake(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Sends until `isOwn` is false. */
  async drain(isOwn: () => boolean): Promise<void> {
    while (isOwn()) {
      this.#isWoken = false
      const item = nextToSend(this.#queue.items(), ({ command }) => this.#paused.has(command.id))
      if (item) await this.#attempt(item.command.id, isOwn)
      else await this.#waitForWake(null)
    }
  }

  async #attempt(id: string, isOwn: () => boolean): Promise<void> {
    if (await this.#failsPrecheck(id, isOwn)) return
    await this.#queue.change((queue) => markSending(queue, id))
    const item = this.#queue.items().find(({ command }) => command.id === id)
    // Withdrawn meanwhile.
    if (!item?.isUncertain) return
    const { outcome, failure } = await this.#send(item.command)
    // Another tab is sending it now, and has the newer state.
    if (outcome.kind === 'later' && !isOwn()) return
    await this.#queue.change((queue) => applyOutcome(queue, id, outcome, Date.now()))
    if (outcome.kind === 'failed') this.#pauseCommand(id, failure)
    const again = outcome.kind === 'later' || (outcome.kind === 'outdated' && item.attempts > 0)
    if (again) await this.#pause(item.attempts, failure)
  }

  /** Runs a command's precheck. A command that the server may have is sent without one: its key prevents a second effect. */
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

  /** @returns a null outcome if the command may be sent */
  async #runPrecheck(command: Command, check: CommandPrecheck): Promise<{ outcome: SendOutcome | null; failure: ApiError | null }> {
    try {
      const { body } = await this.#transport.send(check.request, { key: v4(), version: null })
      const text = check.refusal(body)
      return { outcome: text === null ? null : { kind: 'refused', reason: { status: 409, code: 'CONFLICT', text } }, failure: null }
    } catch (failure) {
      const outcome = outcomeOfFailure(command, toRefusalReason(failure))
      // The command itself was not sent.
      const known = outcome?.kind === 'later' ? { ...outcome, isUncertain: false } : outcome
      return { outcome: known ?? { kind: 'later', isUncertain: false }, failure: failure instanceof ApiError ? failure : null }
    }
  }

  async #send(command: Command): Promise<SendAttempt> {
    // `nextToSend` skips commands of unknown kinds.
    const kind = kindOf(command)!
    try {
      const lookup = kind.lookup?.(command)
      const found = lookup && (await this.#transport.read(lookup))
      const file = kind.sendsFile ? await this.#queue.file(command.id) : undefined
      if (file === null) return { outcome: { kind: 'refused', reason: FILE_LOST }, failure: null }
      const request = kind.request(command, found)
      const { body, position } = await this.#transport.send(file ? { ...request, body: file } : request, {
        key: command.key,
        version: kind.requiresVersion ? (command.base?.version ?? null) : null,
      })
      return { outcome: { kind: 'done', entity: kind.parseAnswer(body, command, position), position }, failure: null }
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

  /** Waits before the next attempt; without a session or subscription, until it is woken. `attempts` failed before this one. */
  async #pause(attempts: number, failure: ApiError | null): Promise<void> {
    const pause = retryDelay(attempts, failure?.retryAfterMs ?? null, Math.random())
    // Every read that succeeds wakes the sender; a command that keeps failing beside them must not be sent in a loop.
    const shortest = attempts > 0 ? MIN_PAUSE_MS : 0
    // A monotonic clock, which cannot be set back.
    const askedFor = performance.now() + Math.max(shortest, Math.min(failure?.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
    await this.#waitForWake(failure && needsAccount(failure) ? null : pause)
    while (performance.now() < askedFor && !this.#stopped.aborted) await this.#waitForWake(askedFor - performance.now())
  }

  /** Pauses one command after a server error, while others are sent. */
  #pauseCommand(id: string, failure: ApiError | null): void {
    const item = this.#queue.items().find(({ command }) => command.id === id)
    if (item?.status.is !== 'waiting') return
    this.#paused.add(id)
    const awake = (): void => {
      this.#paused.delete(id)
      this.wake()
    }
    // Longer than after a lost connection, so that a short outage of the server parks nothing.
    setTimeout(awake, retryDelay((item.failures ?? 0) + 1, failure?.retryAfterMs ?? null, Math.random()))
  }

  #waitForWake(ms: number | null): Promise<void> {
    if (this.#stopped.aborted || this.#isWoken) {
      this.#isWoken = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#wake = () => undefined
        this.#isWoken = false
        resolve()
      }
      const timer = ms === null ? undefined : setTimeout(end, ms)
      this.#wake = end
    })
  }
}

/** The browser has deleted the file, or can no longer open it. */
const FILE_LOST: RefusalReason = {
  status: 404,
  code: 'NOT_FOUND',
  text: 'O arquivo não está mais neste aparelho. Descarte este e adicione de novo.',
}

function toRefusalReason(failure: unknown): RefusalReason {
  if (failure instanceof ApiError)
    return { status: failure.status, code: failure.code, text: failure.message, ...(failure.fields && { fields: failure.fields }) }
  return { status: 500, code: 'INTERNAL', text: messageOf(failure) }
}
