import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SHARED_PARAM } from '../lib/arriving-files'
import { storeSharedFiles } from '../lib/shared-files'
import { pages, redirects } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses, IMPORT_PAGE, serverAddresses, SHARED_FIELD, withQueryOf } from './app-pages'

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
interface RoutableInstallEvent extends Event {
  addRoutes?: (route: { condition: { urlPattern: { pathname: string } }; source: 'network' }) => Promise<void>
}

// Told beforehand, the browser asks the server without waking the worker. It is quicker, and nothing that the app asks
// keeps a worker awake which is to give way to a newer one: Chromium would go on waiting for it to be idle.
self.addEventListener(
  'install',
  (event: RoutableInstallEvent) =>
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
// A file that another app shares is kept on the device until the screen opens it, which may ask for a login first.
registerRoute(
  ({ url }) => url.pathname === IMPORT_PAGE,
  async ({ request }) => Response.redirect(`${IMPORT_PAGE}?${SHARED_PARAM}=${await storeShare(request)}`, 303),
  'POST',
)
// An address that this release does not know may be a page of a newer one. Only where the server is silent is it unknown.
registerRoute(new NavigationRoute(({ request }) => fetch(request).catch(() => Response.redirect('/')), { denylist: [serverAddresses] }))

// The very first one: what is open already is served by it from now on. Later ones wait until they are asked for, or
// until nothing of the release before is open.
clientsClaim()
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'take over') void self.skipWaiting()
  if (data === 'take over unless the app is open') void activateUnlessAppOpen()
})

/** Keeps the files of a share. @returns how many there are */
async function storeShare(request: Request): Promise<number> {
  try {
    const files = (await request.formData()).getAll(SHARED_FIELD).filter((each) => each instanceof File)
    await storeSharedFiles(files)
    return files.length
  } catch {
    // The device is full or keeps nothing: the screen asks for the file.
    return 0
  }
}

/** A page outside the app has all of its release once it is open, so it may end under it; the app asks its person. */
async function activateUnlessAppOpen(): Promise<void> {
  const open = await self.clients.matchAll({ includeUncontrolled: true })
  if (!open.some(({ url }) => appAddresses.test(new URL(url).pathname))) await self.skipWaiting()
}
