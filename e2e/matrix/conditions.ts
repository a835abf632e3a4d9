import type { Page } from '@playwright/test'

export type MatrixDevice = 'phone' | 'desktop'
export type MatrixTheme = 'light' | 'dark'

interface MatrixView {
  width: number
  height: number
  /** The text size that a reader has set, relative to the usual one. */
  text?: '200%'
}

export const themes: readonly MatrixTheme[] = ['light', 'dark']

/** A phone has touch and a desktop a mouse, which resizing does not change; the widths of each are set in place. */
export const views: Record<MatrixDevice, readonly MatrixView[]> = {
  phone: [
    { width: 320, height: 640 },
    { width: 390, height: 844 },
    { width: 390, height: 844, text: '200%' },
  ],
  desktop: [
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
    { width: 1280, height: 800, text: '200%' },
  ],
}

export function conditionName(theme: MatrixTheme, { width, text }: MatrixView): string {
  return `${theme} ${width}${text ? ` text ${text}` : ''}`
}

export async function setView(page: Page, { width, height, text }: MatrixView): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), text ?? '')
}

/** Sets the theme as another tab does; code that starts later reads it from the store, as before a first paint. */
export async function setTheme(page: Page, theme: MatrixTheme): Promise<void> {
  await page.evaluate((scheme) => {
    const key = 'prumo-device:color-scheme'
    localStorage.setItem(key, scheme)
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }, theme)
}

/** Waits until no animation runs: contrast is wrong during a fade. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}
