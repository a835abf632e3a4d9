import 'fake-indexeddb/auto'
import { ReadableStream, TransformStream } from 'node:stream/web'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { SEQ_HEADER } from '@prumo/shared/freshness'
import type { User } from '@prumo/shared/identity'
import type { LiveChange } from '@prumo/shared/live'
import { beginSession } from '../lib/session'
import { Account } from './account'
import { answerAt, aTransaction } from './test-fixtures'
import { deleteTransaction } from './transaction-commands'

const ana = { id: 'ana', name: 'Ana', email: 'ana@example.com' } as User

describe('a long list that this device changes', () => {
  let account: Account
  let live: ReadableStreamDefaultController<Uint8Array>
  let pagesRead = 0

  beforeEach(async () => {
    Object.assign(globalThis, { ReadableStream, TransformStream })
    globalThis.fetch = jest.fn(async (path: string) => {
      if (path !== '/api/live') return Response.json({ transaction: null }, { headers: { [SEQ_HEADER]: 'l.6' } })
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (live = controller as never) })
      return new Response(body as never, { headers: { 'Content-Type': 'text/event-stream' } })
    }) as never
    beginSession('token', ana, false)
    account = await Account.open(ana.id)
    account.start()
    const list = new InfiniteQueryObserver(account.client, {
      queryKey: ['transaction', 'list'],
      queryFn: async ({ pageParam }) => {
        pagesRead += 1
        return answerAt(5, { transactions: [], nextCursor: pageParam + 1 })
      },
      initialPageParam: 0,
      getNextPageParam: ({ data }) => data.nextCursor,
      meta: { appliesOwnChanges: true },
    })
    list.subscribe(() => undefined)
    await list.refetch()
    for (let pages = 1; pages < 4; pages += 1) await list.fetchNextPage()
    stream({ log: 'l', seq: 5, entities: [], answers: [] })
    pagesRead = 0
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] })
  })
  afterEach(() => {
    account.close()
    jest.useRealTimers()
  })

  const stream = (change: LiveChange) => live.enqueue(new TextEncoder().encode(`event: changed\ndata: ${JSON.stringify(change)}\n\n`))
  const enqueueDeletion = async () => {
    const { id } = await account.outbox.enqueue(deleteTransaction(aTransaction()))
    await jest.advanceTimersByTimeAsync(100)
    expect((await account.outbox.settled(id))?.status).toMatchObject({ is: 'done', seq: 6 })
  }

  it('is not refetched, neither after the answer nor after its live change', async () => {
    await enqueueDeletion()
    stream({ log: 'l', seq: 6, entities: ['transaction'], answers: [] })
    await jest.advanceTimersByTimeAsync(5_000)
    expect(pagesRead).toBe(0)
  })

  it('is refetched after a change by another device', async () => {
    await enqueueDeletion()
    stream({ log: 'l', seq: 7, entities: ['transaction'], answers: [] })
    await jest.advanceTimersByTimeAsync(5_000)
    expect(pagesRead).toBe(4)
  })
})

it.each([
  ['once', 7, 1],
  ['again if it was read before that', 6, 2],
])('what is being requested while the stream begins is requested %s', async (_, seq, times) => {
  Object.assign(globalThis, { ReadableStream, TransformStream })
  const beginning = new TextEncoder().encode(`event: changed\ndata: ${JSON.stringify({ log: 'l', seq: 7, entities: [], answers: [] })}\n\n`)
  let begin = () => {}
  globalThis.fetch = jest.fn(async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (begin = () => controller.enqueue(beginning)) })
    return new Response(body as never, { headers: { 'Content-Type': 'text/event-stream' } })
  }) as never
  beginSession('token', ana, false)
  const account = await Account.open(ana.id)
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] })
  account.client.setQueryData(['wallet'], answerAt(5, []))
  const answers: ((answer: unknown) => void)[] = []
  const queryFn = () => new Promise((resolve) => answers.push(resolve))
  const stop = new QueryObserver(account.client, { queryKey: ['wallet'], queryFn, staleTime: 0 }).subscribe(() => undefined)
  account.start()
  await jest.advanceTimersByTimeAsync(100)
  begin()
  await jest.advanceTimersByTimeAsync(100)
  answers[0]?.(answerAt(seq, []))
  await jest.advanceTimersByTimeAsync(100)
  expect(answers).toHaveLength(times)
  stop()
  account.close()
  jest.useRealTimers()
})
