import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks WCAG 2.2 A and AA with axe, and that nothing scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // Waits for animations, because contrast is wrong during a fade. An animation may start a frame after another.
  await page.evaluate(async () => {
    do {
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    } while (document.getAnimations().length > 0)
  })
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  await expectNoSidewaysScroll(page)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

/** Chooses the dark theme, as the device would have stored it. */
export async function preferDark(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('prumo-device:color-scheme', 'dark'))
}
