import { createContext, useContext, useSyncExternalStore } from 'react'
import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { MIN_SEQ_HEADER, writePosition, type Position } from '@prumo/shared/freshness'
import type { UserAnswer } from '@prumo/shared/identity'
import type { LiveEntity } from '@prumo/shared/live'
import { rejections } from '@prumo/shared/rejections'
import { takePrefetchedAnswer, ApiError, sendForResponse, get, send, type ApiResponse, type ApiCall } from '../lib/api'
import { askToPersist } from '../lib/device-storage'
import { requestAddress, type QueryParams } from '../lib/api-query'
import { refreshUser, session } from '../lib/session'
import { redirectToPlans } from '../lib/plans-redirect'
import type { Entity, QueuedCommand } from './sync/command'
import { onReconnect, recordUnreachable, recordReachable } from './connection'
import { parsePosition, type PositionedAnswer } from './sync/optimistic'
import { answersOf, QueryPersister } from './sync/query-persister'
import { followLiveChanges } from './live'
import { CommandOutbox } from './sync/outbox'
import { ConditionalFetcher } from './sync/conditional-fetcher'
import { entities } from './entities'
import { entitiesChangedWith, entityPath, registerEntities } from './sync/entity-registry'
import type { CommandTransport } from './sync/sender'
import type { PersistedAnswer } from './sync/account-database'
import { openStore, type AccountStore } from './sync/device-store'
import { deleteStore, clearDiscarded, recordDiscarded } from './sync/discarded-commands'

registerEntities(entities)

const MAX_RETRIES = 2

/**
 * All that the browser has of one account: its server data, its commands, and its connections. Another account has
 * another one, so nothing that is on its way when the account changes can reach the next.
 */
export class Account {
  readonly id: string
  readonly client: QueryClient
  readonly outbox: CommandOutbox
  readonly #fetcher: ConditionalFetcher
  readonly #persister: QueryPersister
  readonly #store: AccountStore
  /** How far the device has seen the log: everything read so far is of that history. */
  #position: Position | null = null
  readonly #disposers: (() => void)[] = []
  #isClosed = false

  /** Opens what the device keeps of the account; the screens begin with it. */
  static async open(id: string): Promise<Account> {
    const store = await openStore(id)
    const [queue, reads] = await Promise.all([store.queue().catch(() => []), store.answers().catch(() => [])])
    return new Account(id, store, queue, reads)
  }

