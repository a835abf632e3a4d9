import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { pages, redirects } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses, serverAddresses, withQueryOf } from './app-pages'

/**
 * Keeps one release on the device, whole, so that it opens without a connection. It answers for the files of that
 * release, for the app's addresses, for the pages outside of it and for the addresses that lead to them; what is under
 * `/api` goes past it, kept by nobody.
 */

declare const self: Worker & {
  /** Every file of this release, put in by the build. */
  RELEASE_FILES: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
  clients: { matchAll: (which: { includeUncontrolled: boolean }) => Promise<readonly { url: string }[]> }
}

/** What a browser that knows routes of workers adds to the event. */
interface RoutableInstall extends Event {
  addRoutes?: (route: { condition: { urlPattern: { pathname: string } }; source: 'network' }) => Promise<void>
}

// Told beforehand, the browser asks the server without waking the worker. It is quicker, and nothing that the app asks
// keeps a worker awake which is to give way to a newer one: Chromium would go on waiting for it to be idle.
self.addEventListener(
  'install',
  (event: RoutableInstall) =>
    void event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }).catch(() => undefined),
)

cleanupOutdatedCaches()
precacheAndRoute(self.RELEASE_FILES)
registerRoute(new NavigationRoute(createHandlerBoundToURL(APP_PAGE), { allowlist: [appAddresses] }))
for (const { path } of pages) registerRoute(new NavigationRoute(createHandlerBoundToURL(path), { allowlist: [addressesOf(path)] }))
for (const [path, target] of Object.entries(redirects)) {
  registerRoute(
    new NavigationRoute(async ({ url }) => Response.redirect(withQueryOf(url.search, target)), { allowlist: [addressesOf(path)] }),
  )
}
// An address that this release does not know may be a page of a newer one. Only where the server is silent is it unknown.
registerRoute(new NavigationRoute(({ request }) => fetch(request).catch(() => Response.redirect('/')), { denylist: [serverAddresses] }))

// The very first one: what is open already is served by it from now on. Later ones wait until they are asked for, or
// until nothing of the release before is open.
clientsClaim()
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'take over') void self.skipWaiting()
  if (data === 'take over unless the app is open') void takeOverUnseen()
})

/** A page outside the app has all of its release once it is open, so it may end under it; the app asks its person. */
async function takeOverUnseen(): Promise<void> {
  const open = await self.clients.matchAll({ includeUncontrolled: true })
  if (!open.some(({ url }) => appAddresses.test(new URL(url).pathname))) await self.skipWaiting()
}
