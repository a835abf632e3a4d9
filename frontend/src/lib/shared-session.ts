import { adoptSession, endSession, isAdoptable, onSessionChange, onSessionEnd, session, tabSession } from './session'
import type { SessionEnd, TabSession } from './session'

/**
 * Shares a session that is not remembered among the tabs of this browser. Each tab keeps it in its session storage; a new tab asks the
 * others for it, and it ends in all of them at once. A tab that has one holds a lock, so that others know whether to wait for answers.
 */

const CHANNEL = 'prumo:session'
const LOCK_PREFIX = 'prumo:session:'
/** A suspended tab holds its lock and does not answer. */
const ANSWER_TIMEOUT_MS = 300

interface SessionOffer {
  type: 'answer'
  session: TabSession
  /** When its tab last had the focus, in milliseconds. */
  usedAt: number
}

type SessionMessage = { type: 'ask' } | SessionOffer | { type: 'end'; token: string; end: SessionEnd }

/** Answers other tabs that ask for the session, and ends it here when it ends in another tab. */
export function shareSession(): void {
  const channel = openChannel()
  if (!channel) return
  let usedAt = 0
  window.addEventListener('blur', () => (usedAt = Date.now()))
  channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => {
    if (data.type === 'end' && data.token === session().token) endSession(data.end)
    if (data.type !== 'ask') return
    const given = tabSession()
    if (given) post(channel, { type: 'answer', session: given, usedAt: document.hasFocus() ? Date.now() : usedAt })
  })
  onSessionEnd((end) => {
    const { token } = session()
    if (token !== null) post(channel, { type: 'end', token, end })
  })
  if ('locks' in navigator) holdLockWhileSignedIn()
}

function holdLockWhileSignedIn(): void {
  let holder: string | undefined
  let release = (): void => undefined
  const update = (): void => {
    const user = tabSession()?.user
    // A guest's session names the account of its owner, who may be signed in beside it.
    const now = user && (user.visit ? `guest:${user.id}` : user.id)
    if (now === holder) return
    release()
    holder = now
    if (now === undefined) return
    const released = new Promise<void>((resolve) => (release = resolve))
    // Refused where the page may store nothing: then a new tab asks for the password.
    navigator.locks.request(LOCK_PREFIX + now, { mode: 'shared' }, () => released).catch(() => undefined)
  }
  update()
  onSessionChange(update)
}

/** Runs `action` if this tab has a session or takes over another tab's. @returns cancels it */
export function whenSignedIn(action: () => void): () => void {
  let isCancelled = false
  const wait = async (): Promise<void> => {
    await adoptSharedSession()
    if (!isCancelled && session().status !== 'signed-out') action()
  }
  void wait()
  return () => void (isCancelled = true)
}

/**
 * Takes over the session of another tab if this one has none. Of several accounts, that of the tab that was used last.
 * Resolves at once if no tab has a session, else within 300 ms.
 */
export async function adoptSharedSession(): Promise<void> {
  if (session().status !== 'signed-out') return
  const channel = openChannel()
  if (!channel) return
  try {
    const count = await countAnswers()
    const given = count === 0 ? null : await askOtherTabs(channel, count)
    if (!given || session().status !== 'signed-out') return
    adoptSession(given)
    // As first-paint.js does for a stored session.
    document.documentElement.setAttribute('data-signed-in', '')
  } finally {
    channel.close()
  }
}

/** The number of answers to wait for: one, unless tabs have several accounts. */
async function countAnswers(): Promise<number> {
  if (!('locks' in navigator)) return 1
  try {
    const { held = [] } = await navigator.locks.query()
    const accounts = held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [name] : []))
    return new Set(accounts).size === 1 ? 1 : accounts.length
  } catch {
    return 1
  }
}

function askOtherTabs(channel: BroadcastChannel, count: number): Promise<TabSession | null> {
  return new Promise((resolve) => {
    let answers: SessionOffer[] = []
    const finish = (): void => {
      clearTimeout(timer)
      resolve(answers.toSorted((one, other) => other.usedAt - one.usedAt)[0]?.session ?? null)
    }
    const timer = setTimeout(finish, ANSWER_TIMEOUT_MS)
    channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => {
      if (data.type === 'end') answers = answers.filter((answer) => answer.session.token !== data.token)
      else if (data.type === 'answer' && isAdoptable(data.session)) answers.push(data)
      if (answers.length >= count) finish()
    })
    post(channel, { type: 'ask' })
  })
}

function openChannel(): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null
}

function post(channel: BroadcastChannel, message: SessionMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(message)
}
