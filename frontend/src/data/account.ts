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
import type { Entity, EntityName, Item } from './command'
import { onReturn, serverMissed, serverReached } from './connection'
import { reflectionOf, type Fresh } from './shown'
import { answersOf, KeptReads } from './kept-reads'
import { followLive } from './live'
import { Outbox } from './outbox'
import { Reader } from './reader'
import { changedWith, pathOf } from './registry'
import type { Wire } from './sender'
import type { KeptRead } from './account-database'
import { openStore, type Store } from './device-store'
import { deleteStore, forgetVoid, noteVoid } from './void-line'

const MAX_RETRIES = 2

/**
 * All that the browser has of one account: its server data, its commands, and its connections. Another account has
 * another one, so nothing that is on its way when the account changes can reach the next.
 */
export class Account {
  readonly id: string
  readonly client: QueryClient
  readonly outbox: Outbox
  readonly #reader: Reader
  readonly #kept: KeptReads
  readonly #store: Store
  /** How far the device has seen the log: everything read so far is of that history. */
  #seen: Position | null = null
  readonly #endings: (() => void)[] = []
  #isClosed = false

  /** Opens what the device keeps of the account; the screens begin with it. */
  static async open(id: string): Promise<Account> {
    const store = await openStore(id)
    const [line, reads] = await Promise.all([store.line().catch(() => []), store.reads().catch(() => [])])
    return new Account(id, store, line, reads)
  }

