import { useSyncExternalStore } from 'react'
import { whenNothingHolds, whenNothingIsLost } from '../lib/reload-holds'

/** A newer release: the service worker fetches it beside the running one, and the person says when it is taken. */

/** `asked`: it comes as soon as nothing holds. */
export type Release = 'none' | 'offered' | 'asked'

const FILE = '/service-worker.js'
const LOOK_AGAIN_MS = 30 * 60_000
/** It takes over well within this, or not at all. */
const TAKING_MS = 10_000

let release: Release = 'none'
let registration: ServiceWorkerRegistration | null = null
const readers = new Set<() => void>()

/** Has the device keep the app, and looks for a newer one from time to time. */
export async function followReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over pages that came without one: nothing is new.
    if (hasWorker) void whenNothingIsLost().then(() => window.location.reload())
    hasWorker = true
  })
  const found = await serviceWorker
    .register(FILE)
    .catch((failure: unknown) => console.warn('The device does not keep the app', failure instanceof Error ? failure.name : ''))
  if (!found) return
  registration = found
  look()
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', look))
  found.installing?.addEventListener('statechange', look)
  lookAgain(found)
}

/** Takes the newer release, in all tabs: as soon as in none of them something is typed or unsent. */
export async function takeRelease(): Promise<void> {
  become('asked')
  await whenNothingHolds(async () => {
    const next = registration?.waiting
    if (!next) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
    next.postMessage('take over')
    // Held until the page goes, so that nobody begins to type into what goes.
    await new Promise((resolve) => setTimeout(resolve, TAKING_MS))
  })
  // Still here: it did not come, and can be asked for again.
  become('none')
  look()
}

export function useRelease(): Release {
  return useSyncExternalStore(subscribe, () => release)
}

function look(): void {
  const isWaiting = registration?.waiting != null && registration.active !== null
  if (!isWaiting) become('none')
  else if (release === 'none') become('offered')
}

/** The browser itself looks only when a page is opened, and an app stays open for days. */
function lookAgain(found: ServiceWorkerRegistration): void {
  let looked = Date.now()
  const again = (): void => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_AGAIN_MS) return
    looked = Date.now()
    found.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', again)
  setInterval(again, LOOK_AGAIN_MS)
}

function become(next: Release): void {
  if (next === release) return
  release = next
  for (const reader of readers) reader()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}
