import { useSyncExternalStore } from 'react'
import { runWithoutReloadHolds, waitForSafeReload } from '../lib/reload-holds'

/** A newer release: the service worker fetches it beside the running one, and the person says when it is taken. */

/** `asked`: it comes as soon as nothing holds. */
export type ReleaseStatus = 'none' | 'offered' | 'asked'

const FILE = '/service-worker.js'
const CHECK_INTERVAL_MS = 30 * 60_000
/** It takes over well within this, or not at all. */
const ACTIVATION_TIMEOUT_MS = 10_000

let release: ReleaseStatus = 'none'
let registration: ServiceWorkerRegistration | null = null
const listeners = new Set<() => void>()

/** Has the device keep the app, and looks for a newer one from time to time. */
export async function watchReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over pages that came without one: nothing is new.
    if (hasWorker) void waitForSafeReload().then(() => window.location.reload())
    hasWorker = true
  })
  const found = await serviceWorker
    .register(FILE)
    .catch((failure: unknown) => console.warn('The device does not keep the app', failure instanceof Error ? failure.name : ''))
  if (!found) return
  registration = found
  updateStatus()
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', updateStatus))
  found.installing?.addEventListener('statechange', updateStatus)
  scheduleChecks(found)
}

/** Takes the newer release, in all tabs: as soon as in none of them something is typed or unsent. */
export async function activateRelease(): Promise<void> {
  setStatus('asked')
  await runWithoutReloadHolds(async () => {
    const next = registration?.waiting
    if (!next) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
    next.postMessage('take over')
    // Held until the page goes, so that nobody begins to type into what goes.
    await new Promise((resolve) => setTimeout(resolve, ACTIVATION_TIMEOUT_MS))
  })
  // Still here: it did not come, and can be asked for again.
  setStatus('none')
  updateStatus()
}

export function useRelease(): ReleaseStatus {
  return useSyncExternalStore(subscribe, () => release)
}

function updateStatus(): void {
  const isWaiting = registration?.waiting != null && registration.active !== null
  if (!isWaiting) setStatus('none')
  else if (release === 'none') setStatus('offered')
}

/** The browser itself looks only when a page is opened, and an app stays open for days. */
function scheduleChecks(found: ServiceWorkerRegistration): void {
  let looked = Date.now()
  const again = (): void => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < CHECK_INTERVAL_MS) return
    looked = Date.now()
    found.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', again)
  setInterval(again, CHECK_INTERVAL_MS)
}

function setStatus(next: ReleaseStatus): void {
  if (next === release) return
  release = next
  for (const reader of listeners) reader()
}

function subscribe(reader: () => void): () => void {
  listeners.add(reader)
  return () => listeners.delete(reader)
}
