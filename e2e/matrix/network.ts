import type { Page } from '@playwright/test'

/** Faults of the network, for a state's `network`. */

/** The request is never answered. */
export function neverAnswers(...addresses: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const address of addresses) await page.route(address, () => undefined)
  }
}

/** The server refuses the request. */
export function refuses(...addresses: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const address of addresses)
      await page.route(address, (route) => route.fulfill({ status: 404, json: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } }))
  }
}

/** The server answers every request with this body, at the position of its own answer. */
export function answers(address: string, json: object, status = 200): (page: Page) => Promise<void> {
  return async (page) => void (await page.route(address, async (route) => route.fulfill({ response: await route.fetch(), status, json })))
}

/** Changes the user on the device and in answers, for example their accepted terms. */
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

/** No connection to these addresses. */
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
