import { newId, write } from './write'

interface Sent {
  url: string
  headers: Record<string, string>
}

/** A server that answers in this order; a status of 0 is a lost connection. */
function server(...statuses: number[]): Sent[] {
  const sent: Sent[] = []
  global.fetch = jest.fn(async (url: string, init: RequestInit) => {
    sent.push({ url, headers: init.headers as Record<string, string> })
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(status === 204 ? null : JSON.stringify({ status }), { status })
  }) as typeof fetch
  return sent
}

const request = { method: 'POST', path: '/transactions', body: { description: 'Gás' } } as const

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

async function settled<T>(promise: Promise<T>): Promise<T> {
  const outcome = promise.then((value) => ({ value }), (failure: unknown) => ({ failure }))
  await jest.runAllTimersAsync()
  const result = await outcome
  if ('failure' in result) throw result.failure
  return result.value
}

describe('a write', () => {
  it('carries a key, and the version it was decided on', async () => {
    const sent = server(200)
    await settled(write({ method: 'PUT', path: '/transactions/1', body: {}, version: 3 }))
    expect(sent[0]?.headers).toMatchObject({ 'Idempotency-Key': expect.stringMatching(/^[0-9a-f-]{36}$/), 'If-Match': '"3"', 'Content-Type': 'application/json' })
  })

  it('without a body sends none', async () => {
    const sent = server(204)
    await expect(settled(write({ method: 'DELETE', path: '/transactions/1' }))).resolves.toBeUndefined()
    expect(sent[0]?.headers).not.toHaveProperty('Content-Type')
  })

  it.each([0, 502, 503, 504])('that may have been lost (%i) is repeated under the same key', async (status) => {
    const sent = server(status, status, 201)
    await expect(settled(write(request))).resolves.toEqual({ status: 201 })
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
  })

  it('gives up after a few times, with the reason', async () => {
    const sent = server(0, 0, 0, 0, 0, 0)
    await expect(settled(write(request))).rejects.toMatchObject({ code: 'NETWORK' })
    expect(sent).toHaveLength(4)
  })

  it.each([400, 404, 409, 412, 422, 500])('that was refused (%i) is not repeated', async (status) => {
    const sent = server(status)
    await expect(settled(write(request))).rejects.toMatchObject({ status })
    expect(sent).toHaveLength(1)
  })

  it('has a key of its own', async () => {
    const sent = server(200, 200)
    await settled(write(request))
    await settled(write(request))
    expect(sent[0]?.headers['Idempotency-Key']).not.toBe(sent[1]?.headers['Idempotency-Key'])
  })
})

it('new identifiers are version 7 and sort by the time they were made', () => {
  const first = newId()
  jest.advanceTimersByTime(5)
  const second = newId()
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(first < second).toBe(true)
})
