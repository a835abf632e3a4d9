import { accountDatabaseName } from './device-storage'

/**
 * The account's database on this device, for code outside the app: public pages, and the script that runs before it.
 * `data/sync/account-database.ts` creates it, `data/sync/device-store.ts` fills it.
 */

/** Opens the database, runs `work` and closes it. Never creates the database: rejects if there is none. */
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
 * The release of the app that this page runs: the address of the page's entry script, whose hash covers all that it imports. Stored
 * data is marked with it.
 */
export function runningRelease(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}
