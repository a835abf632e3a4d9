import { requestResult, withAccountDatabase } from '../lib/device-database'
import type { QueuedCommand } from './sync/command'
import { isSealed, type SealedCommand } from './sync/seal'
import { deleteStore, clearDiscarded, recordDiscarded } from './sync/discarded-commands'

/**
 * Counts and erases an account's data on this device, for pages outside the app, which do not load the code of the account. If the
 * browser refuses storage, there is no data.
 */

/** The number of commands that erasing would lose, because the server does not have them. */
export async function countUnsentOnDevice(account: string): Promise<number> {
  return onDevice(account, 0, async (database) => {
    const queue = await requestResult<(QueuedCommand | SealedCommand)[]>(database.transaction('commands').objectStore('commands').getAll())
    return queue.filter((each) => isSealed(each) || each.status.is !== 'done').length
  })
}

/** Erases the account's data from this device, unsent commands included. @returns false if the browser did not allow it */
export async function eraseFromDevice(account: string): Promise<boolean> {
  recordDiscarded(account, 'all')
  const isCleared = await onDevice(account, false, async (database) => {
    const names = Array.from(database.objectStoreNames)
    const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
    await Promise.all(names.map((name) => requestResult(transaction.objectStore(name).clear())))
    return true
  })
  const isErased = isCleared || (await deleteStore(account))
  if (isErased) clearDiscarded(account)
  return isErased
}

/** Runs `work` on the account's store. @returns `nothing` without a store */
function onDevice<T>(account: string, nothing: T, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  return withAccountDatabase(account, work).catch(() => nothing)
}
