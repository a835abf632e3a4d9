import { finished } from './device-database'

/**
 * Files that another app handed over and nobody has opened yet. The service worker keeps them, also while nobody is signed
 * in, so this is no part of an account's store; they are gone after half an hour.
 */

const DATABASE = 'prumo-device:shared-files'
const FILES = 'files'
export const KEPT_MS = 30 * 60_000

interface SharedFile {
  name: string
  type: string
  bytes: ArrayBuffer
  /** When it came, in milliseconds. */
  at: number
}

/** Keeps files for the page that opens them. Those before go: whoever shares again means what is shared now. */
export async function keepShared(files: readonly File[], now: number = Date.now()): Promise<void> {
  const shared = await Promise.all(
    files.map(async (file): Promise<SharedFile> => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer(), at: now })),
  )
  await inStore('readwrite', (store) => {
    store.clear()
    for (const file of shared) store.add(file)
    return store.count()
  })
}

/** The files that wait, which are gone from the device with this. */
export async function takeShared(now: number = Date.now()): Promise<File[]> {
  const waiting = await inStore<SharedFile[]>('readwrite', (store) => {
    const all = store.getAll() as IDBRequest<SharedFile[]>
    store.clear()
    return all
  }).catch(() => [])
  return waiting.filter((file) => isKept(file, now)).map(({ name, type, bytes }) => new File([bytes], name, { type }))
}

/** How many wait. What waited for too long is deleted. */
export async function countShared(now: number = Date.now()): Promise<number> {
  const waiting = await inStore<SharedFile[]>('readonly', (store) => store.getAll() as IDBRequest<SharedFile[]>).catch(() => [])
  const count = waiting.filter((file) => isKept(file, now)).length
  if (waiting.length > 0 && count === 0) await takeShared(now)
  return count
}

/** A clock that was set back keeps nothing for longer. */
function isKept({ at }: SharedFile, now: number): boolean {
  return now >= at && now - at < KEPT_MS
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(FILES, { autoIncrement: true }))
  const database = await finished(opening)
  try {
    return await finished(work(database.transaction(FILES, mode).objectStore(FILES)))
  } finally {
    database.close()
  }
}
