import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs'
import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { v7 as newUuid } from 'uuid'
import { UnopenedKey, type AccountKeys, type DataKey } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'
import { Signal } from '../../platform/signal.js'
import { Appender } from '../stream/appender.js'
import type { Commit, Head } from '../stream/commit.js'
import { ACCOUNT_ERASED, ACCOUNT_RESET, type DomainEvent, type EventMeta, type EventRow, type Recorded } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { GENESIS_HASH } from '../stream/hash-chain.js'
import { entityName, load, type Loaded, type LoadedRow } from '../stream/read-stream.js'
import { AccountCache, type Folded } from './account-cache.js'
import { AccountTurns } from './account-turns.js'
import type { LogReading } from '../log-reading.js'
import { Execute, Outcome } from './command.js'
import { keptUnderKey, repeated } from './idempotency.js'

/** How often a command is decided anew after losing a race, before it holds the head and cannot lose. */
const OPTIMISTIC_ATTEMPTS = 4

/** The time, in milliseconds since 1970. Injected, because the seed walks through the past. */
export type Clock = () => number

/** The parts of reading the log that writing it needs, too. */
type Reading = Pick<LogReading, 'epoch' | 'writers' | 'codec' | 'keys'>

/** What a command is decided on. */
interface Basis {
  head: Head
  /** The name of the log that was read. */
  log: string
  key: DataKey
  /** The key as it is stored, where the command opens the account. */
  wrappedKey: Buffer | null
  before: Folded
  /** True when nothing is known of the entity and the append has to make sure that there is none. */
  assumesNew: boolean
  /** True for what was last written before a reset: it is there no more, and its id stays used. */
  gone: boolean
  /** What was read of other entities besides. */
  others: Loaded['others']
  earlier: Loaded['earlier']
}

const NO_OTHERS: Loaded['others'] = new Map()

/** What a command led to: it holds once the commit, where there is one, is durable. */
interface Decided<Reply> {
  reply: Reply
  replayed: boolean
  /** Where the outcome stands in the log. */
  seq: number
  commit?: Commit
  after: Folded
}

/** What a command came to. */
export interface ExecutedCommand {
  /** The command's type, such as `RecordTransaction`. */
  command: string
  outcome: 'done' | 'replayed' | 'refused' | 'failed'
  seconds: number
}

/** Published after each command, however it ended. */
export const commandExecuted = new Signal<ExecutedCommand>('command-executed')

/** The one write path, whoever calls: load, fold, decide, append and project, reply. */
@CommandHandler(Execute)
export class WritePath implements ICommandHandler<Execute> {
  readonly #turns = new AccountTurns()
  readonly #cache = new AccountCache()
  readonly #codec: EventCodec
  readonly #keys: AccountKeys

  /** @param clock Postgres' time, if not given */
  constructor(
    private readonly database: Database,
    { codec, keys, ...contents }: Reading,
    private readonly clock: Clock = () => database.clock.now(),
    private readonly appender = new Appender(database, contents),
  ) {
    this.#codec = codec
    this.#keys = keys
  }

