import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { addressesOf, APP_PAGE, appAddresses, doors } from './app-pages'

/**
 * Keeps one release of the app on the device, whole, so that it opens without a connection. It answers for the files of
 * that release, for the app's addresses and for the doors; what is under `/api` and everything else goes past it, kept by nobody.
 */

declare const self: Worker & {
  /** Every file of this release, put in by the build. */
  RELEASE_FILES: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
}

cleanupOutdatedCaches()
precacheAndRoute(self.RELEASE_FILES)
registerRoute(new NavigationRoute(createHandlerBoundToURL(APP_PAGE), { allowlist: [appAddresses] }))
for (const door of doors) registerRoute(new NavigationRoute(createHandlerBoundToURL(door), { allowlist: [addressesOf(door)] }))

// The very first one: what is open already is served by it from now on. Later ones wait until they are asked for, or
// until nothing of the release before is open.
clientsClaim()
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'take over') void self.skipWaiting()
})
