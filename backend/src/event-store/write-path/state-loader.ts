import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { UnopenedKey, type AccountKeys, type DataKey } from '../../platform/crypto/account-keys.js'
import { serially } from '../../platform/database/connection-pool.js'
import type { Database } from '../../platform/database/database.js'
import { mapYielding } from '../../platform/map-yielding.js'
import type { LogReading } from '../log-reading.js'
import { PositionedRows } from '../query/positioned-rows.js'
import type { Head } from '../stream/commit.js'
import type { RecordedEvent } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { GENESIS_HASH } from '../stream/hash-chain.js'
import { entityName, loadEntities, type LoadedEntities, type LoadedEntity, type LoadedRow, type ReadAlong } from '../stream/read-stream.js'
import type { AccountCache, FoldedEntity } from './account-cache.js'
import { ExecuteCommand, type CommandPart } from '../decider/command.js'
import type { EntityBasis } from '../decider/decide-command.js'

/** The loaded state that a command is decided on. */
export interface Basis {
  head: Head
  /** The name of the log that was read. */
  log: string
  key: DataKey
  /** The state of the account's guard. */
  guarded: unknown
  /** The wrapped key, when the command creates the account. */
  wrappedKey: Buffer | null
  entity: EntityBasis
  /** The entities of the command's parts, in order. */
  parts: readonly EntityBasis[]
  /** True when the entity was not loaded, and the append must check that it does not exist. */
  assumesNew: boolean
  /** Other entities that were read along. */
  others: LoadedEntities['others']
  earlier: LoadedEntities['earlier']
}

export const NO_OTHERS: LoadedEntities['others'] = new Map()

/** Loads and folds the entities of commands. */
export class StateLoader {
  readonly #codec: EventCodec
  readonly #keys: AccountKeys
  readonly #along: ReadAlong

  constructor(
    private readonly database: Database,
    { codec, keys, ...along }: Pick<LogReading, 'codec' | 'keys'> & ReadAlong,
    private readonly cache: AccountCache,
  ) {
    this.#codec = codec
    this.#keys = keys
    this.#along = along
  }

