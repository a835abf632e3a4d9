import type { PropsWithChildren } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { Transaction } from '@prumo/shared/transactions'
import { ApiError } from '../../../lib/api'
import type { CachedList } from '../cache/cached-lists'
import type { Change } from '../cache/change'
import { aTransaction } from '../cache/test-transaction'
import { transactionKeys } from '../cache/transaction-query'
import { useCommand } from './use-command'

/** An answer that comes when the test says so. */
class Answer {
  resolve!: (transaction: Transaction | null) => void
  reject!: (failure: unknown) => void
  readonly promise = new Promise<Transaction | null>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })
}

function setUp(...shown: Transaction[]) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
  const list: CachedList = { pages: [{ transactions: shown, nextCursor: null }], pageParams: [null] }
  client.setQueryData(transactionKeys.list({}), list)
  const sent: { change: Change; answer: Answer }[] = []
  const failures: unknown[] = []
  const { result } = renderHook(
    () =>
      useCommand({
        send: (change: Change) => {
          const answer = new Answer()
          sent.push({ change, answer })
          return answer.promise
        },
        onFailed: (failure) => failures.push(failure),
      }),
    { wrapper: ({ children }: PropsWithChildren) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  return {
    sent,
    failures,
    command: (change: Change) => act(() => result.current.mutate(change)),
    listed: () => client.getQueryData<CachedList>(transactionKeys.list({}))?.pages.flatMap((page) => page.transactions) ?? [],
  }
}

const sale = aTransaction({ id: 'sale', amount: 10, version: 1 })
const raised = { ...sale, amount: 20, version: 2 }
const renamed = { ...raised, description: 'Venda grande', version: 3 }

describe('a command', () => {
  it('shows its effect before the answer, and then what the server made of it', async () => {
    const { command, sent, listed } = setUp(sale)
    command({ before: sale, after: raised })
    await waitFor(() => expect(listed()).toEqual([raised]))
    await waitFor(() => expect(sent).toHaveLength(1))
    const stored = { ...raised, updatedAt: '2026-11-20T15:00:00.000Z' }
    await act(async () => sent[0]?.answer.resolve(stored))
    await waitFor(() => expect(listed()).toEqual([stored]))
  })

  it('leaves only after the one before it was answered', async () => {
    const { command, sent, listed } = setUp(sale)
    command({ before: sale, after: raised })
    command({ before: raised, after: renamed })
    await waitFor(() => expect(listed()).toEqual([renamed]))
    expect(sent).toHaveLength(1)
    await act(async () => sent[0]?.answer.resolve(raised))
    await waitFor(() => expect(sent).toHaveLength(2))
    // The older answer does not take back what the later command already shows.
    expect(listed()).toEqual([renamed])
    await act(async () => sent[1]?.answer.resolve(renamed))
    expect(listed()).toEqual([renamed])
  })

  it('is taken back when it fails, and says why', async () => {
    const { command, sent, listed, failures } = setUp(sale)
    command({ before: null, after: aTransaction({ id: 'new' }) })
    await waitFor(() => expect(listed()).toHaveLength(2))
    command({ before: sale, after: null })
    await waitFor(() => expect(listed().map(({ id }) => id)).toEqual(['new']))
    const failure = new ApiError(500, 'INTERNAL', 'Erro interno do servidor. Tente novamente mais tarde.')
    await act(async () => sent[0]?.answer.reject(failure))
    await waitFor(() => expect(failures).toEqual([failure]))
    expect(listed()).toEqual([])
    await act(async () => sent[1]?.answer.reject(failure))
    await waitFor(() => expect(listed()).toEqual([sale]))
  })

  it('takes away what the server no longer has', async () => {
    const { command, sent, listed, failures } = setUp(sale)
    command({ before: sale, after: raised })
    await waitFor(() => expect(sent).toHaveLength(1))
    await act(async () => sent[0]?.answer.reject(new ApiError(404, 'NOT_FOUND', 'Transação original não encontrada.')))
    await waitFor(() => expect(failures).toHaveLength(1))
    await waitFor(() => expect(listed()).toEqual([]))
  })
})
