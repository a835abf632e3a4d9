import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SHARED_PARAM } from '../lib/arriving-files'
import { storeSharedFiles } from '../lib/shared-files'
import { pages, redirects } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses, IMPORT_PAGE, serverAddresses, SHARED_FIELD, withQueryOf } from './app-pages'
import { addressOf, notificationOf, openScreen, type AppWindows } from './notifications'

/**
 * Stores one whole release on the device, so that it opens without a connection. Answers requests for the release's files, the
 * app's addresses, the pages outside the app and the redirects to them. Requests under `/api` go to the network and are never
 * cached. Shows the reminders that are pushed to this browser.
 */

declare const self: Worker & {
  /** Every file of this release, inserted by the build. */
  RELEASE_FILES: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
  location: { origin: string }
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: AppWindows
}

/** An event that keeps the worker running until its work is done. */
interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface PushEvent extends LastingEvent {
  data: { text: () => string } | null
}
interface NotificationClickEvent extends LastingEvent {
  notification: { data: unknown; close: () => void }
}

/** The install event of browsers with static routing. */
interface RoutableInstallEvent extends Event {
  addRoutes?: (route: { condition: { urlPattern: { pathname: string } }; source: 'network' }) => Promise<void>
}

// With a static route the browser sends API requests without starting the worker. That is faster, and no API request keeps an old
// worker busy: Chromium would wait for it to become idle before activating a newer one.
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
// A shared file is stored on the device until the import screen takes it, possibly after a login.
registerRoute(
  ({ url }) => url.pathname === IMPORT_PAGE,
  async ({ request }) => Response.redirect(`${IMPORT_PAGE}?${SHARED_PARAM}=${await storeShare(request)}`, 303),
  'POST',
)
// An unknown address may be a page of a newer release. Only without an answer of the server does it redirect to the landing page.
registerRoute(new NavigationRoute(({ request }) => fetch(request).catch(() => Response.redirect('/')), { denylist: [serverAddresses] }))

// The first worker controls the open pages at once. Later workers wait until they are activated, or until no page of the previous
// release is open.
clientsClaim()
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'take over') void self.skipWaiting()
  if (data === 'take over unless the app is open') void activateUnlessAppOpen()
})

self.addEventListener('push', ((event: PushEvent) => {
  const { title, options } = notificationOf(event.data?.text(), self.location.origin)
  event.waitUntil(self.registration.showNotification(title, options))
}) as EventListener)
self.addEventListener('notificationclick', ((event: NotificationClickEvent) => {
  event.notification.close()
  event.waitUntil(openScreen(self.clients, addressOf(event.notification.data)))
}) as EventListener)

/** Stores the files of a share. @returns how many there are */
async function storeShare(request: Request): Promise<number> {
  try {
    const files = (await request.formData()).getAll(SHARED_FIELD).filter((each) => each instanceof File)
    await storeSharedFiles(files)
    return files.length
  } catch {
    // The device is full or stores nothing: the screen asks for the file.
    return 0
  }
}

/** A page outside the app loads its whole release when it opens, so a newer one may take over; the app asks its person first. */
async function activateUnlessAppOpen(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open.some(({ url }) => appAddresses.test(new URL(url).pathname))) await self.skipWaiting()
}
