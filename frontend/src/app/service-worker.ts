import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { pages } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses } from './app-pages'

/**
 * Keeps one release on the device, whole, so that it opens without a connection. It answers for the files of that
 * release, for the app's addresses and for the pages outside of it; what is under `/api` and everything else goes past
 * it, kept by nobody.
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
self.addEventListener('install', (event: RoutableInstall) => void event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }).catch(() => undefined))

cleanupOutdatedCaches()
precacheAndRoute(self.RELEASE_FILES)
registerRoute(new NavigationRoute(createHandlerBoundToURL(APP_PAGE), { allowlist: [appAddresses] }))
for (const { path } of pages) registerRoute(new NavigationRoute(createHandlerBoundToURL(path), { allowlist: [addressesOf(path)] }))

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
