import type { Locator, Page } from '@playwright/test'
import { call } from '../../ledger.js'
import { expect } from '../../test.js'

interface Fund {
  targetMonths: number
  monthlyExpenseAverage: number
  currentAmount: number
  targetAmount: number
}

interface Movement {
  kind: string
  amount: number
  description: string | null
  balance: number
}

export async function openFund(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/emergency${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reserva de Emergência' })).toBeAttached()
}

/** The fund of someone who saves for a while already; then the screen with it. */
export async function withFund(page: Page, currentAmount: number, settings: Partial<Fund> = {}): Promise<void> {
  await call(page, 'PUT', '/emergency-fund', { currentAmount, ...settings })
  await openFund(page)
}

/** As the server has it. */
export async function stored(page: Page): Promise<Fund | null> {
  return (await call<{ emergencyFund: Fund | null }>(page, 'GET', '/emergency-fund')).emergencyFund
}

/** What went in and out, as the server has it, newest first. */
export async function storedMovements(page: Page): Promise<Movement[]> {
  return (await call<{ movements: Movement[] }>(page, 'GET', '/emergency-fund/movements')).movements
}

export function standing(page: Page): Locator {
  return page.getByRole('region', { name: 'Situação da reserva' })
}

export function figure(page: Page, label: string): Locator {
  return standing(page)
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()
}

export function target(page: Page): Locator {
  return page.getByRole('region', { name: 'Meta da reserva' })
}

export function movements(page: Page): Locator {
  return page.getByRole('region', { name: 'Movimentações' }).getByRole('listitem')
}

export async function ask(page: Page, button: 'Adicionar' | 'Retirar'): Promise<Locator> {
  await standing(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: button === 'Adicionar' ? 'Adicionar à reserva' : 'Retirar da reserva' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}
