import { useSyncExternalStore } from 'react'
import { onSessionEnd, session, sessionEnded } from '../lib/session'
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
const listeners = new Set<() => void>()

/** Opens a person's account and closes the former one. */
export function openAccountOf(id: string): void {
  const isGuest = session().user?.visit !== undefined
  if (current?.id === id && current.isGuest === isGuest) return
  current?.account?.close()
  // A person who signs in again before the former account is sealed would find it half sealed.
  const opening: CurrentAccount = { id, isGuest, opened: sessionEnded().then(() => Account.open(id, isGuest)), account: null }
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
  const ended = current
  current = null
  // `onSignOut` has erased it.
  if (end === 'signed-out') return ended?.account?.close()
  if (!ended) return undefined
  ended.isExpired = true
  // Left at once where it is open, so that no closing form writes after the end of the session.
  return withinOpenTimeout(ended.account?.leave() ?? ended.opened.then((account) => account.leave()))
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
