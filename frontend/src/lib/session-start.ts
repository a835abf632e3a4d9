import type { GuestAnswer } from '@prumo/shared/guests'
import type { UserAnswer } from '@prumo/shared/identity'
import { takePrefetchedAnswer, get, submit } from './api'
import { saveArrival } from './arrival'
import { toSessionUser } from './guest-user'
import { endPushSubscription } from './push-subscription'
import { endSession, followOtherTabs, refreshUser, session } from './session'
import { shareSession } from './shared-session'

const VERIFY = '/auth/verify'

/** Verifies a stored token without a user on the server; ends the session if that fails. */
export async function startSession(): Promise<void> {
  followOtherTabs()
  shareSession()
  const { status, token } = session()
  if (status !== 'verifying') return
  try {
    const first = takePrefetchedAnswer<UserAnswer | GuestAnswer>(VERIFY, token)
    const answer = first ? (await first.answer).body : await get<UserAnswer | GuestAnswer>(VERIFY)
    refreshUser(toSessionUser(token, answer))
  } catch {
    endSession('expired')
  }
}

const signOutHandlers = new Set<() => Promise<boolean>>()

const NOT_ERASED_TEXT =
  'Você saiu, mas este navegador não deixou apagar o que estava guardado nele. Para apagar, limpe os dados deste site nas configurações do navegador.'

/** Sign-out waits no longer than this for the handlers. */
const ERASE_TIMEOUT_MS = 2000

/**
 * Registers a handler that erases data from the device on sign-out, while the session still exists. It resolves to false
 * if the data could not be erased.
 */
export function onSignOut(forget: () => Promise<boolean>): void {
  signOutHandlers.add(forget)
}

let canSignOut: () => boolean = () => true

/** The guard runs before signing out. If it returns false the session stays, and the guard's owner calls `completeSignOut`. */
export function setSignOutGuard(guard: () => boolean): () => void {
  canSignOut = guard
  return () => {
    if (canSignOut === guard) canSignOut = () => true
  }
}

/** Signs out, unless the guard has to ask first because something would be lost. */
export async function signOut(): Promise<void> {
  if (canSignOut()) await completeSignOut()
}

interface SignOutOptions {
  /** Shown by the login page. */
  notice?: string
  /** The server has already ended the session. */
  isOver?: boolean
}

/** Erases the device's data and ends the session on the server; a lost connection does not prevent signing out. */
export async function completeSignOut({ notice, isOver = false }: SignOutOptions = {}): Promise<void> {
  const isForgotten = await eraseDeviceData()
  const revocation = isOver ? null : submit('/auth/logout', undefined, { anonymous: false }).catch(() => undefined)
  endSession('signed-out')
  // After `endSession`, which deletes the arrival with the rest of the session.
  if (notice || !isForgotten) saveArrival({ ...(notice && { notice }), ...(!isForgotten && { problem: NOT_ERASED_TEXT }) })
  await revocation
}

/** Ends the notifications too; the server sends none once the session has ended. @returns whether all data was erased in time */
async function eraseDeviceData(): Promise<boolean> {
  // A guest has none: what the browser receives is of the device's own person.
  const ending = session().user?.visit ? Promise.resolve() : endPushSubscription()
  if (signOutHandlers.size === 0) return true
  const all = Promise.all([...signOutHandlers].map((forget) => forget())).then(async (each) => (await ending, each.every(Boolean)))
  return Promise.race([all, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ERASE_TIMEOUT_MS))])
}
