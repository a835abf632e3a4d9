import { read, storageKeys, write } from '../lib/device-storage'

export type ColorScheme = 'light' | 'dark'

/** What a person chooses: `system` follows the device. */
export const colorSchemeChoices = ['light', 'dark', 'system'] as const
export type ColorSchemeChoice = (typeof colorSchemeChoices)[number]

const ATTRIBUTE = 'data-mantine-color-scheme'
const listeners = new Set<() => void>()

/** The scheme in force: `first-paint.js` has set it on the document before the first paint. */
export function colorScheme(): ColorScheme {
  return document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light'
}

/** The stored choice; light without one. */
export function colorSchemeChoice(): ColorSchemeChoice {
  const stored = read('local', storageKeys.colorScheme)
  return colorSchemeChoices.find((choice) => choice === stored) ?? 'light'
}

/** Stored on the device: it outlives the session. */
export function setColorScheme(choice: ColorSchemeChoice): void {
  write('local', storageKeys.colorScheme, choice)
  applyScheme(choice)
}

function applyScheme(choice: ColorSchemeChoice): void {
  const root = document.documentElement
  root.setAttribute(ATTRIBUTE, choice === 'system' ? systemScheme() : choice)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(root).getPropertyValue('--bg-page').trim())
  listeners.forEach((notify) => notify())
}

function systemScheme(): ColorScheme {
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** @returns unsubscribes */
export function subscribeToColorScheme(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.colorScheme) applyScheme(colorSchemeChoice())
})
window.matchMedia?.('(prefers-color-scheme: dark)').addEventListener('change', () => {
  if (colorSchemeChoice() === 'system') applyScheme('system')
})
