import type { Locator, Page } from '@playwright/test'
import { expect } from './test.js'

/** Chooses the first result of the palette for what is typed. */
export async function chooseInPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
}

/** Goes to the overview by its keys, and from there to a screen by its own. */
export async function leaveAndReturn(page: Page, key: string, address: RegExp): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  // The address changes before the screen does; going back too early would not leave the screen.
  const overview = page.getByRole('heading', { level: 1, name: 'Visão Geral' })
  await expect(overview).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await expect(page).toHaveURL(address)
  await expect(overview).toBeHidden()
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
