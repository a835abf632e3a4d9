import { useSyncExternalStore } from 'react'
import { onSessionEnd, session } from '../lib/session'
import { onSignOut } from '../lib/session-start'
import { Account } from './account'
import { withinOpenTimeout } from './sync/account-database'
import { consumePrefetched } from './prefetched-queries'

/** The account of the signed-in person: opened with the session, closed with it, erased on sign-out. */

interface CurrentAccount {
  id: string
  /** Whether a guest reads it, who may be on the device of the account's own person. */
  isGuest: boolean
  opened: Promise<Account>
  /** Null while it opens. */
  account: Account | null
  /** The session expired while it opened: it is sealed once it is open. */
  isExpired?: boolean
}

let current: CurrentAccount | null = null
/** Resolves once the former account is sealed: a person who signs in again before that would find it half sealed. */
let sealing: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

/** Opens a person's account and closes the former one. */
export function openAccountOf(id: string): void {
  const isGuest = session().user?.visit !== undefined
  if (current?.id === id && current.isGuest === isGuest) return
  current?.account?.close()
  const opening: CurrentAccount = { id, isGuest, opened: sealing.then(() => Account.open(id, isGuest)), account: null }
  current = opening
  void activate(opening)
}

async function activate(opening: CurrentAccount): Promise<void> {
  const account = await opening.opened
  await consumePrefetched(account)
  // The session ended, or another person signed in meanwhile.
  if (current !== opening) return opening.isExpired ? undefined : account.close()
  current = { ...opening, account }
  account.start()
  notify()
}

/** Resolves to the person's account once it is open. */
export function openedAccount(id: string): Promise<Account> {
  openAccountOf(id)
  return current!.opened
}

/** The person's account; null while it opens. */
export function useAccountOf(id: string): Account | null {
  openAccountOf(id)
  return useSyncExternalStore(subscribe, () => (current?.id === id ? current.account : null))
}

// Opens the store while the screens are still loading.
const { user } = session()
if (user) openAccountOf(user.id)

onSessionEnd((end) => {
  // `onSignOut` has erased it.
  if (end === 'signed-out') current?.account?.close()
  else if (current) {
    current.isExpired = true
    // Left at once where it is open, so that no closing form writes after the end of the session.
    sealing = withinOpenTimeout(current.account?.leave() ?? current.opened.then((account) => account.leave()))
  }
  current = null
  return sealing
})

onSignOut(async () => {
  const account = await current?.opened
  return account ? account.erase() : true
})

function notify(): void {
  for (const reader of listeners) reader()
}

function subscribe(reader: () => void): () => void {
  listeners.add(reader)
  return () => listeners.delete(reader)
}
