import { createContext, useContext, useSyncExternalStore } from 'react'
import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { MIN_SEQ_HEADER, writePosition, type Position } from '@prumo/shared/freshness'
import type { UserAnswer } from '@prumo/shared/identity'
import type { LiveEntity } from '@prumo/shared/live'
import { rejections } from '@prumo/shared/rejections'
import { takePrefetchedAnswer, ApiError, fetchFile, sendForResponse, get, send, type ApiResponse, type ApiCall } from '../lib/api'
import { askToPersist } from '../lib/device-storage'
import { requestAddress, type QueryParams } from '../lib/api-query'
import { refreshUser, session } from '../lib/session'
import { onDayChange } from '../lib/use-today'
import { redirectToPlans } from '../lib/plans-redirect'
import type { Entity, QueuedCommand } from './sync/command'
import { onReconnect, recordUnreachable, recordReachable } from './connection'
import { parsePosition, type PositionedAnswer } from './sync/optimistic'
import { answersOf, QueryPersister } from './sync/query-persister'
import { followLiveChanges } from './live'
import { isLongList } from './paging'
import { CommandOutbox } from './sync/outbox'
import { ConditionalFetcher } from './sync/conditional-fetcher'
import { entities } from './entities'
import { entitiesChangedWith, entityPath, kindOf, registerEntities } from './sync/entity-registry'
import type { CommandTransport } from './sync/sender'
import type { PersistedAnswer } from './sync/account-database'
import { openMemoryStore, openStore, type AccountStore } from './sync/device-store'
import { FormDrafts, type FormDraft } from './sync/form-drafts'
import { deleteStore, clearDiscarded, recordDiscarded } from './sync/discarded-commands'

registerEntities(entities)

const MAX_RETRIES = 2
/** The answer to a command arrives within this time of its live change. */
const OWN_ANSWER_MS = 2000

/** What the device held of an account when it was opened. */
interface StoredAccountData {
  queue: readonly QueuedCommand[]
  reads: readonly PersistedAnswer[]
  drafts: readonly FormDraft[]
}

/**
 * The browser's side of one account: its server data, its commands, and its connections. Another account has another instance, so
 * that nothing under way when the account changes can reach the next.
 */
export class Account {
  readonly id: string
  readonly client: QueryClient
  readonly outbox: CommandOutbox
  readonly drafts: FormDrafts
  readonly #fetcher: ConditionalFetcher
  readonly #persister: QueryPersister
  readonly #store: AccountStore
  /** The last position of the log that this device has seen; everything read so far is from this log. */
  #position: Position | null = null
  /** The last position of the live changes; null before their start. */
  #followed: Position | null = null
  readonly #disposers: (() => void)[] = []
  #isClosed = false

  /**
   * Opens the account's data on this device, which the screens start with.
   * @param isGuest whether a guest reads the account, of whom nothing is kept
   */
  static async open(id: string, isGuest = false): Promise<Account> {
    const store = isGuest ? openMemoryStore() : await openStore(id)
    const [queue, reads, drafts] = await Promise.all([
      store.queue().catch(() => []),
      store.answers().catch(() => []),
      store.drafts().catch(() => []),
    ])
    return new Account(id, store, { queue, reads, drafts }, isGuest)
  }

