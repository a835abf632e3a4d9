import type { Page } from '@playwright/test'

/** Everything that the device stores of accounts: queued commands, cached reads and drafts of forms. Bytes are decoded as text. */
export function readDeviceContents(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) =>
        Object.assign(asked, { onsuccess: () => resolve(asked.result), onerror: () => reject(asked.error) }),
      )
    const kept: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('prumo:')) continue
      const database = await done(indexedDB.open(name))
      const names = ['commands', 'reads', 'drafts'].filter((store) => database.objectStoreNames.contains(store))
      const stores = names.length > 0 ? database.transaction(names) : null
      if (stores) kept.push(...(await Promise.all(names.map((store) => done(stores.objectStore(store).getAll())))).flat())
      database.close()
    }
    const text = new TextDecoder()
    return JSON.parse(JSON.stringify(kept, (_, value: unknown) => (value instanceof ArrayBuffer ? text.decode(value) : value))) as unknown[]
  })
}
