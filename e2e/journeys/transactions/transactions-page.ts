import type { Locator, Page } from '@playwright/test'
import { expect } from '../../test.js'

export async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeAttached()
}

export async function openNew(page: Page) {
  await page.getByRole('link', { name: 'Nova Transação' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(sheet.getByLabel('Valor')).toBeFocused()
  return sheet
}

/** A figure of the strip: `Receitas`, `Despesas`, `Saldo`. */
export function figure(page: Page, label: string): Locator {
  return page.getByRole('region', { name: /^Totais/ }).locator('div', { has: page.getByText(label, { exact: true }) }).last().locator('dd').first()
}
