import { accountDatabaseName, read, remove, discardedKey, write } from '../../lib/device-storage'

/**
 * Notes which commands on the device must not be sent any more, for when the store itself cannot be written. They are
 * dropped when the store is opened the next time.
 */

/** The ids of commands, or everything that is kept of the account. */
export type DiscardedCommands = readonly string[] | 'all'

/** Notes it beside the store, to what is noted already. */
export function recordDiscarded(account: string, what: DiscardedCommands): void {
  const noted = readDiscarded(account)
  const all = what === 'all' || noted === 'all' ? 'all' : [...new Set([...(noted ?? []), ...what])]
  write('local', discardedKey(account), JSON.stringify(all))
}

/** Null where nothing is. */
export function readDiscarded(account: string): DiscardedCommands | null {
  try {
    return JSON.parse(read('local', discardedKey(account)) ?? 'null') as DiscardedCommands | null
  } catch {
    return 'all'
  }
}

/** It is gone from the device, too. */
export function clearDiscarded(account: string): void {
  remove('local', discardedKey(account))
}

/** Longer than this nobody waits for other tabs to let go of the store. */
const DELETE_TIMEOUT_MS = 1000

/** Deletes the whole store, which takes no connection to it. @returns whether it is gone */
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
