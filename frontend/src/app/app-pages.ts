/**
 * What the service worker answers navigations for, and what is the server's to answer. The addresses are matched as the
 * worker is asked for them: path and query in one text.
 */

/** Where the server, and so the worker, has the one page of the app. */
export const APP_PAGE = '/dashboard'

/** Where other apps share statements to, and in which field, as the manifest says. */
export const IMPORT_PAGE = '/dashboard/import'
export const SHARED_FIELD = 'extrato'

/** The addresses that the app's page stands for. */
export const appAddresses = /^\/dashboard(?:[/?]|$)/

/** A page outside the app with whatever is asked of it. */
export function addressesOf(page: string): RegExp {
  return new RegExp(`^${page}(?:\\?|$)`)
}

/** What the server answers itself, or not at all. An address that is none of all these leads to the start. */
export const serverAddresses = /^\/(?:api|assets)(?:[/?]|$)/

/**
 * The target of an address that only leads on, as the server writes it: whatever was asked goes along, and what the target
 * says itself stands.
 * @param search of the address, with its question mark or empty
 */
export function withQueryOf(search: string, target: string): string {
  const [path = '', own] = target.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value)
  return `${path}?${query.toString()}`
}
