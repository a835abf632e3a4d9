import { read, storageKeys, write } from '../lib/device-storage'

export type ColorScheme = 'light' | 'dark'

const ATTRIBUTE = 'data-mantine-color-scheme'
const listeners = new Set<() => void>()

/** The scheme in force: `first-paint.js` has set it on the document before the first paint. */
export function colorScheme(): ColorScheme {
  return document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light'
}

/** Stored on the device: it outlives the session. */
export function setColorScheme(scheme: ColorScheme): void {
  write('local', storageKeys.colorScheme, scheme)
  applyScheme(scheme)
}

function applyScheme(scheme: ColorScheme): void {
  const root = document.documentElement
  root.setAttribute(ATTRIBUTE, scheme)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(root).getPropertyValue('--bg-page').trim())
  listeners.forEach((notify) => notify())
}

/** @returns unsubscribes */
export function subscribeToColorScheme(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.colorScheme) applyScheme(read('local', storageKeys.colorScheme) === 'dark' ? 'dark' : 'light')
})
