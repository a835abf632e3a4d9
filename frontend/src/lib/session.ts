import { useSyncExternalStore } from 'react'
import type { GuestVisit } from '@prumo/shared/guests'
import type { User } from '@prumo/shared/identity'
import { SESSION_HOURS } from '@prumo/shared/limits'
import { clearProductKeys, read, remove, storageKeys, write } from './device-storage'

/** The signed-in session. Token and user are in storage and here; no other code keeps a copy. */

export type SessionEnd = 'signed-out' | 'expired'

/** A promise that it returns is waited for before the page is left. */
type SessionEndListener = (end: SessionEnd) => unknown

/** The signed-in person; `visit` for a guest, who reads an account by a grant of its owner. */
export type SessionUser = User & { visit?: GuestVisit }

export type SessionState =
  | { status: 'verifying'; token: string; user: null }
  | { status: 'signed-in'; token: string; user: SessionUser }
  | { status: 'signed-out'; token: null; user: null; end?: SessionEnd; wasGuest?: boolean }

/** A session that is not remembered, as one tab gives it to another. */
export interface TabSession {
  token: string
  user: SessionUser
  /** ISO 8601. */
  signedInAt: string
}

const AREAS = ['session', 'local'] as const
const SESSION_MS = SESSION_HOURS * 3_600_000

let current: SessionState = restoreSession()
const listeners = new Set<() => void>()
const endListeners = new Set<SessionEndListener>()
let ending: Promise<unknown> = Promise.resolve()

/** A stored token with its user is trusted at once; a token alone still has to be verified. */
function restoreSession(): SessionState {
  for (const area of AREAS) {
    const token = read(area, storageKeys.token)
    if (!token) continue
    const user = parseUser(read(area, storageKeys.user))
    return user ? { status: 'signed-in', token, user } : { status: 'verifying', token, user: null }
  }
  return { status: 'signed-out', token: null, user: null }
}

function parseUser(text: string | null): SessionUser | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isUser(value) ? value : null
  } catch {
    return null
  }
}

function isUser(value: unknown): value is SessionUser {
  return value !== null && typeof value === 'object' && 'id' in value && 'name' in value && 'email' in value
}

function setCurrent(next: SessionState): void {
  current = next
  listeners.forEach((notify) => notify())
}

export function session(): SessionState {
  return current
}

/** With `remember` the session outlives the browser; otherwise it ends with the last tab (`shared-session.ts`). */
export function beginSession(token: string, user: User, remember: boolean): void {
  const [area, other] = remember ? (['local', 'session'] as const) : (['session', 'local'] as const)
  forgetToken(other)
  if (read('local', storageKeys.expired)) remove('local', storageKeys.expired)
  write(area, storageKeys.user, JSON.stringify(user))
  write(area, storageKeys.signedInAt, new Date().toISOString())
  // Last, because other tabs follow the token; and overwritten rather than removed, which would sign them out.
  write(area, storageKeys.token, token)
  setCurrent({ status: 'signed-in', token, user })
}

/** The session as another tab may take it over; null if there is none, if it is over, or if all tabs find it remembered. */
export function tabSession(): TabSession | null {
  const { status, token, user } = current
  if (status !== 'signed-in' || read('session', storageKeys.token) !== token) return null
  const given = { token, user, signedInAt: read('session', storageKeys.signedInAt) ?? '' }
  return isAdoptable(given) ? given : null
}

/**
 * Whether a session that another tab gave can be taken over: it has not lasted 12 hours, and began after this tab's own ended. So a
 * person who signs out is not signed in again, and a session that the server has ended does not come back from a tab that has not noticed.
 */
export function isAdoptable(given: TabSession): boolean {
  const began = Date.parse(given.signedInAt)
  const isRunning = Date.now() - began < SESSION_MS && began > Date.parse(read('session', storageKeys.endedAt) ?? '1970')
  return isRunning && typeof given.token === 'string' && isUser(given.user)
}

