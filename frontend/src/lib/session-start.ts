import type { User } from '@prumo/shared/identity'
import { takePrefetchedAnswer, get, submit } from './api'
import { noteArrival } from './arrival'
import { endSession, followOtherTabs, refreshUser, session } from './session'

const VERIFY = '/auth/verify'

/** A stored token without its user is verified on the server; failure forgets it. */
export async function startSession(): Promise<void> {
  followOtherTabs()
  const { status, token } = session()
  if (status !== 'verifying') return
  try {
    const first = takePrefetchedAnswer<{ user: User }>(VERIFY, token)
    const { user } = first ? (await first.answer).body : await get<{ user: User }>(VERIFY)
    refreshUser(user)
  } catch {
    endSession('expired')
  }
}

const signOutHandlers = new Set<() => Promise<boolean>>()

const NOT_ERASED_TEXT =
  'Você saiu, mas este navegador não deixou apagar o que estava guardado nele. Para apagar, limpe os dados deste site nas configurações do navegador.'

/** Longer than this nobody is kept from leaving. */
const ERASE_TIMEOUT_MS = 2000

/**
 * Runs while the session still stands, when the person signs out: what it keeps on the device goes with it. It answers
 * false where that stays.
 */
export function onSignOut(forget: () => Promise<boolean>): void {
  signOutHandlers.add(forget)
}

let canSignOut: () => boolean = () => true

/** Asked before the person signs out; where it answers false they stay for now, and `leave` is theirs to call. */
export function setSignOutGuard(guard: () => boolean): () => void {
  canSignOut = guard
  return () => {
    if (canSignOut === guard) canSignOut = () => true
  }
}

/** Leaves, unless something would be lost by it: then the person is asked first. */
export async function signOut(): Promise<void> {
  if (canSignOut()) await completeSignOut()
}

/** How someone leaves. */
interface SignOutOptions {
  /** What the door says to them. */
  notice?: string
  /** The server has ended the session itself. */
  isOver?: boolean
}

/** The device forgets at once; the server is told, and a lost connection does not keep anyone signed in. */
export async function completeSignOut({ notice, isOver = false }: SignOutOptions = {}): Promise<void> {
  const isForgotten = await eraseDeviceData()
  const told = isOver ? null : submit('/auth/logout', undefined, { anonymous: false }).catch(() => undefined)
  endSession('signed-out')
  // What one page leaves for the next goes with the session, so it is noted after it.
  if (notice || !isForgotten) noteArrival({ ...(notice && { notice }), ...(!isForgotten && { problem: NOT_ERASED_TEXT }) })
  await told
}

/** Whether the device forgot everything, and in time. */
async function eraseDeviceData(): Promise<boolean> {
  if (signOutHandlers.size === 0) return true
  const all = Promise.all([...signOutHandlers].map((forget) => forget())).then((each) => each.every(Boolean))
  return Promise.race([all, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ERASE_TIMEOUT_MS))])
}
