/**
 * The navigations that the service worker answers, and those that it leaves to the server. The patterns match path and query in one
 * text, as workbox passes them.
 */

/** The address of the app's single page, for the server and the worker. */
export const APP_PAGE = '/dashboard'

/** The address and the form field of the manifest's share target for statements. */
export const IMPORT_PAGE = '/dashboard/import'
export const SHARED_FIELD = 'extrato'

/** The addresses that the app's page answers. */
export const appAddresses = /^\/dashboard(?:[/?]|$)/

/** Matches a page outside the app, with any query. */
export function addressesOf(page: string): RegExp {
  return new RegExp(`^${page}(?:\\?|$)`)
}

/** The addresses that only the server answers. Any other unknown address redirects to the landing page. */
export const serverAddresses = /^\/(?:api|assets)(?:[/?]|$)/

/**
 * The target of a redirect, as the server computes it: the query is kept, except for parameters of the target itself.
 * @param search the query of the address, with its question mark, or empty
 */
export function withQueryOf(search: string, target: string): string {
  const [path = '', own] = target.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value)
  return `${path}?${query.toString()}`
}
