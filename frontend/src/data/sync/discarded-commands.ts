import { accountDatabaseName, read, remove, discardedKey, write } from '../../lib/device-storage'

/**
 * Records which commands on the device must no longer be sent, for when the store itself cannot be written. They are deleted when
 * the store is opened the next time.
 */

/** The ids of commands, or all stored data of the account. */
export type DiscardedCommands = readonly string[] | 'all'

/** Adds to the record, which is outside the store. */
export function recordDiscarded(account: string, what: DiscardedCommands): void {
  const noted = readDiscarded(account)
  const all = what === 'all' || noted === 'all' ? 'all' : [...new Set([...(noted ?? []), ...what])]
  write('local', discardedKey(account), JSON.stringify(all))
}

/** Null if nothing is recorded. */
export function readDiscarded(account: string): DiscardedCommands | null {
  try {
    return JSON.parse(read('local', discardedKey(account)) ?? 'null') as DiscardedCommands | null
  } catch {
    return 'all'
  }
}

/** Call once they are deleted from the store. */
export function clearDiscarded(account: string): void {
  remove('local', discardedKey(account))
}

/** How long to wait for other tabs to close their connections. */
const DELETE_TIMEOUT_MS = 1000

/** Deletes the whole store, without opening it. @returns whether it is deleted */
export function deleteStore(account: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), DELETE_TIMEOUT_MS)
    try {
      const deleting = indexedDB.deleteDatabase(accountDatabaseName(account))
      deleting.addEventListener('success', () => resolve(true))
      deleting.addEventListener('error', () => resolve(false))
    } catch {
      resolve(false)
    }
  })
}
