import { BroadcastChannel } from 'node:worker_threads'
import { waitFor } from '@testing-library/react'
import type { User } from '@prumo/shared/identity'

const ana = { id: 'ana', name: 'Ana', email: 'ana@example.com' } as User
const bia = { ...ana, id: 'bia' }
const HOUR_MS = 3_600_000

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const answerOf = (user: User, token: string, usedAt = 0, signedInAt = hoursAgo(1)) => ({
  type: 'answer',
  session: { token, user, signedInAt },
  usedAt,
})

interface Message {
  type: string
  token?: string
}
type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'>

/** Channels that the modules under test or the test opened. */
const channels: Channel[] = []

class TestChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

/** Loads the modules as a new page does. */
async function start() {
  jest.resetModules()
  return { ...(await import('./session')), ...(await import('./session-start')), ...(await import('./shared-session')) }
}

/** Another tab of the browser: what it hears, and what it answers to a request for the session. */
function otherTab(...answers: object[]) {
  const heard: Message[] = []
  const channel = new TestChannel('prumo:session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const post = (message: object) => channel.postMessage(message)
  channel.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<Message>
    heard.push(data)
    if (data.type === 'ask') answers.forEach(post)
  })
  return { heard, post }
}

/** Sets the tabs that hold a session, by their accounts. */
function holders(...accounts: string[]) {
  const locks = {
    query: async () => ({ held: accounts.map((account) => ({ name: `prumo:session:${account}` })) }),
    request: jest.fn((_name: string, _options: object, hold: () => Promise<void>) => hold()),
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  return locks
}

const { setTimeout: startTimer } = globalThis
const delivered = () => new Promise((resolve) => startTimer(resolve, 30))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(globalThis, { BroadcastChannel: TestChannel })
  global.fetch = jest.fn(async () => Promise.reject(new TypeError('no server in this test')))
})
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  Reflect.deleteProperty(navigator, 'locks')
  jest.restoreAllMocks()
})

describe('a tab without a session', () => {
  // A busy machine must not use up the time for answers.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask'] }))
  afterEach(() => jest.useRealTimers())

  /** Waits until the answers are in, and lets the time for them end. */
  async function timeOut(adopting: Promise<void>) {
    for (let round = 0; round < 5; round += 1) await delivered()
    jest.advanceTimersByTime(300)
    await adopting
  }

  it('takes over that of another tab, which ends when that one would', async () => {
    const answer = answerOf(ana, 'a', 0, hoursAgo(11))
    otherTab(answer)
    const { adoptSharedSession, session } = await start()
    await adoptSharedSession()
    expect(session()).toMatchObject({ status: 'signed-in', token: 'a', user: ana })
    expect(sessionStorage.getItem('prumo:token')).toBe('a')
    expect(sessionStorage.getItem('prumo:signed-in-at')).toBe(answer.session.signedInAt)
    expect(localStorage).toHaveLength(0)
    expect((await start()).session()).toMatchObject({ status: 'signed-in', token: 'a' })
  })

  it('stays signed out when no tab answers in time', async () => {
    holders('ana')
    const { heard } = otherTab()
    const { adoptSharedSession, session } = await start()
    await timeOut(adoptSharedSession())
    expect(session().status).toBe('signed-out')
    await delivered()
    expect(heard).toEqual([{ type: 'ask' }])
  })

  it('waits for no tab where none holds a session', async () => {
    holders()
    const { heard } = otherTab(answerOf(ana, 'a'))
    const { adoptSharedSession, session } = await start()
    await adoptSharedSession()
    expect(session().status).toBe('signed-out')
    await delivered()
    expect(heard).toEqual([])
  })

  it('takes the account of the tab that was used last', async () => {
    holders('ana', 'bia', 'ana')
    otherTab(answerOf(ana, 'a', 1), answerOf(bia, 'b', 3), answerOf(ana, 'a', 2))
    const { adoptSharedSession, session } = await start()
    await adoptSharedSession()
    expect(session()).toMatchObject({ token: 'b', user: bia })
  })

  it('takes no session that ends while it waits for another', async () => {
    holders('ana', 'bia')
    otherTab(answerOf(ana, 'a', 2), { type: 'end', token: 'a', end: 'signed-out' }, answerOf(bia, 'b', 1))
    const { adoptSharedSession, session } = await start()
    await timeOut(adoptSharedSession())
    expect(session()).toMatchObject({ token: 'b' })
  })

  it('takes none that is malformed or over', async () => {
    otherTab({ type: 'answer', session: { token: 'a' } }, { type: 'later' }, answerOf(ana, 'a', 0, hoursAgo(12)))
    const { adoptSharedSession, session } = await start()
    await timeOut(adoptSharedSession())
    expect(session().status).toBe('signed-out')
  })

  it('keeps the session that its person began meanwhile', async () => {
    otherTab(answerOf(ana, 'a'))
    const { adoptSharedSession, beginSession, session } = await start()
    const adopting = adoptSharedSession()
    beginSession('b', bia, false)
    await adopting
    expect(session()).toMatchObject({ token: 'b' })
  })

  it('takes only a session that began after its own ended', async () => {
    const { beginSession, endSession, adoptSharedSession, session } = await start()
    beginSession('a', ana, false)
    endSession('signed-out')
    otherTab(answerOf(bia, 'b', 0, hoursAgo(1)))
    await timeOut(adoptSharedSession())
    expect(session().status).toBe('signed-out')
    otherTab(answerOf(bia, 'c', 0, new Date(Date.now() + 1).toISOString()))
    await adoptSharedSession()
    expect(session()).toMatchObject({ token: 'c' })
  })
})

