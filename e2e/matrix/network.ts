import type { Page } from '@playwright/test'

/** What a network can do to a page; each is a state's `network`. */

/** Answers that never come. */
export function neverAnswers(...addresses: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const address of addresses) await page.route(address, () => undefined)
  }
}

/** A server that answers, and refuses. */
export function refuses(...addresses: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const address of addresses)
      await page.route(address, (route) => route.fulfill({ status: 404, json: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } }))
  }
}

/** A server that answers with this, whatever is asked, and says of it how new its own answer was. */
export function answers(address: string, json: object, status = 200): (page: Page) => Promise<void> {
  return async (page) => void (await page.route(address, async (route) => route.fulfill({ response: await route.fetch(), status, json })))
}

/** A person of whom device and server know something else, such as that they accepted other terms. */
export function withUserChanges(changes: object): (page: Page) => Promise<void> {
  return async (page) => {
    await page.addInitScript((known) => {
      const user = JSON.parse(sessionStorage.getItem('prumo:user') ?? '{}') as object
      sessionStorage.setItem('prumo:user', JSON.stringify({ ...user, ...known }))
    }, changes)
    await page.route('**/api/auth/verify', async (route) => {
      const response = await route.fetch()
      const { user } = (await response.json()) as { user: object }
      await route.fulfill({ response, json: { user: { ...user, ...changes } } })
    })
  }
}

/** No connection, as far as these are concerned. */
export function offline(...addresses: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const address of addresses) await page.route(address, (route) => route.abort())
  }
}

/** A browser that has fetched a newer release of the app. */
export async function newerRelease(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const worker = { postMessage: () => undefined }
    const registration = Object.assign(new EventTarget(), {
      active: worker,
      waiting: worker,
      installing: null,
      update: async () => undefined,
    })
    Object.defineProperty(navigator.serviceWorker, 'register', { value: async () => registration })
  })
}
