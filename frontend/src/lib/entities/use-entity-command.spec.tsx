import type { PropsWithChildren } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { ApiError } from '../api'
import { byText, listKey, type Change, type EntityKind } from './entity-list'
import { useEntityCommand } from './use-entity-command'

interface Note {
  id: string
  version: number
  text: string
}

/** An answer that comes when the test says so. */
class Answer {
  resolve!: (note: Note | null) => void
  reject!: (failure: unknown) => void
  readonly promise = new Promise<Note | null>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })
}

function setUp(...shown: Note[]) {
  const read = jest.fn(async (): Promise<Note> => Promise.reject(new Error('not asked in this test')))
  const kind: EntityKind<Note> = { name: 'notes', read, compare: (one, other) => byText(one.text, other.text) }
  // Nothing is collected while the test runs, so no timer outlives it.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity }, mutations: { gcTime: Infinity } } })
  client.setQueryData(listKey(kind), shown)
  const invalidate = jest.spyOn(client, 'invalidateQueries')
  const sent: Answer[] = []
  const failures: unknown[] = []
  const { result } = renderHook(
    () =>
      useEntityCommand<Note, Change<Note>>(kind, {
        send: () => {
          const answer = new Answer()
          sent.push(answer)
          return answer.promise
        },
        onFailed: (failure) => failures.push(failure),
      }),
    { wrapper: ({ children }: PropsWithChildren) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  return {
    read,
    invalidate,
    sent,
    failures,
    command: (before: Note | null, after: Note | null) => act(() => result.current.mutate({ before, after })),
    listed: () => client.getQueryData<Note[]>(listKey(kind)),
  }
}

const a: Note = { id: '1', version: 1, text: 'a' }
const b: Note = { id: '2', version: 1, text: 'b' }
const c: Note = { ...a, version: 2, text: 'c' }
const d: Note = { ...a, version: 3, text: 'd' }

describe('a command on an entity', () => {
  it('shows its effect in its place before the answer, and then what the server made of it', async () => {
    const { command, listed, sent, invalidate } = setUp(a, b)
    command(a, c)
    await waitFor(() => expect(listed()).toEqual([b, c]))
    const stored = { ...c, text: 'A' }
    await act(async () => sent[0]?.resolve(stored))
    await waitFor(() => expect(listed()).toEqual([stored, b]))
    expect(invalidate).toHaveBeenCalledTimes(1)
  })

  it('leaves only after the one before it, whose answer takes nothing back', async () => {
    const { command, listed, sent, invalidate } = setUp(a)
    command(a, c)
    command(c, d)
    await waitFor(() => expect(listed()).toEqual([d]))
    expect(sent).toHaveLength(1)
    await act(async () => sent[0]?.resolve(c))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(listed()).toEqual([d])
    expect(invalidate).not.toHaveBeenCalled()
    await act(async () => sent[1]?.resolve(d))
    await waitFor(() => expect(invalidate).toHaveBeenCalledTimes(1))
  })

  it('that arrives after the entity was taken away does not bring it back', async () => {
    const { command, listed, sent } = setUp(a)
    command(a, c)
    command(c, null)
    await waitFor(() => expect(listed()).toEqual([]))
    await act(async () => sent[0]?.resolve(c))
    expect(listed()).toEqual([])
  })

  it('is taken back when it fails, and says why', async () => {
    const { command, listed, sent, failures } = setUp(a)
    command(null, b)
    await waitFor(() => expect(listed()).toEqual([a, b]))
    command(a, null)
    await waitFor(() => expect(listed()).toEqual([b]))
    const failure = new ApiError(500, 'INTERNAL', 'Erro interno do servidor. Tente novamente mais tarde.')
    await act(async () => sent[0]?.reject(failure))
    await waitFor(() => expect(failures).toEqual([failure]))
    expect(listed()).toEqual([])
    await act(async () => sent[1]?.reject(failure))
    await waitFor(() => expect(listed()).toEqual([a]))
  })

  it('learns from a refusal what is true on the server', async () => {
    const { command, listed, sent, read } = setUp(a)
    read.mockResolvedValue({ ...a, version: 7, text: 'elsewhere' })
    command(a, c)
    await waitFor(() => expect(sent).toHaveLength(1))
    await act(async () => sent[0]?.reject(new ApiError(412, 'VERSION_MISMATCH', 'Este registro mudou em outro lugar. Atualize e tente de novo.')))
    await waitFor(() => expect(listed()).toEqual([{ ...a, version: 7, text: 'elsewhere' }]))
  })

  it('takes away what the server no longer has', async () => {
    const { command, listed, sent } = setUp(a)
    command(a, c)
    await waitFor(() => expect(sent).toHaveLength(1))
    await act(async () => sent[0]?.reject(new ApiError(404, 'NOT_FOUND', 'Recurso não encontrado.')))
    await waitFor(() => expect(listed()).toEqual([]))
  })
})
