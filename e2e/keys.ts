import type { Page } from '@playwright/test'
import { expect } from './test.js'

/** Chooses the first that the palette finds for what is typed. */
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
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await expect(page).toHaveURL(address)
}
