import { requestResult, withAccountDatabase } from '../lib/device-database'
import type { QueuedCommand } from './sync/command'
import { isSealed, type SealedCommand } from './sync/seal'
import { deleteStore, clearDiscarded, recordDiscarded } from './sync/discarded-commands'

/**
 * What this device keeps of an account, for pages outside the app: they open nothing of it, and have no code that could.
 * Where the browser refuses, nothing is there.
 */

/** How many commands would be lost with it: the account does not have them. */
export async function countUnsentOnDevice(account: string): Promise<number> {
  return onDevice(account, 0, async (database) => {
    const queue = await requestResult<(QueuedCommand | SealedCommand)[]>(database.transaction('commands').objectStore('commands').getAll())
    return queue.filter((each) => isSealed(each) || each.status.is !== 'done').length
  })
}

/** Takes everything of the account from this device, what waits included. @returns false where the browser kept it */
export async function eraseFromDevice(account: string): Promise<boolean> {
  recordDiscarded(account, 'all')
  const isCleared = await onDevice(account, false, async (database) => {
    const transaction = database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
    await Promise.all(['commands', 'reads'].map((name) => requestResult(transaction.objectStore(name).clear())))
    return true
  })
  const isErased = isCleared || (await deleteStore(account))
  if (isErased) clearDiscarded(account)
  return isErased
}

/** What is done with the account's store; `nothing` where there is none. */
function onDevice<T>(account: string, nothing: T, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  return withAccountDatabase(account, work).catch(() => nothing)
}
