import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs'
import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { v7 as newUuid } from 'uuid'
import type { AccountKeys, DataKey } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'
import type { Appender } from '../log/appender.js'
import type { Commit, Head } from '../log/append.js'
import type { DomainEvent, EventMeta, EventRow, Recorded } from '../log/event.js'
import type { EventCodec } from '../log/event-codec.js'
import { GENESIS_HASH } from '../log/hash-chain.js'
import { load, type Loaded } from '../log/load.js'
import { AccountMemory, type Folded } from './account-memory.js'
import { AccountTurns } from './account-turns.js'
import { Execute, Outcome } from './execute.js'
import { recall, remember } from './remembered-answer.js'

/** How often a command is decided anew after losing a race, before it holds the head and cannot lose. */
const OPTIMISTIC_ATTEMPTS = 4

/** The time, in milliseconds since 1970. Injected, because the seed walks through the past. */
export type Clock = () => number

/** What a command is decided on. */
interface Basis {
  head: Head
  key: DataKey
  /** The key as it is stored, where the command opens the account. */
  wrappedKey: Buffer | null
  before: Folded
  /** True when nothing is known of the entity and the append has to make sure that there is none. */
  assumesNew: boolean
  remembered: Loaded['remembered']
}

/** What a command led to: an outcome that holds once the commit, where there is one, is durable. */
interface Decided<Answer> {
  outcome: Outcome<Answer>
  commit?: Commit
  after: Folded
}

/** The one write path, whoever calls: load, fold, decide, append and project, answer. */
@CommandHandler(Execute)
export class WritePath implements ICommandHandler<Execute> {
  readonly #turns = new AccountTurns()
  readonly #memory = new AccountMemory()

  constructor(
    private readonly database: Database,
    private readonly appender: Appender,
    private readonly codec: EventCodec,
    private readonly keys: AccountKeys,
    private readonly clock: Clock = Date.now,
  ) {}

  /** Resolves once what was decided is durable. Rejects with `Rejected`; any other failure is a bug or an outage. */
  async execute<Answer>(command: Execute<Answer>): Promise<Outcome<Answer>> {
    return this.#turns.take(command.context.accountId, async () => {
      const remembered = this.#decideFromMemory(command)
      if (remembered && (await this.#append(command, remembered))) return remembered.outcome
      for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS; attempt++) {
        const decided = this.#decide(command, await this.#basis(command))
        if (await this.#append(command, decided)) return decided.outcome
      }
      return this.database.transaction((client) => this.#executeHoldingHead(client, command))
    })
  }

  async #executeHoldingHead<Answer>(client: PoolClient, command: Execute<Answer>): Promise<Outcome<Answer>> {
    await client.query('select 1 from account_heads where account_id = $1 for update', [command.context.accountId])
    const { outcome, commit } = this.#decide(command, await this.#basis(command, client))
    if (commit && !(await this.appender.appendWithin(client, commit))) throw new Error('An append was refused although its head was held')
    return outcome
  }

  /** Whether the decision holds: there was nothing to do, or it is durable. */
  async #append({ context, intent }: Execute, { commit, after }: Decided<unknown>): Promise<boolean> {
    if (!commit) return true
    const appended = await this.appender.append(commit)
    const last = commit.rows.at(-1)
    if (appended && last) this.#memory.note(context.accountId, last, commit.key, nameOf(intent), after)
    else this.#memory.forget(context.accountId)
    return appended
  }

  /**
   * Decides without asking the database, where enough is remembered. Only a commit counts, because the append
   * proves that the memory was right; a refusal or "nothing to do" is decided again on what is stored.
   */
  #decideFromMemory<Answer>(command: Execute<Answer>): Decided<Answer> | null {
    const account = this.#memory.recall(command.context.accountId)
    if (!account) return null
    const before = account.entities.get(nameOf(command.intent))
    const unknown = { state: command.intent.decider.initial, version: 0 }
    try {
      const decided = this.#decide(command, { head: account.head, key: account.key, wrappedKey: null, before: before ?? unknown, assumesNew: !before, remembered: null })
      return decided.commit ? decided : null
    } catch (error) {
      if (error instanceof Rejected) return null
      throw error
    }
  }

  async #basis({ context, intent }: Execute, client?: PoolClient): Promise<Basis> {
    const { accountId, idempotency } = context
    const { entity, initial, evolve } = intent.decider
    const loaded = await load(client ?? this.database.pool, { accountId, entity, entityId: intent.entityId, key: idempotency?.key ?? null })
    const account = this.#accountOf(accountId, loaded, intent.opensAccount === true)
    const before = loaded.rows.reduce<Folded>(
      ({ state }, row) => ({ state: evolve(state, this.codec.decode(row, account.key)), version: row.entityVersion }),
      { state: initial, version: 0 },
    )
    return { before, assumesNew: false, remembered: loaded.remembered, ...account }
  }

  #accountOf(accountId: string, loaded: Loaded, opensAccount: boolean): Pick<Basis, 'head' | 'key' | 'wrappedKey'> {
    if (loaded.head && loaded.wrappedKey) return { head: loaded.head, key: this.keys.unwrap(accountId, loaded.wrappedKey), wrappedKey: null }
    if (loaded.head || !opensAccount) throw new Rejected('NOT_FOUND')
    const { key, wrapped } = this.keys.create(accountId)
    return { head: { seq: 0, hash: GENESIS_HASH, recordedAt: '' }, key, wrappedKey: wrapped }
  }

  #decide<Answer>({ context, intent }: Execute<Answer>, basis: Basis): Decided<Answer> {
    const { before, key, wrappedKey } = basis
    const remembered = recall(context, basis.remembered, key)
    if (remembered) return { outcome: new Outcome(remembered.answer as Answer, true), after: before }
    if (context.expectedVersion !== undefined && intent.decider.exists(before.state) && context.expectedVersion !== before.version) {
      throw new Rejected('VERSION_MISMATCH')
    }
    const decided = intent.decider.decide(intent.command, before.state)
    if (decided.length === 0) return { outcome: new Outcome(intent.answer(before.state)), after: before }

    const version = before.version + 1
    const { rows, events } = this.#place({ context, intent }, decided, version, basis)
    const state = events.reduce((current, event) => intent.decider.evolve(current, event), before.state)
    const answer = intent.answer(state)
    const commit: Commit = {
      accountId: context.accountId,
      expected: basis.head,
      key,
      rows,
      events,
      alongside: intent.alongside ?? [],
      newEntity: basis.assumesNew ? { entity: intent.decider.entity, entityId: intent.entityId } : null,
      wrappedKey,
      remembered: remember(context, answer, key),
    }
    return { outcome: new Outcome(answer), commit, after: { state, version } }
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
    if (context.causation !== undefined) meta.causation = context.causation
    const rows: EventRow[] = []
    const events: Recorded[] = []
    for (const [index, event] of decided.entries()) {
      const { accountId } = context
      const place = { accountId, seq: head.seq + 1 + index, entity: intent.decider.entity, entityId: intent.entityId, entityVersion, recordedAt }
      rows.push(this.codec.encode(event, place, meta, key, rows.at(-1)?.hash ?? head.hash))
      events.push({ type: event.type, data: event.data, meta, ...place })
    }
    return { rows, events }
  }
}

function nameOf({ decider, entityId }: Execute['intent']): string {
  return `${decider.entity} ${entityId}`
}
