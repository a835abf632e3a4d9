import type { Page } from '@playwright/test'

/** What no longer works: nothing, the connections that are open, every connection, or deleting the store as well. */
export type Dead = 'none' | 'open' | 'all' | 'deleting'

/** Has the device's store die when it is told to, as Safari's does in the background; another page finds it well. */
export function withDyingStore(): void {
  const page = globalThis as { prumoDead?: Dead }
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

/** Has it die now, in a page that began with `withDyingStore`. */
export async function die(page: Page, dead: Dead): Promise<void> {
  await page.evaluate((how) => void ((globalThis as { prumoDead?: Dead }).prumoDead = how), dead)
}
