import type { Page } from '@playwright/test'

/** A queued command in the device's store. */
export interface QueuedOnDevice {
  name: string
  entityId: string
  key: string
  standing: string
}

/** The queue of an account on the device; empty where the device stores nothing. */
export async function readDeviceQueue(page: Page, account: string): Promise<QueuedOnDevice[]> {
  return await page.evaluate(async (name) => {
    const found = await indexedDB.databases()
    if (!found.some((database) => database.name === name)) return []
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    })
    try {
      return await new Promise<QueuedOnDevice[]>((resolve, reject) => {
        const asking = database.transaction('commands').objectStore('commands').getAll()
        asking.addEventListener('success', () => {
          const items = asking.result as { command: QueuedOnDevice; status: { is: string } }[]
          resolve(
            items.map(({ command, status }) => ({
              name: command.name,
              entityId: command.entityId,
              key: command.key,
              standing: status.is,
            })),
          )
        })
        asking.addEventListener('error', () => reject(asking.error ?? new Error('not read')))
      })
    } finally {
      database.close()
    }
  }, `prumo:${account}`)
}

/** The commands that the server does not have yet. */
export async function unsentCommands(page: Page, account: string): Promise<QueuedOnDevice[]> {
  return (await readDeviceQueue(page, account)).filter(({ standing }) => standing !== 'done')
}
