import { setTimeout as pause } from 'node:timers/promises'
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs'
import { Rejected } from '@prumo/shared/rejections'
import type { Database } from '../../platform/database/database.js'
import { Signal } from '../../platform/signal.js'
import { Appender, unavailable, LARGE_LIMIT_MS } from '../stream/appender.js'
import type { Commit } from '../stream/commit.js'
import { ACCOUNT_ERASED, ACCOUNT_RESET } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { entityName } from '../stream/read-stream.js'
import { AccountCache } from './account-cache.js'
import { AccountQueue } from './account-queue.js'
import type { LogReading } from '../log-reading.js'
import type { AccountGuard } from '../decider/account-guard.js'
import type { LinkedCount } from '../decider/linked-count.js'
import { StateLoader, NO_OTHERS, type Basis } from './state-loader.js'
import { ExecuteCommand, CommandOutcome, type CommandPart } from '../decider/command.js'
import { decideCommand, foldStates, toRows, type EntityDecision } from '../decider/decide-command.js'
import { storedReply, findRepeat } from './idempotency.js'

/** Optimistic attempts before a command locks the head. */
const OPTIMISTIC_ATTEMPTS = 4

const FREE_HEAD = { name: 'free-head', text: 'select 1 from account_heads where account_id = $1 for update skip locked' }
const HEAD_CHECK_MS = 100

/** A command with more parts is not cached, because it would evict other entries. */
const MAX_CACHED_PARTS = 32

/** The time, in milliseconds since 1970. Injected, because the seed simulates the past. */
export type TimeSource = () => number

/** The parts of the log reading that writing needs. */
type WriteLogAccess = Pick<LogReading, 'epoch' | 'writers' | 'codec' | 'keys' | 'guard' | 'linkedCount'>

/** The result of a decision, valid once its commit, if any, is durable. */
interface DecidedCommand<Reply> {
  reply: Reply
  replayed: boolean
  /** The position of the outcome in the log. */
  seq: number
  commit?: Commit
  /** The resulting states of each entity with new events. */
  after: Awaited<ReturnType<typeof foldStates>>
  /** The entities of parts that the command only read. */
  unchanged: DecidedCommand<Reply>['after']
}

/** An executed command, for metrics. */
export interface ExecutedCommand {
  /** The command's type, such as `RecordTransaction`. */
  command: string
  outcome: 'done' | 'replayed' | 'refused' | 'failed'
  seconds: number
}

/** Published after each command, successful or not. */
export const commandExecuted = new Signal<ExecutedCommand>('command-executed')

/** The single write path: load, fold, decide, append and project, reply. */
@CommandHandler(ExecuteCommand)
export class WritePath implements ICommandHandler<ExecuteCommand> {
  readonly #cache = new AccountCache()
  readonly #codec: EventCodec
  readonly #guard: AccountGuard
  readonly #linkedCount: LinkedCount
  readonly #loader: StateLoader

  /** @param clock Postgres' time by default */
  constructor(
    private readonly database: Database,
    { codec, keys, guard, linkedCount, ...contents }: WriteLogAccess,
    private readonly clock: TimeSource = () => database.clock.now(),
    private readonly appender = new Appender(database, contents),
    private readonly queue = new AccountQueue(),
  ) {
    this.#codec = codec
    this.#guard = guard
    this.#linkedCount = linkedCount
    this.#loader = new StateLoader(database, { codec, keys, guard, linkedCount }, this.#cache)
  }

  /** Resolves once the events are durable. Rejects with `Rejected`; any other failure is a bug or an outage. */
  async execute<Reply>(command: ExecuteCommand<Reply>): Promise<CommandOutcome<Reply>> {
    const startedAt = performance.now()
    const publish = (outcome: ExecutedCommand['outcome']) => {
      const { type } = command.intent.command
      commandExecuted.publish({ command: type, outcome, seconds: (performance.now() - startedAt) / 1000 })
    }
    try {
      const outcome = await this.#execute(command)
      publish(outcome.replayed ? 'replayed' : 'done')
      return outcome
    } catch (error) {
      publish(error instanceof Rejected ? 'refused' : 'failed')
      throw error
    }
  }

