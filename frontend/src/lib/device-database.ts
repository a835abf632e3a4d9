import { accountDatabaseName } from './device-storage'

/**
 * The database of an account on this device, for what has nothing else of the app: pages outside it, and the script that
 * is ahead of it. `data/sync/account-database.ts` makes it, `data/sync/device-store.ts` fills it.
 */

/** Opens it, does something with it and closes it. Rejects where there is none, and makes none. */
export async function withAccountDatabase<T>(account: string, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(accountDatabaseName(account))
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
  const database = await requestResult(opening)
  return work(database).finally(() => database.close())
}

export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser gave no reason')))
  })
}

/**
 * Which release of the app this page runs: the address of the page's own script, which the build names after all that it
 * leads to. What is kept says which one wrote it.
 */
export function runningRelease(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}