/** Takes over another tab's session. It ends when that one does. */
export function adoptSession({ token, user, signedInAt }: TabSession): void {
  write('session', storageKeys.user, JSON.stringify(user))
  write('session', storageKeys.signedInAt, signedInAt)
  write('session', storageKeys.token, token)
  setCurrent({ status: 'signed-in', token, user })
}

/** Begins a guest's session in this tab. A session of the device's own person, which other tabs share, is left as it is. */
export function beginVisit(token: string, user: SessionUser): void {
  adoptSession({ token, user, signedInAt: new Date().toISOString() })
}

let isReplacing = false

/**
 * Runs what replaces this tab's session by another. The server ends the former one before the new token has arrived; a 401 in between
 * does not sign out.
 */
export async function replaceSession(replace: () => Promise<void>): Promise<void> {
  isReplacing = true
  try {
    await replace()
  } finally {
    isReplacing = false
  }
}

/** Replaces the user with the server's newer version: after verification, after a change of the profile. */
export function refreshUser(user: SessionUser): void {
  if (!current.token) return
  const area = AREAS.find((candidate) => read(candidate, storageKeys.token)) ?? 'session'
  write(area, storageKeys.user, JSON.stringify(user))
  setCurrent({ status: 'signed-in', token: current.token, user })
}

/** Sign-out deletes all of the person's keys from the device; an expired session only its token and user. */
export function endSession(end: SessionEnd): void {
  if (current.status === 'signed-out' || (isReplacing && end === 'expired')) return
  if (current.user?.visit) return endVisit(end)
  // Before the token, whose removal other tabs follow.
  if (end === 'signed-out') remove('local', storageKeys.expired)
  else if (read('local', storageKeys.token)) write('local', storageKeys.expired, 'true')
  forgetToken(...AREAS)
  if (end === 'signed-out') clearProductKeys()
  write('session', storageKeys.endedAt, new Date().toISOString())
  notifyEnd(end)
  setCurrent({ status: 'signed-out', token: null, user: null, end })
}

/** Ends a guest's session in this tab. What the device's own person keeps on it stays. */
function endVisit(end: SessionEnd): void {
  forgetToken('session')
  write('session', storageKeys.endedAt, new Date().toISOString())
  notifyEnd(end)
  setCurrent({ status: 'signed-out', token: null, user: null, end, wasGuest: true })
}

function notifyEnd(end: SessionEnd): void {
  ending = Promise.allSettled([...endListeners].map(async (listener) => listener(end)))
}

/** Registers a listener that runs when a session ends, before any screen renders that. */
export function onSessionEnd(listener: SessionEndListener): void {
  endListeners.add(listener)
}

/** Resolves once the listeners of the last end are done: a page that is left before could leave drafts unencrypted on the device. */
export function sessionEnded(): Promise<unknown> {
  return ending
}

function forgetToken(...areas: readonly ('session' | 'local')[]): void {
  for (const area of areas) {
    remove(area, storageKeys.token)
    remove(area, storageKeys.user)
    remove(area, storageKeys.signedInAt)
  }
}

export function onSessionChange(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, session)
}

/** The signed-in user. @throws outside the screens that require a session */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('useUser outside the signed-in area')
  return user
}

/** The name of the person whose account is shown, who is not the one signed in when a guest is. */
export function useOwnerName(): string {
  const { name, visit } = useUser()
  return visit?.ownerName ?? name
}

/** Whether a guest is signed in, who only reads. */
export function useIsGuest(): boolean {
  return useSession().user?.visit !== undefined
}

/** Follows the remembered session, which all tabs share: it ends, or changes its person, in all of them at once. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== window.localStorage || event.key !== storageKeys.token) return
    if (current.token === null || current.token !== event.oldValue) return
    if (event.newValue === null) return endSession(read('local', storageKeys.expired) ? 'expired' : 'signed-out')
    // The same person again: open screens stay.
    const user = parseUser(read('local', storageKeys.user))
    if (user && user.id === current.user?.id) setCurrent({ status: 'signed-in', token: event.newValue, user })
    else window.location.reload()
  })
}
