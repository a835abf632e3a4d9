import { useSyncExternalStore } from 'react'
import { onSessionEnd, session } from '../lib/session'
import { onSignOut } from '../lib/session-start'
import { Account } from './account'
import { withinOpenTimeout } from './sync/account-database'
import { consumePrefetched } from './prefetched-queries'

/** The account of whoever is signed in: opened with the session, closed with it, erased where the person signs out. */

interface CurrentAccount {
  id: string
  opened: Promise<Account>
  /** Null while it is being opened. */
  account: Account | null
}

let current: CurrentAccount | null = null
/** Until what waits of the account before is sealed: whoever signs in again meanwhile would find it half sealed. */
let sealing: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

/** Opens the account of a person, and closes that of the one before. */
export function openAccountOf(id: string): void {
  if (current?.id === id) return
  current?.account?.close()
  const opening: CurrentAccount = { id, opened: sealing.then(() => Account.open(id)), account: null }
  current = opening
  void activate(opening)
}

async function activate(opening: CurrentAccount): Promise<void> {
  const account = await opening.opened
  await consumePrefetched(account)
  // Someone else came meanwhile.
  if (current !== opening) return account.close()
  current = { ...opening, account }
  account.start()
  notify()
}

/** The account of the person, once it is open. */
export function openedAccount(id: string): Promise<Account> {
  openAccountOf(id)
  return current!.opened
}

/** The account of the person, or null while it is being opened. */
export function useAccountOf(id: string): Account | null {
  openAccountOf(id)
  return useSyncExternalStore(subscribe, () => (current?.id === id ? current.account : null))
}

// Its store is opened while the screens are still being fetched.
const { user } = session()
if (user) openAccountOf(user.id)

onSessionEnd((end) => {
  // Who signs out has it erased.
  if (end === 'signed-out') current?.account?.close()
  else if (current?.account) sealing = withinOpenTimeout(current.account.leave())
  current = null
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