  private constructor(id: string, store: Store, line: readonly Item[], reads: readonly KeptRead[]) {
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
          retry: (failures, failure) => failures < MAX_RETRIES && isPassing(failure),
        },
        mutations: { retry: false },
      },
    })
    this.outbox = new Outbox(id, store, this.#wire(), line)
    this.#reader = new Reader((path, headers, signal) => {
      return this.#exchange({ method: 'GET', path, headers: { ...headers, ...this.atLeast() }, signal })
    }, this.outbox)
    this.#kept = new KeptReads(this.client, store, this.outbox)
    for (const position of this.#kept.recall(reads)) this.#meet(position)
    this.#endings.push(this.#kept.follow())
  }

  /** Begins to send, to listen and to refresh. */
  start(): void {
    const { client, outbox } = this
    this.#endings.push(
      // From the first command on the device holds what is nowhere else.
      outbox.listen({
        changed: (entities) => void (entities.has('account') ? this.forget() : this.refresh(entities)),
        accepted: askToPersist,
      }),
      onReturn(() => {
        outbox.wake()
        void client.invalidateQueries()
      }),
      followLive({
        account: this.id,
        token: () => this.#token(),
        onBeginning: ({ log, seq }) => {
          this.#meet({ log, seq })
          void client.invalidateQueries({ predicate: (query) => answersOf(query).some((answer) => answer.seq < seq) })
        },
        onChange: ({ log, seq, entities, answers }) => {
          this.#meet({ log, seq })
          if (entities.includes('account')) return this.#refreshAll()
          void this.refresh(new Set(entities.flatMap(changedWith)), answers, seq)
        },
        onOver: () => void client.invalidateQueries(),
      }),
    )
    outbox.start()
  }

  /** The session ended by itself: of what is on the device only what was never sent stays, sealed, for the same person to come back. */
  async leave(): Promise<void> {
    this.#end()
    await this.#store.leave().catch(() => undefined)
    this.#store.close()
  }

  /** Nothing more is sent, read or shown for it. What waits stays on the device. */
  close(): void {
    this.#end()
    this.#store.close()
  }

  #end(): void {
    this.#isClosed = true
    for (const end of this.#endings) end()
    this.outbox.stop()
    void this.client.cancelQueries()
    this.client.clear()
  }

  /** Lets go of everything that was read of it, and asks anew for what is on the screen. */
  async forget(): Promise<void> {
    await this.#kept.forget()
    await this.client.resetQueries()
  }

  /** Takes everything of the account from this device, what waits included. @returns false where the browser kept it */
  async erase(): Promise<boolean> {
    this.outbox.stop()
    // Whatever becomes of the rest, nothing of it is sent.
    noteVoid(this.id, 'all')
    const isCleared =
      this.#store.isKept &&
      (await this.#store.clear().then(
        () => true,
        () => false,
      ))
    this.close()
    const isErased = isCleared || (await deleteStore(this.id))
    if (isErased) forgetVoid(this.id)
    return isErased || !this.#store.isKept
  }

  /** Reads from the server what its log says of this account, and how far. */
  async read<T>(path: string, params: QueryParams, signal?: AbortSignal): Promise<Fresh<T>> {
    const token = this.#token()
    const address = requestAddress([path, params])
    const first = token === null ? null : takePrefetchedAnswer<T>(address, token)
    // A screen asks for much at once, and each call takes time of the frame that shows what was touched.
    if (!first) await nextTurn()
    const fresh = await this.#reader.read<T>(address, signal, first)
    this.#meet(fresh)
    return fresh
  }

  /** Reads from the server, as this account, what is no part of its log. */
  ask<T>(path: string, params: QueryParams = {}, signal?: AbortSignal): Promise<T> {
    return noted(() => get<T>(path, params, signal, this.#tokenOrThrow()))
  }

  /** Sends what changes something, as this account. */
  tell<T = unknown>(call: Omit<ApiCall, 'token' | 'anonymous'>): Promise<T> {
    return noted(() => send<T>({ ...call, token: this.#tokenOrThrow() }))
  }

  /** Asks anew for what is made from these and reflects less than a position, and from what workers computed again. */
  refresh(entities: ReadonlySet<LiveEntity>, answers: readonly string[] = [], upTo = Number.POSITIVE_INFINITY): Promise<void> {
    const isOf = ({ queryKey, meta }: Query) => meta?.['isOfAll'] === true || entities.has(queryKey[0] as LiveEntity)
    const isOlder = (query: Query) => answersOf(query).length === 0 || answersOf(query).some(({ seq }) => seq < upTo)
    const isComputed = ({ meta }: Query) => answers.some((answer) => answer === meta?.['answer'])
    return this.client.invalidateQueries({ predicate: (query) => isComputed(query) || (isOf(query) && isOlder(query)) })
  }

  /** The profile is another, or nothing is left of everything else. */
  #refreshAll(): void {
    void this.client.invalidateQueries()
    this.ask<UserAnswer>('/auth/verify').then(
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
    return noted(() => sendForResponse<T>({ ...call, token: this.#tokenOrThrow() }))
  }

  #wire(): Wire {
    return {
      send: async (request, { key, version }) => {
        const headers = { 'Idempotency-Key': key, ...(version !== null && { 'If-Match': `"${version}"` }) }
        const { headers: said, body } = await this.#exchange({ ...request, headers })
        const { log, seq } = reflectionOf(said)
        this.#meet({ log, seq })
        return { body, position: { log, seq } }
      },
      read: async (entity, id) => {
        const [found] = Object.values(await this.ask<Record<string, Entity | null>>(pathOf(entity, id)))
        if (!found) throw new ApiError(404, 'NOT_FOUND', rejections.NOT_FOUND.text)
        return found
      },
    }
  }

  /** What a read says so that its answer is not older than what the device has seen. */
  atLeast(): Record<string, string> {
    return this.#seen ? { [MIN_SEQ_HEADER]: writePosition(this.#seen) } : {}
  }

  /** The log was seen up to here. Where another history has begun, the last of what was read and answered may be missing in it. */
  #meet({ log, seq }: Position): void {
    const before = this.#seen
    this.#seen = before?.log === log ? { log, seq: Math.max(before.seq, seq) } : { log, seq }
    if (before === null || before.log === log || this.#isClosed) return
    this.#reader.forget()
    void this.#kept.forget()
    void this.outbox.doubt(log)
    void this.client.resetQueries()
  }

  #tokenOrThrow(): string {
    const token = this.#token()
    if (token === null) throw new ApiError(401, 'UNAUTHENTICATED', rejections.UNAUTHENTICATED.text)
    return token
  }
}

/** A refusal will be the same next time; a lost connection or a tired server may not. */
function isPassing(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.code === 'NETWORK' || failure.status >= 500)
}

/** A call, and what it says about the connection. */
async function noted<T>(call: () => Promise<T>): Promise<T> {
  try {
    const answer = await call()
    serverReached()
    return answer
  } catch (failure) {
    if (failure instanceof ApiError && failure.status > 0) serverReached()
    else if (failure instanceof ApiError) serverMissed()
    throw failure
  }
}

/** Lets the browser do what is more urgent, such as painting. */
function nextTurn(): Promise<void> {
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
export function useLine(entity: EntityName): readonly Item[] {
  const { outbox } = useAccount()
  return useSyncExternalStore(
    (notify) => outbox.subscribe(notify),
    () => outbox.lineOf(entity),
  )
}