  /** Resolves once what was decided is durable. Rejects with `Rejected`; any other failure is a bug or an outage. */
  async execute<Reply>(command: Execute<Reply>): Promise<Outcome<Reply>> {
    const begun = performance.now()
    const publish = (outcome: ExecutedCommand['outcome']) => {
      const { type } = command.intent.command
      commandExecuted.publish({ command: type, outcome, seconds: (performance.now() - begun) / 1000 })
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

  #execute<Reply>(command: Execute<Reply>): Promise<Outcome<Reply>> {
    return this.#turns.take(command.context.accountId, async () => {
      const cached = this.#cachedBasis(command)
      const early = cached && this.#decideEarly(command, cached)
      const outcome = cached && early && (await this.#append(command, cached, early))
      if (outcome) return outcome
      for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS; attempt++) {
        const basis = await this.#loadedBasis(command)
        const appended = await this.#append(command, basis, this.#decide(command, basis))
        if (appended) return appended
      }
      return this.#executeHoldingHead(command)
    })
  }

  async #executeHoldingHead<Reply>(command: Execute<Reply>): Promise<Outcome<Reply>> {
    const executed = await this.database.transaction(async (client) => {
      await client.query('select 1 from account_heads where account_id = $1 for update', [command.context.accountId])
      const basis = await this.#loadedBasis(command, client)
      const decided = this.#decide(command, basis)
      const appended = decided.commit
        ? await this.appender.appendWithin(client, decided.commit)
        : { log: basis.log, publish: () => undefined }
      if (!appended) throw new Error('An append was refused although its head was held')
      return { outcome: outcomeOf(decided, appended.log), publish: appended.publish }
    })
    executed.publish()
    return executed.outcome
  }

  /** The outcome, if the decision holds: there was nothing to do, or it is durable. */
  async #append<Reply>({ context, intent }: Execute<Reply>, basis: Basis, decided: Decided<Reply>): Promise<Outcome<Reply> | null> {
    const { commit, after } = decided
    if (!commit) return outcomeOf(decided, basis.log)
    const log = await this.appender.append(commit)
    const last = commit.rows.at(-1)
    // What was cached of an account's entities is nothing any more after these.
    const ends = last?.type === ACCOUNT_RESET || last?.type === ACCOUNT_ERASED
    const entity = { name: nameOf(intent), folded: after }
    if (log !== null && last && !ends) this.#cache.keep(context.accountId, basis.head, last, commit.key, entity, basis.others)
    else this.#cache.forget(context.accountId)
    return log === null ? null : outcomeOf(decided, log)
  }

  /**
   * Decides without asking the database, where enough is cached. Only a commit counts, because the append proves that
   * the cache was right; a refusal or "nothing to do" is decided again on what is stored.
   */
  #decideEarly<Reply>(command: Execute<Reply>, cached: Basis): Decided<Reply> | null {
    try {
      const decided = this.#decide(command, cached)
      return decided.commit ? decided : null
    } catch (error) {
      if (error instanceof Rejected) return null
      throw error
    }
  }

  #cachedBasis({ context: { accountId }, intent }: Execute): Basis | null {
    const account = this.#cache.account(accountId)
    if (!account) return null
    const before = this.#cache.entity(accountId, nameOf(intent), (rows) => this.#fold(intent, rows, account.key))
    const none = { state: intent.decider.initial, version: 0 }
    const { head, key } = account
    // Only a commit that is decided on it counts, and the append answers with the log's name.
    return {
      head,
      log: '',
      key,
      wrappedKey: null,
      before: before ?? none,
      assumesNew: !before,
      gone: false,
      others: NO_OTHERS,
      earlier: null,
    }
  }

  async #loadedBasis({ context, intent }: Execute, client?: PoolClient): Promise<Basis> {
    const { accountId, idempotency } = context
    const { entity, beginsAnew, survivesReset } = intent.decider
    const loaded = await load(client ?? this.database.pool, { accountId, entity, entityId: intent.entityId, key: idempotency?.key ?? null })
    const account = this.#accountOf(accountId, loaded, intent)
    const rows = survivesReset ? loaded.rows : loaded.rows.filter(({ seq }) => seq > loaded.resetSeq)
    const { state } = this.#fold(intent, rows, account.key)
    const before = { state, version: loaded.rows.at(-1)?.entityVersion ?? 0 }
    const gone = rows.length === 0 && loaded.rows.length > 0 && !beginsAnew
    // After a reset an entity is more than its events.
    const others = loaded.resetSeq === 0 ? loaded.others : NO_OTHERS
    return { before, log: loaded.log, assumesNew: false, gone, others, earlier: loaded.earlier, ...account }
  }

  #fold({ decider: { initial, evolve, readsTypesAlone } }: Execute['intent'], rows: readonly LoadedRow[], key: DataKey): Folded {
    const read = (row: LoadedRow): Recorded =>
      readsTypesAlone ? { ...row, data: {}, meta: { commandId: '', actor: '', source: 'app' } } : this.#codec.decode(row, key)
    const state = rows.reduce<unknown>((current, row) => evolve(current, read(row)), initial)
    return { state, version: rows.at(-1)?.entityVersion ?? 0 }
  }

  #accountOf(accountId: string, loaded: Loaded, { opensAccount, decider }: Execute['intent']): Pick<Basis, 'head' | 'key' | 'wrappedKey'> {
    const { head, wrappedKey } = loaded
    if (head && (wrappedKey || decider.readsTypesAlone)) return { head, key: this.#keyOf(accountId, wrappedKey, decider), wrappedKey: null }
    if (head || !opensAccount) throw new Rejected('NOT_FOUND')
    const { key, wrapped } = this.#keys.create(accountId)
    return { head: { seq: 0, hash: GENESIS_HASH, recordedAt: '' }, key, wrappedKey: wrapped }
  }

  /** The account's key; one that opens nothing where it is damaged or lost, for a decider that opens nothing. */
  #keyOf(accountId: string, wrapped: Buffer | null, { readsTypesAlone }: Execute['intent']['decider']): DataKey {
    try {
      if (wrapped) return this.#keys.unwrap(accountId, wrapped)
    } catch (error) {
      if (!(error instanceof UnopenedKey && readsTypesAlone)) throw error
    }
    return this.#keys.create(accountId).key
  }

  #decide<Reply>({ context, intent }: Execute<Reply>, basis: Basis): Decided<Reply> {
    const { before, key, wrappedKey } = basis
    const earlier = repeated(context, basis.earlier, key)
    if (earlier) return { reply: earlier.reply as Reply, replayed: true, seq: earlier.seq, after: before }
    if (context.expectedVersion !== undefined && intent.decider.exists(before.state) && context.expectedVersion !== before.version) {
      throw new Rejected('VERSION_MISMATCH')
    }
    const decided = intent.decider.decide(intent.command, before.state)
    if (decided.length === 0) return { reply: intent.reply(before.state, []), replayed: false, seq: basis.head.seq, after: before }
    if (basis.gone) throw new Rejected('CONFLICT')

    const version = before.version + 1
    const { rows, events } = this.#place({ context, intent }, decided, version, basis)
    const state = events.reduce((current, event) => intent.decider.evolve(current, event), before.state)
    const reply = intent.reply(state, events)
    const commit: Commit = {
      accountId: context.accountId,
      expected: basis.head,
      key,
      rows,
      events,
      alongside: intent.alongside ?? [],
      newEntity: basis.assumesNew ? { entity: intent.decider.entity, entityId: intent.entityId } : null,
      wrappedKey,
      idempotency: keptUnderKey(context, reply, key),
    }
    return { reply, replayed: false, seq: basis.head.seq + rows.length, commit, after: { state, version } }
  }

  /** Gives decided events their place at the end of the log, as rows and in clear. */
  #place(
    { context, intent }: Pick<Execute, 'context' | 'intent'>,
    decided: readonly DomainEvent[],
    entityVersion: number,
    { head, key }: Basis,
  ): { rows: EventRow[]; events: Recorded[] } {
    const now = new Date(this.clock()).toISOString()
    const recordedAt = now < head.recordedAt ? head.recordedAt : now
    const meta: EventMeta = { commandId: context.idempotency?.key ?? newUuid(), actor: context.actor, source: context.source }
    if (context.undoes !== undefined) meta.undoes = context.undoes
    const rows: EventRow[] = []
    const events: Recorded[] = []
    for (const [index, event] of decided.entries()) {
      const { accountId } = context
      const place = {
        accountId,
        seq: head.seq + 1 + index,
        entity: intent.decider.entity,
        entityId: intent.entityId,
        entityVersion,
        recordedAt,
      }
      rows.push(this.#codec.encode(event, place, meta, key, rows.at(-1)?.hash ?? head.hash))
      events.push({ type: event.type, data: event.data, meta, ...place })
    }
    return { rows, events }
  }
}

function outcomeOf<Reply>({ reply, replayed, seq }: Decided<Reply>, log: string): Outcome<Reply> {
  return new Outcome(reply, { log, seq }, replayed)
}

function nameOf({ decider, entityId }: Execute['intent']): string {
  return entityName({ entity: decider.entity, entityId })
}
