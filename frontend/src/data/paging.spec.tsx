import { act, render, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { usePaging } from './paging'

/** A server that answers page by page, when the test says so. */
class SlowServer {
  /** The open requests: the page, and its abort signal. */
  readonly asked: { page: number; signal: AbortSignal; answer: (failure?: Error) => Promise<void> }[] = []

  readonly read = async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }): Promise<number> => {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cancelled')))
      const answer = (failure?: Error) => act(async () => (failure ? reject(failure) : resolve()))
      this.asked.push({ page: pageParam, signal, answer })
    })
    return pageParam
  }

  /** Answers the next request, which has to be for this page only. */
  async answers(page: number, failure?: Error): Promise<void> {
    const next = await waitFor(() => {
      const [first, ...more] = this.waiting()
      if (first?.page !== page || more.length > 0)
        throw new Error(
          `Asked for: ${this.waiting()
            .map((each) => each.page)
            .join(', ')}`,
        )
      return first
    })
    this.asked.splice(0)
    await next.answer(failure)
  }

  waiting() {
    return this.asked.filter(({ signal }) => !signal.aborted)
  }
}

const PAGES = 3
const key = ['list']

function List({ server }: { server: SlowServer }) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: server.read,
    initialPageParam: 1,
    getNextPageParam: (last) => (last < PAGES ? last + 1 : null),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { hasMore, isLoadingMore, isLoadMoreFailed, loadMore } = usePaging(query, key)
  return (
    <>
      <output>{query.data?.pages.join(' ')}</output>
      {hasMore && (
        <button type="button" aria-busy={isLoadingMore} onClick={loadMore}>
          {isLoadMoreFailed ? 'Again' : 'More'}
        </button>
      )}
    </>
  )
}

/** A list whose first page was read. */
async function opened() {
  const server = new SlowServer()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <List server={server} />
    </QueryClientProvider>,
  )
  await server.answers(1)
  await screen.findByRole('button')
  return {
    server,
    /** Invalidates the list, as after a change. */
    refresh: () => act(async () => void client.invalidateQueries()),
    press: (name = 'More') => act(async () => screen.getByRole('button', { name }).click()),
    shows: (pages: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${pages}$`))),
  }
}

it('reads one page per request', async () => {
  const { server, press, shows } = await opened()
  await press()
  await press()
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await server.answers(2)
  await shows('1 2')
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'false')
  expect(server.waiting()).toEqual([])
  await press()
  await server.answers(3)
  await shows('1 2 3')
  expect(screen.queryByRole('button')).toBeNull()
})

it('reads on although a refresh cancels the page under way', async () => {
  const { server, press, refresh, shows } = await opened()
  await press()
  await waitFor(() => expect(server.waiting()).toMatchObject([{ page: 2 }]))
  await refresh()
  await server.answers(1)
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await server.answers(2)
  await shows('1 2')
})

it('waits for a refresh under way, and then reads on', async () => {
  const { server, press, refresh, shows } = await opened()
  await refresh()
  await press()
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await server.answers(1)
  await server.answers(2)
  await shows('1 2')
})

it('reports that reading on failed, and reads on at the next request', async () => {
  const { server, press, refresh, shows } = await opened()
  await press()
  await server.answers(2, new Error('lost'))
  await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('Again'))
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'false')
  await refresh()
  await server.answers(1)
  await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('More'))
  expect(server.waiting()).toEqual([])

  await press()
  await server.answers(2, new Error('lost'))
  await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('Again'))
  await press('Again')
  await server.answers(2)
  await shows('1 2')
})

it('reads on after a failed refresh', async () => {
  const { server, press, refresh, shows } = await opened()
  await refresh()
  await press()
  await server.answers(1, new Error('lost'))
  await server.answers(2)
  await shows('1 2')
})
