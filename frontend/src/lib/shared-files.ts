import { requestResult } from './device-database'

/**
 * Files from another app that wait to be imported. The service worker stores them, even without a session, so they are no part of
 * an account's store. They expire after half an hour.
 */

const DATABASE = 'prumo-device:shared-files'
const FILES = 'files'
export const SHARED_FILE_TTL_MS = 30 * 60_000

interface SharedFile {
  name: string
  type: string
  bytes: ArrayBuffer
  /** When the file arrived, in milliseconds. */
  at: number
}

/** Stores files for the import screen, replacing those of an earlier share. */
export async function storeSharedFiles(files: readonly File[], now: number = Date.now()): Promise<void> {
  const shared = await Promise.all(
    files.map(async (file): Promise<SharedFile> => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer(), at: now })),
  )
  await withFileStore('readwrite', (store) => {
    store.clear()
    for (const file of shared) store.add(file)
    return store.count()
  })
}

/** Takes the waiting files and deletes them from the device. */
export async function takeSharedFiles(now: number = Date.now()): Promise<File[]> {
  const waiting = await withFileStore<SharedFile[]>('readwrite', (store) => {
    const all = store.getAll() as IDBRequest<SharedFile[]>
    store.clear()
    return all
  }).catch(() => [])
  return waiting.filter((file) => isUnexpired(file, now)).map(({ name, type, bytes }) => new File([bytes], name, { type }))
}

/** How many wait. Deletes them if all have expired. */
export async function countSharedFiles(now: number = Date.now()): Promise<number> {
  const waiting = await withFileStore<SharedFile[]>('readonly', (store) => store.getAll() as IDBRequest<SharedFile[]>).catch(() => [])
  const count = waiting.filter((file) => isUnexpired(file, now)).length
  if (waiting.length > 0 && count === 0) await takeSharedFiles(now)
  return count
}

/** A file from the future counts as expired: the clock was set back. */
function isUnexpired({ at }: SharedFile, now: number): boolean {
  return now >= at && now - at < SHARED_FILE_TTL_MS
}

async function withFileStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(FILES, { autoIncrement: true }))
  const database = await requestResult(opening)
  try {
    return await requestResult(work(database.transaction(FILES, mode).objectStore(FILES)))
  } finally {
    database.close()
  }
}