  #execute<Reply>(command: ExecuteCommand<Reply>): Promise<CommandOutcome<Reply>> {
    const { accountId } = command.context
    const { isLarge } = command.intent
    const work = async () => {
      const cached = this.#cachedBasis(command)
      const early = cached && (await this.#decideEarly(command, cached))
      const outcome = cached && early && (await this.#append(command, cached, early))
      if (outcome) return outcome
      for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS; attempt++) {
        const loaded = await this.#loader.load(command)
        const appended = loaded && (await this.#append(loaded.command, loaded.basis, await this.#decide(loaded.command, loaded.basis)))
        if (appended) return appended
        if (isLarge) await this.#waitForFreeHead(accountId)
      }
      return this.#executeHoldingHead(command)
    }
    return isLarge ? this.queue.run(accountId, work, LARGE_LIMIT_MS) : this.queue.run(accountId, work)
  }

  /**
   * Polls, without holding a connection, until no large commit of another process holds the account's head. Rejects with
   * UNAVAILABLE.
   */
  async #waitForFreeHead(accountId: string): Promise<void> {
    const deadline = performance.now() + LARGE_LIMIT_MS
    while ((await this.database.rows(FREE_HEAD, [accountId])).length === 0) {
      if (performance.now() > deadline) throw unavailable()
      await pause(HEAD_CHECK_MS)
    }
  }