  private constructor(
    id: string,
    store: AccountStore,
    { queue, reads, drafts }: StoredAccountData,
    readonly isGuest: boolean,
  ) {
    this.id = id
    this.#store = store
    this.client = new QueryClient({
      queryCache: new QueryCache({
        onError: (failure, query) => {
          const code = failure instanceof ApiError ? failure.code : ''
          console.warn('A refresh failed', query.queryKey.slice(0, 2).join(' '), code)
          // Unsent commands stay on the device until the subscription is paid.
          if (code === 'SUBSCRIPTION_REQUIRED' && !this.#isClosed) redirectToPlans()
        },
      }),
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          gcTime: Number.POSITIVE_INFINITY,
          networkMode: 'always',
          retry: (failures, failure) => failures < MAX_RETRIES && isTransient(failure),
        },
        mutations: { retry: false },
      },
    })
    this.outbox = new CommandOutbox(id, store, this.#createTransport(), queue)
    this.drafts = new FormDrafts(store, drafts)
    this.#fetcher = new ConditionalFetcher((path, headers, signal) => {
      return this.#exchange({ method: 'GET', path, headers: { ...headers, ...this.minPositionHeader() }, signal })
    }, this.outbox)
    this.#persister = new QueryPersister(this.client, store, this.outbox)
    for (const position of this.#persister.restore(reads)) this.#recordPosition(position)
    this.#disposers.push(this.#persister.follow())
  }

  /** Starts to send, to follow live changes and to refresh. */
  start(): void {
    const { client, outbox } = this
    this.#disposers.push(
      this.drafts.follow(),
      outbox.listen({
        changed: (changed) => {
          if (!changed.has('account')) return void this.#refreshAfterCommands(changed)
          this.drafts.clear()
          void this.invalidateAll()
        },
        enqueued: (command) => {
          // From the first command on, the device holds data that exists nowhere else.
          askToPersist()
          if (kindOf(command)?.lifecycle === 'deletes') this.drafts.removeOf(command.entityId)
        },
      }),
      // After the screens have rendered the new day, because their queries request relative dates.
      onDayChange(() => setTimeout(() => void client.invalidateQueries())),
      onReconnect(() => {
        outbox.wake()
        void client.invalidateQueries()
      }),
      followLiveChanges({
        account: this.id,
        isGuest: this.isGuest,
        token: () => this.#token(),
        onBeginning: ({ log, seq }) => {
          this.#followed = { log, seq }
          this.#recordPosition({ log, seq })
          const older = { predicate: (query: Query) => answersOf(query).some((answer) => answer.seq < seq) }
          // What is on the way at the start of the app is waited for, and requested again only if it was read too early.
          void client.invalidateQueries(older, { cancelRefetch: false }).then(() => client.invalidateQueries(older))
        },
        onChange: ({ log, seq, entities: changed, answers }) => {
          const since = this.#followed
          this.#followed = { log, seq }
          this.#recordPosition({ log, seq })
          if (changed.includes('account')) return this.#refreshAll()
          const stale = new Set(changed.flatMap(entitiesChangedWith))
          void this.refresh(stale, answers, seq)
          this.#refreshLongListsLater(stale, since, { log, seq })
        },
        onOver: () => void client.invalidateQueries(),
      }),
    )
    outbox.start()
  }

  /**
   * Closes an account whose session expired. Unsent commands and drafts stay on the device, encrypted, until the same person signs
   * in again; everything else is deleted.
   */
  async leave(): Promise<void> {
    const written = this.drafts.flushForExpiry()
    this.#dispose()
    await written
    await this.#store.seal().catch(() => undefined)
    this.#store.close()
  }

  /** Stops sending and reading. Unsent commands and drafts stay on the device. */
  close(): void {
    this.#dispose()
    this.#store.close()
  }

  #dispose(): void {
    this.#isClosed = true
    for (const end of this.#disposers) end()
    this.outbox.stop()
    void this.client.cancelQueries()
    this.client.clear()
  }

  /** Drops all cached answers, and refetches those on the screen. */
  async invalidateAll(): Promise<void> {
    await this.#persister.clear()
    await this.client.resetQueries()
  }

  /** Erases the account's data from this device, unsent commands and drafts included. @returns false if the browser did not allow it */
  async erase(): Promise<boolean> {
    if (this.isGuest) {
      this.close()
      return true
    }
    this.outbox.stop()
    this.drafts.stop()
    // Even if erasing fails, none of its commands will be sent.
    recordDiscarded(this.id, 'all')
    const isCleared =
      this.#store.isPersistent &&
      (await this.#store.clear().then(
        () => true,
        () => false,
      ))
    this.close()
    const isErased = isCleared || (await deleteStore(this.id))
    if (isErased) clearDiscarded(this.id)
    return isErased || !this.#store.isPersistent
  }

  /** Reads an answer with its position in the account's log. */
  async read<T>(path: string, params: QueryParams, signal?: AbortSignal): Promise<PositionedAnswer<T>> {
    const token = this.#token()
    const address = requestAddress([path, params])
    const first = token === null ? null : takePrefetchedAnswer<T>(address, token)
    // A screen starts many reads at once. Yielding lets the browser paint the frame first.
    if (!first) await yieldToBrowser()
    const fresh = await this.#fetcher.read<T>(address, signal, first)
    this.#recordPosition(fresh)
    return fresh
  }

  /** Reads what is not in the account's log, with the account's token. */
  get<T>(path: string, params: QueryParams = {}, signal?: AbortSignal): Promise<T> {
    return trackConnection(() => get<T>(path, params, signal, this.#tokenOrThrow()))
  }

  /** Reads a file with the account's token. @param type the type that it is given, whatever the answer says */
  getFile(path: string, type: string, signal?: AbortSignal): Promise<Blob> {
    return trackConnection(() => fetchFile(path, type, this.#tokenOrThrow(), signal))
  }

  /** Sends a change that is not a command, with the account's token. */
  send<T = unknown>(call: Omit<ApiCall, 'token' | 'anonymous'>): Promise<T> {
    return trackConnection(() => send<T>({ ...call, token: this.#tokenOrThrow() }))
  }

  /** Refetches queries of these entities whose answers are older than a position, and the recomputed answers; no long list. */
  refresh(changed: ReadonlySet<string>, answers: readonly string[] = [], upTo = Number.POSITIVE_INFINITY): Promise<void> {
    const isComputed = ({ meta }: Query) => answers.some((answer) => answer === meta?.['answer'])
    return this.client.invalidateQueries({
      predicate: (query) => !isLongList(query) && (isComputed(query) || isStale(query, changed, upTo)),
    })
  }

  /** Long lists are refetched only after commands on other entities: those on their own are applied to them. */
  async #refreshAfterCommands(changed: ReadonlySet<string>): Promise<void> {
    const isChangedByOthers = (list: unknown): boolean =>
      [...changed].some((entity) => entity !== list && entitiesChangedWith(entity).includes(list as string))
    await Promise.all([
      this.refresh(changed),
      this.client.invalidateQueries({ predicate: (query) => isLongList(query) && isChangedByOthers(query.queryKey[0]) }),
    ])
  }

  /**
   * Refetches long lists after a live change, unless all of it was done by this device's commands. Their answers may arrive after
   * the change, so this is decided later.
   */
  #refreshLongListsLater(changed: ReadonlySet<string>, since: Position | null, { log, seq }: Position): void {
    const isOwn = ({ queryKey: [entity] }: Query): boolean => {
      const own = this.outbox
        .state()
        .queue.flatMap(({ command, status }) => (command.entity === entity && status.is === 'done' && status.log === log ? status.seq : []))
      return since?.log === log && new Set(own.filter((position) => position > since.seq && position <= seq)).size === seq - since.seq
    }
    setTimeout(() => {
      void this.client.invalidateQueries({ predicate: (query) => isLongList(query) && isStale(query, changed, seq) && !isOwn(query) })
    }, OWN_ANSWER_MS)
  }

  /** The profile may have changed, or the account was emptied. */
  #refreshAll(): void {
    void this.client.invalidateQueries()
    this.get<UserAnswer>('/auth/verify').then(
      ({ user }) => refreshUser(user),
      () => undefined,
    )
  }

  /** The account's token; null while it has no session, even if another account has one. */
  #token(): string | null {
    const { token, user } = session()
    return !this.#isClosed && user?.id === this.id ? token : null
  }

  #exchange<T>(call: ApiCall): Promise<ApiResponse<T>> {
    return trackConnection(() => sendForResponse<T>({ ...call, token: this.#tokenOrThrow() }))
  }

  #createTransport(): CommandTransport {
    return {
      send: async (request, { key, version }) => {
        const headers = { 'Idempotency-Key': key, ...(version !== null && { 'If-Match': `"${version}"` }) }
        const { headers: answerHeaders, body } = await this.#exchange({ ...request, headers })
        const { log, seq } = parsePosition(answerHeaders)
        this.#recordPosition({ log, seq })
        return { body, position: { log, seq } }
      },
      read: async (path) => {
        const { body } = await this.#exchange({ method: 'GET', path, headers: this.minPositionHeader() })
        return body
      },
      fetchEntity: async (entity, id) => {
        const [found] = Object.values(await this.get<Record<string, Entity | null>>(entityPath(entity, id)))
        if (!found) throw new ApiError(404, 'NOT_FOUND', rejections.NOT_FOUND.text)
        return found
      },
    }
  }

  /** The header that makes the server answer no older than what this device has seen. */
  minPositionHeader(): Record<string, string> {
    return this.#position ? { [MIN_SEQ_HEADER]: writePosition(this.#position) } : {}
  }

  /**
   * Records that the log was seen up to a position. In another log, such as a restored one, answers and commands of the former may
   * be missing: everything is read and sent again.
   */
  #recordPosition({ log, seq }: Position): void {
    const before = this.#position
    this.#position = before?.log === log ? { log, seq: Math.max(before.seq, seq) } : { log, seq }
    if (before === null || before.log === log || this.#isClosed) return
    this.#fetcher.forget()
    void this.#persister.clear()
    void this.outbox.resendAfterLogChange(log)
    void this.client.resetQueries()
  }

  #tokenOrThrow(): string {
    const token = this.#token()
    if (token === null) throw new ApiError(401, 'UNAUTHENTICATED', rejections.UNAUTHENTICATED.text)
    return token
  }
}

/** Whether a query is of these entities and has an answer older than a position. */
function isStale(query: Query, changed: ReadonlySet<string>, upTo: number): boolean {
  const { queryKey, meta } = query
  const isOf = meta?.['isOfAll'] === true || changed.has(queryKey[0] as string)
  const answers = answersOf(query)
  return isOf && (answers.length === 0 || answers.some(({ seq }) => seq < upTo))
}

/** A refusal is final; a lost connection or a server error may pass. */
function isTransient(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.code === 'NETWORK' || failure.status >= 500)
}

/** Runs a call and records whether the server was reachable. */
async function trackConnection<T>(call: () => Promise<T>): Promise<T> {
  try {
    const answer = await call()
    recordReachable()
    return answer
  } catch (failure) {
    if (failure instanceof ApiError && failure.status > 0) recordReachable()
    else if (failure instanceof ApiError) recordUnreachable()
    throw failure
  }
}

/** Lets the browser do more urgent work first, such as painting. */
function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const AccountContext = createContext<Account | null>(null)
export const AccountProvider = AccountContext.Provider

/** The account of the screens. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount outside the signed-in area')
  return account
}

/**
 * This device's commands on a kind of entity, in order. Their `attempts` may be out of date: no screen of an entity shows them, so
 * a change of them does not render.
 */
export function useQueue(entity: LiveEntity): readonly QueuedCommand[] {
  const { outbox } = useAccount()
  return useSyncExternalStore(
    (notify) => outbox.subscribe(notify),
    () => outbox.queueOf(entity),
  )
}
