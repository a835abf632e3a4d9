import { read, storageKeys, write } from '../lib/device-storage'

export type ColorScheme = 'light' | 'dark'

const ATTRIBUTE = 'data-mantine-color-scheme'
const readers = new Set<() => void>()

/** The scheme in force: `first-paint.js` has set it on the document before the first paint. */
export function colorScheme(): ColorScheme {
  return document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light'
}

/** Kept on the device: it outlives the session. */
export function chooseColorScheme(scheme: ColorScheme): void {
  write('local', storageKeys.colorScheme, scheme)
  show(scheme)
}

function show(scheme: ColorScheme): void {
  const root = document.documentElement
  root.setAttribute(ATTRIBUTE, scheme)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(root).getPropertyValue('--bg-page').trim())
  readers.forEach((notify) => notify())
}

/** @returns how to stop it */
export function onColorScheme(notify: () => void): () => void {
  readers.add(notify)
  return () => readers.delete(notify)
}

window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.colorScheme) show(read('local', storageKeys.colorScheme) === 'dark' ? 'dark' : 'light')
})
