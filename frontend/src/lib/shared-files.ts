import { requestResult } from './device-database'

/**
 * Files that another app handed over and nobody has opened yet. The service worker keeps them, also while nobody is signed
 * in, so this is no part of an account's store; they are gone after half an hour.
 */

const DATABASE = 'prumo-device:shared-files'
const FILES = 'files'
export const SHARED_FILE_TTL_MS = 30 * 60_000

interface SharedFile {
  name: string
  type: string
  bytes: ArrayBuffer
  /** When it came, in milliseconds. */
  at: number
}

/** Keeps files for the page that opens them. Those before go: whoever shares again means what is shared now. */
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

/** The files that wait, which are gone from the device with this. */
export async function takeSharedFiles(now: number = Date.now()): Promise<File[]> {
  const waiting = await withFileStore<SharedFile[]>('readwrite', (store) => {
    const all = store.getAll() as IDBRequest<SharedFile[]>
    store.clear()
    return all
  }).catch(() => [])
  return waiting.filter((file) => isUnexpired(file, now)).map(({ name, type, bytes }) => new File([bytes], name, { type }))
}

/** How many wait. What waited for too long is deleted. */
export async function countSharedFiles(now: number = Date.now()): Promise<number> {
  const waiting = await withFileStore<SharedFile[]>('readonly', (store) => store.getAll() as IDBRequest<SharedFile[]>).catch(() => [])
  const count = waiting.filter((file) => isUnexpired(file, now)).length
  if (waiting.length > 0 && count === 0) await takeSharedFiles(now)
  return count
}

/** A clock that was set back keeps nothing for longer. */
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
