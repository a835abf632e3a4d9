import type { Position } from '@prumo/shared/freshness'
import { v4 } from 'uuid'
import { ApiError, messageOf } from '../lib/api'
import type { Command, CommandKind, CommandRequest, Entity, EntityName, Item, Reason } from './command'
import {
  concluded,
  isPaused,
  MOST_ASKED_MS,
  nextToSend,
  outcomeOfFailure,
  pauseBefore,
  sending,
  type Changes,
  type Outcome,
} from './delivery'
import { kindOf } from './registry'

/** How commands reach the server, as their account and nobody else. Failures are `ApiError`. */
export interface Wire {
  send: (request: CommandRequest, about: { key: string; version: number | null }) => Promise<{ body: unknown; position: Position }>
  read: (entity: EntityName, id: string) => Promise<Entity>
}

/** The line that is sent. */
interface Line {
  line: () => readonly Item[]
  change: (decide: (line: readonly Item[]) => Changes) => Promise<void>
}

type Check = NonNullable<ReturnType<NonNullable<CommandKind<Entity, unknown>['check']>>>

/** What one attempt came to, and the failure behind it where there was one. */
interface Attempted {
  outcome: Outcome
  failure: ApiError | null
}

/** Sends a line, one command at a time and in order, for as long as it is not stopped. */
export class Sender {
  readonly #line: Line
  readonly #wire: Wire
  readonly #stopped: AbortSignal
  /** The ids of those that the server failed on, each for its pause; a reload tries again. */
  readonly #resting = new Set<string>()
  #wake: () => void = () => undefined

  constructor(line: Line, wire: Wire, stopped: AbortSignal) {
    this.#line = line
    this.#wire = wire
    this.#stopped = stopped
  }

  /** Another look at the line now: something new is in it, or the way may be free again. */
  wake(): void {
    this.#wake()
  }

  /** Goes on for as long as it is this sender's turn. */
  async drain(isOwn: () => boolean): Promise<void> {
    while (isOwn()) {
      const item = nextToSend(this.#line.line(), ({ command }) => this.#resting.has(command.id))
      if (item) await this.#attempt(item.command.id, isOwn)
      else await this.#woken(null)
    }
  }

  async #attempt(id: string, isOwn: () => boolean): Promise<void> {
    if (await this.#isHeldBack(id, isOwn)) return
    await this.#line.change((line) => sending(line, id))
    const item = this.#line.line().find(({ command }) => command.id === id)
    // Taken back meanwhile.
    if (!item?.uncertain) return
    const { outcome, failure } = await this.#send(item.command)
    // Another tab sends it by now, and knows better.
    if (outcome.kind === 'later' && !isOwn()) return
    await this.#line.change((line) => concluded(line, id, outcome, Date.now()))
    if (outcome.kind === 'failed') this.#restAlone(id, failure)
    const again = outcome.kind === 'later' || (outcome.kind === 'outdated' && item.attempts > 0)
    if (again) await this.#rest(item.attempts, failure)
  }

  /** Asks what has to be asked before a command goes. What the server may have already goes as it is: its key says so there. */
  async #isHeldBack(id: string, isOwn: () => boolean): Promise<boolean> {
    const item = this.#line.line().find(({ command }) => command.id === id)
    const check = item && !item.uncertain ? kindOf(item.command)?.check?.(item.command) : null
    if (!item || !check) return false
    const { outcome, failure } = await this.#ask(item.command, check)
    if (!outcome) return false
    if (outcome.kind === 'later' && !isOwn()) return true
    await this.#line.change((line) => concluded(line, id, outcome, Date.now()))
    if (outcome.kind === 'failed') this.#restAlone(id, failure)
    if (outcome.kind === 'later') await this.#rest(item.attempts, failure)
    return true
  }

  /** Without an outcome nothing stands in the way. */
  async #ask(command: Command, check: Check): Promise<{ outcome: Outcome | null; failure: ApiError | null }> {
    try {
      const { body } = await this.#wire.send(check.request, { key: v4(), version: null })
      const text = check.refusal(body)
      return { outcome: text === null ? null : { kind: 'refused', reason: { status: 409, code: 'CONFLICT', text } }, failure: null }
    } catch (failure) {
      const outcome = outcomeOfFailure(command, reasonOf(failure))
      // It never left.
      const known = outcome?.kind === 'later' ? { ...outcome, uncertain: false } : outcome
      return { outcome: known ?? { kind: 'later', uncertain: false }, failure: failure instanceof ApiError ? failure : null }
    }
  }

  async #send(command: Command): Promise<Attempted> {
    // What another release made is never next.
    const kind = kindOf(command)!
    const request = kind.request(command)
    try {
      const { body, position } = await this.#wire.send(request, {
        key: command.key,
        version: kind.pinned ? (command.on?.version ?? null) : null,
      })
      return { outcome: { kind: 'done', entity: kind.answer(body, command), position }, failure: null }
    } catch (failure) {
      return this.#failed(command, failure)
    }
  }

  async #failed(command: Command, thrown: unknown): Promise<Attempted> {
    const failure = thrown instanceof ApiError ? thrown : null
    const outcome = outcomeOfFailure(command, reasonOf(thrown))
    if (outcome) return { outcome, failure }
    try {
      return { outcome: { kind: 'outdated', now: await this.#wire.read(command.entity, command.entityId) }, failure }
    } catch (unread) {
      const last = outcomeOfFailure(command, reasonOf(unread)) ?? { kind: 'later', uncertain: false }
      return { outcome: last, failure: unread instanceof ApiError ? unread : null }
    }
  }

  /** Until the next attempt. What pauses for the account waits for it to come back. */
  async #rest(attempts: number, failure: ApiError | null): Promise<void> {
    const pause = pauseBefore(attempts, failure?.retryAfterMs ?? null, Math.random())
    // A time that no clock can be set back from.
    const askedFor = performance.now() + Math.min(failure?.retryAfterMs ?? 0, MOST_ASKED_MS)
    await this.#woken(failure && isPaused(failure) ? null : pause)
    while (performance.now() < askedFor && !this.#stopped.aborted) await this.#woken(askedFor - performance.now())
  }

  /** Until the next attempt of one that the server failed on, while others go on. */
  #restAlone(id: string, failure: ApiError | null): void {
    const item = this.#line.line().find(({ command }) => command.id === id)
    if (item?.standing.is !== 'waiting') return
    this.#resting.add(id)
    const awake = (): void => {
      this.#resting.delete(id)
      this.wake()
    }
    // Longer than for a lost connection, so that a release that fails for a moment parks nothing.
    setTimeout(awake, pauseBefore((item.failures ?? 0) + 1, failure?.retryAfterMs ?? null, Math.random()))
  }

  #woken(ms: number | null): Promise<void> {
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

function reasonOf(failure: unknown): Reason {
  if (failure instanceof ApiError)
    return { status: failure.status, code: failure.code, text: failure.message, ...(failure.fields && { fields: failure.fields }) }
  return { status: 500, code: 'INTERNAL', text: messageOf(failure) }
}