  async #executeHoldingHead<Reply>(command: ExecuteCommand<Reply>): Promise<CommandOutcome<Reply>> {
    const executed = await this.database.transaction(async (client) => {
      await client.query('select 1 from account_heads where account_id = $1 for update', [command.context.accountId])
      const loaded = await this.#loader.load(command, client)
      if (!loaded) throw new Error('The log changed while its head was locked')
      const decided = await this.#decide(loaded.command, loaded.basis)
      const appended = decided.commit
        ? await this.appender.appendWithin(client, decided.commit)
        : { log: loaded.basis.log, publish: () => undefined }
      return { outcome: outcomeOf(decided, appended.log), publish: appended.publish }
    })
    executed.publish()
    // The cached entities are as of an older head.
    this.#cache.invalidate(command.context.accountId)
    return executed.outcome
  }

  /** The outcome if the decision holds: there was nothing to do, or the commit is durable; else null. */
  async #append<Reply>(
    { context }: ExecuteCommand<Reply>,
    basis: Basis,
    decided: DecidedCommand<Reply>,
  ): Promise<CommandOutcome<Reply> | null> {
    const { commit, after, unchanged } = decided
    if (!commit) return outcomeOf(decided, basis.log)
    const log = await this.appender.append(commit)
    const last = commit.rows.at(-1)
    // Reset and erasure invalidate the account's cached entities.
    const ends = last?.type === ACCOUNT_RESET || last?.type === ACCOUNT_ERASED
    const keeps = log !== null && last && !ends && after.length <= 1 + MAX_CACHED_PARTS
    if (keeps) {
      const present = { key: commit.key, head: last, guarded: this.#guard.evolve(basis.guarded, commit.events) }
      // An event that changes a linked count outdates the states of other entities.
      const isOutdated = commit.events.some(({ entity }) => entity === this.#linkedCount.changedBy)
      if (isOutdated) this.#cache.invalidate(context.accountId)
      const [entities, others] = isOutdated ? [[], NO_OTHERS] : [[...unchanged, ...after], basis.others]
      this.#cache.update(context.accountId, basis.head, present, entities, others)
    }
    if (!keeps) this.#cache.invalidate(context.accountId)
    return log === null ? null : outcomeOf(decided, log)
  }

  /**
   * Decides from the cache, without a read. Only commits are used, because the append verifies the cache; a refusal or a no-op
   * is decided again on stored data.
   */
  async #decideEarly<Reply>(command: ExecuteCommand<Reply>, cached: Basis): Promise<DecidedCommand<Reply> | null> {
    try {
      const decided = await this.#decide(command, cached)
      return decided.commit ? decided : null
    } catch (error) {
      if (error instanceof Rejected) return null
      throw error
    }
  }

  /** The cached basis of a command; null for a command with a query dependency, or if one of its parts is not cached. */
  #cachedBasis({ context: { accountId }, intent }: ExecuteCommand): Basis | null {
    const account = this.#cache.account(accountId)
    if (!account || intent.dependsOn) return null
    const cached = (part: CommandPart) =>
      this.#cache.entity(accountId, nameOf(part), (entity) => this.#loader.fold(part, entity, account.key))
    const parts = (intent.parts ?? []).flatMap((part) => cached(part) ?? [])
    if (parts.length < (intent.parts?.length ?? 0)) return null
    const before = cached(intent)
    const none = { state: intent.decider.initial, version: 0 }
    const { head, key, guarded } = account
    // The log's name is unknown here; the append returns it.
    return {
      head,
      log: '',
      key,
      guarded,
      wrappedKey: null,
      entity: { before: before ?? none, isGone: false },
      parts: parts.map((each) => ({ before: each, isGone: false })),
      assumesNew: !before,
      others: NO_OTHERS,
      earlier: null,
    }
  }

  async #decide<Reply>({ context, intent }: ExecuteCommand<Reply>, basis: Basis): Promise<DecidedCommand<Reply>> {
    const { key, head, wrappedKey } = basis
    const { state, version } = basis.entity.before
    const earlier = await findRepeat(context, basis.earlier, key)
    if (earlier) return { reply: earlier.reply as Reply, replayed: true, seq: earlier.seq, after: [], unchanged: [] }
    if (context.expectedVersion !== undefined && intent.decider.exists(state) && context.expectedVersion !== version) {
      throw new Rejected('VERSION_MISMATCH')
    }
    const { recording, outcomes } = await decideCommand(intent, intent.undoes ?? context.undoes, basis)
    const [own] = recording
    if (!own) return { reply: intent.reply(state, [], outcomes), replayed: false, seq: head.seq, after: [], unchanged: [] }
    this.#refuseGuarded(intent, recording, basis.guarded)
    const { rows, events } = await toRows(context, recording, { head, key, now: this.clock() }, this.#codec)
    const after = await foldStates(recording, events)
    const states = new Map(after.map(({ name, folded }) => [name, folded.state]))
    const parts = outcomes.map((part) => ({ ...part, state: states.get(entityName(part)) ?? part.state }))
    const reply = intent.reply(after[0]?.folded.state, events.slice(0, own.events.length), parts)
    const commit: Commit = {
      accountId: context.accountId,
      expected: head,
      key,
      rows,
      events,
      alongside: intent.alongside ?? [],
      newEntity: basis.assumesNew ? { entity: intent.decider.entity, entityId: intent.entityId } : null,
      wrappedKey,
      idempotency: await storedReply(context, reply, key),
    }
    const unchanged = outcomes.flatMap(({ entity, entityId, events: recorded }, index) => {
      const { before, isGone } = basis.parts[index] as Basis['parts'][number]
      return recorded.length > 0 || isGone ? [] : [{ name: entityName({ entity, entityId }), folded: before }]
    })
    return { reply, replayed: false, seq: head.seq + rows.length, commit, after, unchanged: unchanged.slice(0, MAX_CACHED_PARTS) }
  }

  /** Throws the refusal of the account's guard, with the fields of the request that name the refused entities. */
  #refuseGuarded({ fieldsOf }: ExecuteCommand['intent'], recording: readonly EntityDecision[], guarded: unknown): void {
    const decided = recording.flatMap(({ on: { decider, entityId }, events }) =>
      events.map(({ type, data }) => ({ type, data, entity: decider.entity, entityId })),
    )
    const found = this.#guard.refusalOf(guarded, decided)
    if (!found) return
    const { code, message, fields } = found.refusal
    throw fieldsOf ? new Rejected(code, message, { ...fields, ...fieldsOf(found.entityIds) }) : found.refusal
  }
}

function outcomeOf<Reply>({ reply, replayed, seq }: DecidedCommand<Reply>, log: string): CommandOutcome<Reply> {
  return new CommandOutcome(reply, { log, seq }, replayed)
}

function nameOf({ decider, entityId }: CommandPart): string {
  return entityName({ entity: decider.entity, entityId })
}