  /**
   * Loads the command's basis, and completes the command from the read models; null when the log changed between the two reads.
   * Rejects with NOT_FOUND for an account without a log. @param client a connection that holds the head's lock
   */
  async load<Reply>(command: ExecuteCommand<Reply>, client?: PoolClient): Promise<{ command: ExecuteCommand<Reply>; basis: Basis } | null> {
    const { context, intent } = command
    if (!intent.dependsOn) return { command, basis: await this.#read(command, client) }
    const { pool, clock } = this.database
    const held = client && serially(client)
    const positioned = new PositionedRows(held ?? this.database, context.accountId)
    const answer = await intent.dependsOn.query.answer({ rows: positioned.rows, clock, pool: held ?? pool }, this.#keys)
    const asked = new ExecuteCommand<Reply>(context, { ...intent, ...intent.dependsOn.then(answer) })
    const basis = await this.#read(asked, client)
    return positioned.isConsistent && positioned.position.seq === basis.head.seq ? { command: asked, basis } : null
  }

  /** Folds an entity of a short log, in one piece. */
  fold(on: CommandPart, { rows, count }: LoadedEntity, key: DataKey): FoldedEntity {
    const state = rows.reduce((current, row) => this.#evolve(on, current, row, key), on.decider.initial)
    return { state: withCount(on, state, count), version: rows.at(-1)?.entityVersion ?? 0 }
  }

  #evolve({ decider: { evolve, ignoresData } }: CommandPart, state: unknown, row: LoadedRow, key: DataKey): unknown {
    const event: RecordedEvent = ignoresData
      ? { ...row, data: {}, meta: { commandId: '', actor: '', source: 'app' } }
      : this.#codec.decode(row, key)
    return evolve(state, event)
  }

  async #read({ context, intent }: ExecuteCommand, client?: PoolClient): Promise<Basis> {
    const { accountId, idempotency } = context
    const all = [intent, ...(intent.parts ?? [])]
    const entities = all.map(({ decider: { entity }, entityId }) => ({ entity, entityId }))
    if (all.length > 1 && new Set(entities.map(entityName)).size < all.length) throw new Error('Two parts of a command are on one entity')
    let cached: EntityBasis[] | null = null
    const wanted = { accountId, entities, key: idempotency?.key ?? null, along: this.#along }
    const loaded = await loadEntities(
      client ?? this.database.pool,
      wanted,
      (head) => (cached = this.#cachedAt(accountId, head, all)) === null,
    )
    const account = this.#accountOf(accountId, loaded, intent)
    const [entity, ...parts] = (cached ?? (await this.#foldAll(all, loaded, account.key))) as [EntityBasis, ...EntityBasis[]]
    // After a reset, an entity's events alone do not determine its state.
    const others = loaded.resetSeq === 0 ? loaded.others : NO_OTHERS
    const { log, guarded, earlier } = loaded
    return { entity, parts, log, guarded, assumesNew: false, others, earlier, ...account }
  }

  /**
   * The entities if all are cached at exactly this head, else null. Saves a restore from reading all movements for each of its
   * portions.
   */
  #cachedAt(accountId: string, head: Head, all: readonly CommandPart[]): EntityBasis[] | null {
    const account = this.cache.account(accountId)
    if (account?.head.seq !== head.seq || !account.head.hash.equals(head.hash)) return null
    const found = all.flatMap((part) => {
      const name = entityName({ entity: part.decider.entity, entityId: part.entityId })
      return this.cache.entity(accountId, name, (entity) => this.fold(part, entity, account.key)) ?? []
    })
    return found.length === all.length ? found.map((before) => ({ before, isGone: false })) : null
  }

  /** Folds the loaded events, yielding to the event loop in between. */
  async #foldAll(all: readonly CommandPart[], { resetSeq, entities }: LoadedEntities, key: DataKey): Promise<EntityBasis[]> {
    const present = all.map(({ decider }, index) =>
      (entities[index]?.rows ?? []).filter(({ seq }) => decider.survivesReset || seq > resetSeq),
    )
    const states = all.map(({ decider }) => decider.initial)
    const steps = present.flatMap((rows, index) => rows.map((row) => ({ row, index })))
    await mapYielding(steps, ({ row, index }) => {
      states[index] = this.#evolve(all[index] as CommandPart, states[index], row, key)
    })
    return all.map((part, index) => {
      const { decider } = part
      const { rows = [], count = 0 } = entities[index] ?? {}
      const last = rows.at(-1)
      const { canRestartAfterReset: restarts } = decider
      const isGone = present[index]?.length === 0 && last !== undefined && !(typeof restarts === 'function' ? restarts(last) : restarts)
      return { before: { state: withCount(part, states[index], count), version: last?.entityVersion ?? 0 }, isGone }
    })
  }

  #accountOf(
    accountId: string,
    loaded: LoadedEntities,
    { opensAccount, decider }: ExecuteCommand['intent'],
  ): Pick<Basis, 'head' | 'key' | 'wrappedKey'> {
    const { head, wrappedKey } = loaded
    if (head && (wrappedKey || decider.ignoresData)) return { head, key: this.#keyOf(accountId, wrappedKey, decider), wrappedKey: null }
    if (head || !opensAccount) throw new Rejected('NOT_FOUND')
    const { key, wrapped } = this.#keys.create(accountId)
    return { head: { seq: 0, hash: GENESIS_HASH, recordedAt: '' }, key, wrappedKey: wrapped }
  }

  /** The account's key; if it is damaged or lost, a throwaway key for a decider that decrypts nothing. */
  #keyOf(accountId: string, wrapped: Buffer | null, { ignoresData }: ExecuteCommand['intent']['decider']): DataKey {
    try {
      if (wrapped) return this.#keys.unwrap(accountId, wrapped)
    } catch (error) {
      if (!(error instanceof UnopenedKey && ignoresData)) throw error
    }
    return this.#keys.create(accountId).key
  }
}

function withCount({ decider }: CommandPart, state: unknown, count: number): unknown {
  return count > 0 && decider.withCount ? decider.withCount(state, count) : state
}