describe('a tab with a session', () => {
  const answers = ({ heard }: { heard: Message[] }) => heard.filter(({ type }) => type === 'answer')

  it('gives it to another tab, with the moment at which the tab was used last', async () => {
    const focus = jest.spyOn(document, 'hasFocus').mockReturnValue(true)
    const clock = jest.spyOn(Date, 'now')
    const other = otherTab()
    const { beginSession, startSession } = await start()
    await startSession()
    beginSession('a', ana, false)
    const signedInAt = new Date(sessionStorage.getItem('prumo:signed-in-at') ?? '')
    const at = (seconds: number) => signedInAt.getTime() + seconds * 1000
    const answerAt = async (seconds: number) => {
      clock.mockReturnValue(at(seconds))
      const count = answers(other).length
      other.post({ type: 'ask' })
      await waitFor(() => expect(answers(other)).toHaveLength(count + 1))
      return answers(other).at(-1)
    }
    const answer = { type: 'answer', session: { token: 'a', user: ana, signedInAt: signedInAt.toISOString() } }
    expect(await answerAt(1)).toEqual({ ...answer, usedAt: at(1) })
    clock.mockReturnValue(at(2))
    window.dispatchEvent(new Event('blur'))
    focus.mockReturnValue(false)
    expect(await answerAt(3)).toEqual({ ...answer, usedAt: at(2) })
  })

  it('gives none after signing out, after 12 hours, or if the session is remembered', async () => {
    const other = otherTab()
    const { beginSession, endSession, startSession } = await start()
    await startSession()
    beginSession('a', ana, false)
    endSession('signed-out')
    other.post({ type: 'ask' })
    await delivered()
    beginSession('a', ana, false)
    sessionStorage.setItem('prumo:signed-in-at', hoursAgo(12))
    other.post({ type: 'ask' })
    await delivered()
    beginSession('a', ana, true)
    other.post({ type: 'ask' })
    await delivered()
    expect(answers(other)).toEqual([])
  })

  it('holds a lock until the session ends, so that other tabs know whether to wait', async () => {
    const { request } = holders()
    const { beginSession, endSession, startSession } = await start()
    await startSession()
    beginSession('a', ana, false)
    expect(request).toHaveBeenCalledWith('prumo:session:ana', { mode: 'shared' }, expect.any(Function))
    let isHeld = true
    void (request.mock.results[0]!.value as Promise<void>).then(() => (isHeld = false))
    await delivered()
    expect(isHeld).toBe(true)
    endSession('expired')
    await waitFor(() => expect(isHeld).toBe(false))
  })

  it('holds another lock for a guest of the account, whose tab is not that of its own person', async () => {
    const { request } = holders()
    const { beginVisit, startSession } = await start()
    await startSession()
    beginVisit('a', { ...ana, visit: { grantId: '7', ownerName: 'Ana', until: null, endsAt: hoursAgo(-12), grants: [] } })
    expect(request.mock.calls.map(([name]) => name)).toEqual(['prumo:session:guest:ana'])
  })

  it.each(['signed-out', 'expired'] as const)('ends it in all tabs that have it: %s', async (end) => {
    const other = otherTab()
    const { beginSession, endSession, startSession, session } = await start()
    await startSession()
    beginSession('a', ana, false)
    other.post({ type: 'end', token: 'b', end })
    await delivered()
    expect(session().status).toBe('signed-in')
    other.post({ type: 'end', token: 'a', end })
    await waitFor(() => expect(session()).toMatchObject({ status: 'signed-out', end }))
    beginSession('c', ana, false)
    endSession(end)
    await waitFor(() => expect(other.heard.at(-1)).toEqual({ type: 'end', token: 'c', end }))
  })
})
