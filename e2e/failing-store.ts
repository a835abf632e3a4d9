import type { Page } from '@playwright/test'

/** What fails: nothing, the open connections, every connection, or deleting the store as well. */
export type StoreFailure = 'none' | 'open' | 'all' | 'deleting'

/** Makes the device's store fail on request, as Safari's does in the background; the next page finds it intact. */
export function installFailingStore(): void {
  const page = globalThis as { prumoDead?: StoreFailure }
  const known = new WeakSet<IDBDatabase>()
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as (...args: unknown[]) => IDBTransaction
  const deleteDatabase = Reflect.get(IDBFactory.prototype, 'deleteDatabase')
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
    const { prumoDead = 'none' } = page
    if (prumoDead === 'none') known.add(this)
    else if (prumoDead !== 'open' || known.has(this)) throw new DOMException('The connection is closed', 'InvalidStateError')
    return transaction.apply(this, args)
  }
  IDBFactory.prototype.deleteDatabase = function (this: IDBFactory, name: string) {
    if (page.prumoDead === 'deleting') throw new DOMException('Refused', 'InvalidStateError')
    return deleteDatabase.call(this, name)
  }
}

/** Makes the store fail now; the page must have started with `installFailingStore`. */
export async function failStore(page: Page, dead: StoreFailure): Promise<void> {
  await page.evaluate((how) => void ((globalThis as { prumoDead?: StoreFailure }).prumoDead = how), dead)
}
