import type { Page, Route } from '@playwright/test'

/** Has a page's next request to an address handled. */
export async function routeOnce(page: Page, url: string, handle: (route: Route) => Promise<void>): Promise<void> {
  await keepIntercepting(page)
  await page.route(url, handle, { times: 1 })
}

/** Ends the routes of a page to an address; without one, all of them. */
export async function endRoutes(page: Page, url?: string): Promise<void> {
  await keepIntercepting(page)
  await (url === undefined ? page.unrouteAll() : page.unroute(url))
}

/**
 * Keeps one route, of an address that is never requested. With the last route interception ends, and Chromium then never answers some
 * of the requests on their way (microsoft/playwright#41802).
 */
function keepIntercepting(page: Page): Promise<unknown> {
  return page.context().route('http://never.invalid/', (route) => route.fallback())
}
