import { useSyncExternalStore } from 'react'
import { runWithoutReloadHolds, waitForSafeReload } from '../lib/reload-holds'

/**
 * Updates of the app: the service worker downloads a newer release in the background, and the person chooses when to activate it.
 */

/** `requested`: activated as soon as no tab holds a reload. */
export type ReleaseStatus = 'none' | 'offered' | 'requested'

const FILE = '/service-worker.js'
const CHECK_INTERVAL_MS = 30 * 60_000
/** The new worker takes over well within this time, or has failed. */
const ACTIVATION_TIMEOUT_MS = 10_000

let release: ReleaseStatus = 'none'
let registration: ServiceWorkerRegistration | null = null
const listeners = new Set<() => void>()

/** Registers the service worker and checks for newer releases periodically. */
export async function watchReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over pages that were loaded without one: the release is the same.
    if (hasWorker) void waitForSafeReload().then(() => window.location.reload())
    hasWorker = true
  })
  const registered = await serviceWorker
    .register(FILE)
    .catch((failure: unknown) => console.warn('The device does not keep the app', failure instanceof Error ? failure.name : ''))
  if (!registered) return
  registration = registered
  updateStatus()
  registered.addEventListener('updatefound', () => registered.installing?.addEventListener('statechange', updateStatus))
  registered.installing?.addEventListener('statechange', updateStatus)
  scheduleChecks(registered)
}

/** Activates the newer release in all tabs, once none of them holds a reload. */
export async function activateRelease(): Promise<void> {
  setStatus('requested')
  await runWithoutReloadHolds(async () => {
    const next = registration?.waiting
    if (!next) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
    next.postMessage('take over')
    // Keeps the exclusive lock until the page reloads, so that no new input can start to hold it.
    await new Promise((resolve) => setTimeout(resolve, ACTIVATION_TIMEOUT_MS))
  })
  // The page is still here: the release was not activated, and can be requested again.
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

/** The browser checks only when a page is opened, and an app stays open for days. */
function scheduleChecks(registered: ServiceWorkerRegistration): void {
  let lastCheck = Date.now()
  const check = (): void => {
    if (document.visibilityState !== 'visible' || Date.now() - lastCheck < CHECK_INTERVAL_MS) return
    lastCheck = Date.now()
    registered.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', check)
  setInterval(check, CHECK_INTERVAL_MS)
}

function setStatus(next: ReleaseStatus): void {
  if (next === release) return
  release = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
