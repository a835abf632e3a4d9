import { confirmReturnedPayment } from './payment-return'
import { beginSession, endSession } from './session'
import { endWelcome, isWelcomeDue, recordRegistration } from './welcome'

const user = { id: '1', name: 'Marina Duarte', email: 'marina@example.com' }
const PAID = '/dashboard?mes=2026-11&welcome=true&payment=success&session_id=cs_1'

/** Answers every request with this status. */
function server(status: number) {
  global.fetch = jest.fn(async () => new Response('{}', { status }))
}

async function arriveAt(address: string): Promise<string> {
  window.history.replaceState(null, '', address)
  await confirmReturnedPayment()
  return window.location.pathname + window.location.search
}

beforeEach(() => {
  endSession('signed-out')
  endWelcome()
  server(200)
})
afterAll(() => window.history.replaceState(null, '', '/'))

describe('a person who returns from paying', () => {
  beforeEach(() => beginSession('t', user as never, false))

  it('is welcomed once the server looked up the payment, at an address without its parameters', async () => {
    expect(await arriveAt(PAID)).toBe('/dashboard?mes=2026-11')
    expect(jest.mocked(global.fetch).mock.calls.map(([path]) => path)).toEqual(['/api/subscriptions/status?session_id=cs_1'])
    expect(isWelcomeDue()).toBe(true)
  })

  it('is welcomed too if the lookup fails', async () => {
    server(503)
    expect(await arriveAt(PAID)).toBe('/dashboard?mes=2026-11')
    expect(isWelcomeDue()).toBe(true)
  })

  it('keeps the address if the session is over, to return to it', async () => {
    server(401)
    expect(await arriveAt(PAID)).toBe(PAID)
    expect(isWelcomeDue()).toBe(false)
  })

  it.each(['/dashboard?welcome=true', '/dashboard?payment=success', '/dashboard?welcome=true&payment=failed'])(
    'is not welcomed by %s alone',
    async (address) => {
      expect(await arriveAt(address)).toBe('/dashboard')
      expect(isWelcomeDue()).toBe(false)
    },
  )
})

it('keeps the address if not signed in', async () => {
  expect(await arriveAt(PAID)).toBe(PAID)
  expect(global.fetch).not.toHaveBeenCalled()
})

it('a registration is welcomed for five minutes, and once', () => {
  expect(isWelcomeDue()).toBe(false)
  const now = Date.now()
  recordRegistration()
  expect([isWelcomeDue(now + 4.9 * 60_000), isWelcomeDue(now + 5.1 * 60_000)]).toEqual([true, false])
  endWelcome()
  expect(isWelcomeDue()).toBe(false)
})
