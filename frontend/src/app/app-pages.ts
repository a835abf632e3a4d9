/**
 * What the service worker answers navigations for. Everything else, a page for strangers or a file that is missing, is the
 * server's to answer. The addresses are matched as the worker is asked for them: path and query in one text.
 */

/** Where the server, and so the worker, has the one page of the app. */
export const APP_PAGE = '/dashboard'

/** The addresses that the app's page stands for. */
export const appAddresses = /^\/dashboard(?:[/?]|$)/

/** Pages outside the app without which nobody gets in or out of it: kept with it, each at its own address. */
export const doors = ['/login', '/register', '/forgot-password', '/reset-password'] as const

/** A door with whatever is asked of it. */
export function addressesOf(door: string): RegExp {
  return new RegExp(`^${door}(?:\\?|$)`)
}