  private constructor(id: string, store: AccountStore, queue: readonly QueuedCommand[], reads: readonly PersistedAnswer[]) {
    this.id = id
    this.#store = store
    this.client = new QueryClient({
      queryCache: new QueryCache({
        onError: (failure, query) => {
          const code = failure instanceof ApiError ? failure.code : ''
          console.warn('A refresh failed', query.queryKey.slice(0, 2).join(' '), code)
          // What waits on the device stays there until it is paid for.
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
    this.#fetcher = new ConditionalFetcher((path, headers, signal) => {
      return this.#exchange({ method: 'GET', path, headers: { ...headers, ...this.minPositionHeader() }, signal })
    }, this.outbox)
    this.#persister = new QueryPersister(this.client, store, this.outbox)
    for (const position of this.#persister.restore(reads)) this.#recordPosition(position)
    this.#disposers.push(this.#persister.follow())
  }

  /** Begins to send, to listen and to refresh. */
  start(): void {
    const { client, outbox } = this
    this.#disposers.push(
      // From the first command on the device holds what is nowhere else.
      outbox.listen({
        changed: (changed) => void (changed.has('account') ? this.invalidateAll() : this.refresh(changed)),
        enqueued: askToPersist,
      }),
      onReconnect(() => {
        outbox.wake()
        void client.invalidateQueries()
      }),
      followLiveChanges({
        account: this.id,
        token: () => this.#token(),
        onBeginning: ({ log, seq }) => {
          this.#recordPosition({ log, seq })
          void client.invalidateQueries({ predicate: (query) => answersOf(query).some((answer) => answer.seq < seq) })
        },
        onChange: ({ log, seq, entities: changed, answers }) => {
          this.#recordPosition({ log, seq })
          if (changed.includes('account')) return this.#refreshAll()
          void this.refresh(new Set(changed.flatMap(entitiesChangedWith)), answers, seq)
        },
        onOver: () => void client.invalidateQueries(),
      }),
    )
    outbox.start()
  }

  /** The session ended by itself: of what is on the device only what was never sent stays, sealed, for the same person to come back. */
  async leave(): Promise<void> {
    this.#dispose()
    await this.#store.seal().catch(() => undefined)
    this.#store.close()
  }

  /** Nothing more is sent, read or shown for it. What waits stays on the device. */
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

  /** Lets go of everything that was read of it, and asks anew for what is on the screen. */
  async invalidateAll(): Promise<void> {
    await this.#persister.clear()
    await this.client.resetQueries()
  }

  /** Takes everything of the account from this device, what waits included. @returns false where the browser kept it */
  async erase(): Promise<boolean> {
    this.outbox.stop()
    // Whatever becomes of the rest, nothing of it is sent.
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

  /** Reads from the server what its log says of this account, and how far. */
  async read<T>(path: string, params: QueryParams, signal?: AbortSignal): Promise<PositionedAnswer<T>> {
    const token = this.#token()
    const address = requestAddress([path, params])
    const first = token === null ? null : takePrefetchedAnswer<T>(address, token)
    // A screen asks for much at once, and each call takes time of the frame that shows what was touched.
    if (!first) await yieldToBrowser()
    const fresh = await this.#fetcher.read<T>(address, signal, first)
    this.#recordPosition(fresh)
    return fresh
  }

  /** Reads from the server, as this account, what is no part of its log. */
  get<T>(path: string, params: QueryParams = {}, signal?: AbortSignal): Promise<T> {
    return trackConnection(() => get<T>(path, params, signal, this.#tokenOrThrow()))
  }

  /** Sends what changes something, as this account. */
  send<T = unknown>(call: Omit<ApiCall, 'token' | 'anonymous'>): Promise<T> {
    return trackConnection(() => send<T>({ ...call, token: this.#tokenOrThrow() }))
  }

  /** Asks anew for what is made from these and reflects less than a position, and from what workers computed again. */
  refresh(changed: ReadonlySet<string>, answers: readonly string[] = [], upTo = Number.POSITIVE_INFINITY): Promise<void> {
    const isOf = ({ queryKey, meta }: Query) => meta?.['isOfAll'] === true || changed.has(queryKey[0] as string)
    const isOlder = (query: Query) => answersOf(query).length === 0 || answersOf(query).some(({ seq }) => seq < upTo)
    const isComputed = ({ meta }: Query) => answers.some((answer) => answer === meta?.['answer'])
    return this.client.invalidateQueries({ predicate: (query) => isComputed(query) || (isOf(query) && isOlder(query)) })
  }

  /** The profile is another, or nothing is left of everything else. */
  #refreshAll(): void {
    void this.client.invalidateQueries()
    this.get<UserAnswer>('/auth/verify').then(
      ({ user }) => refreshUser(user),
      () => undefined,
    )
  }

  /** Its own token; null while it has none, whoever else is signed in. */
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
        const { headers: said, body } = await this.#exchange({ ...request, headers })
        const { log, seq } = parsePosition(said)
        this.#recordPosition({ log, seq })
        return { body, position: { log, seq } }
      },
      fetchEntity: async (entity, id) => {
        const [found] = Object.values(await this.get<Record<string, Entity | null>>(entityPath(entity, id)))
        if (!found) throw new ApiError(404, 'NOT_FOUND', rejections.NOT_FOUND.text)
        return found
      },
    }
  }

  /** What a read says so that its answer is not older than what the device has seen. */
  minPositionHeader(): Record<string, string> {
    return this.#position ? { [MIN_SEQ_HEADER]: writePosition(this.#position) } : {}
  }

  /** The log was seen up to here. Where another history has begun, the last of what was read and answered may be missing in it. */
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

/** A refusal will be the same next time; a lost connection or a tired server may not. */
function isTransient(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.code === 'NETWORK' || failure.status >= 500)
}

/** A call, and what it says about the connection. */
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

/** Lets the browser do what is more urgent, such as painting. */
function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const AccountContext = createContext<Account | null>(null)
export const AccountProvider = AccountContext.Provider

/** The account whose screens these are. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount outside the signed-in area')
  return account
}

/**
 * This device's commands on a kind of entity, in order. Their content and standing are of now; their counts of attempts may
 * be older, because no screen that shows the entity says those.
 */
export function useQueue(entity: LiveEntity): readonly QueuedCommand[] {
  const { outbox } = useAccount()
  return useSyncExternalStore(
    (notify) => outbox.subscribe(notify),
    () => outbox.queueOf(entity),
  )
}
