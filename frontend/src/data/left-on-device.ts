import { requestResult, withAccountDatabase } from '../lib/device-database'
import type { Item } from './command'
import { isSealed, type Sealed } from './seal'
import { deleteStore, forgetVoid, noteVoid } from './void-line'

/**
 * What this device keeps of an account, for pages outside the app: they open nothing of it, and have no code that could.
 * Where the browser refuses, nothing is there.
 */

/** How many commands would be lost with it: the account does not have them. */
export async function unsentOnDevice(account: string): Promise<number> {
  return onDevice(account, 0, async (database) => {
    const line = await requestResult<(Item | Sealed)[]>(database.transaction('commands').objectStore('commands').getAll())
    return line.filter((each) => isSealed(each) || each.standing.is !== 'done').length
  })
}

/** Takes everything of the account from this device, what waits included. @returns false where the browser kept it */
export async function eraseFromDevice(account: string): Promise<boolean> {
  noteVoid(account, 'all')
  const isCleared = await onDevice(account, false, async (database) => {
    const transaction = database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
    await Promise.all(['commands', 'reads'].map((name) => requestResult(transaction.objectStore(name).clear())))
    return true
  })
  const isErased = isCleared || (await deleteStore(account))
  if (isErased) forgetVoid(account)
  return isErased
}

/** What is done with the account's store; `nothing` where there is none. */
function onDevice<T>(account: string, nothing: T, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  return withAccountDatabase(account, work).catch(() => nothing)
}
