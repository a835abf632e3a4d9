/**
 * What the service worker answers navigations for. Everything else, such as a file that is missing, is the server's to
 * answer. The addresses are matched as the worker is asked for them: path and query in one text.
 */

/** Where the server, and so the worker, has the one page of the app. */
export const APP_PAGE = '/dashboard'

/** The addresses that the app's page stands for. */
export const appAddresses = /^\/dashboard(?:[/?]|$)/

/** A page outside the app with whatever is asked of it. */
export function addressesOf(page: string): RegExp {
  return new RegExp(`^${page}(?:\\?|$)`)
}
