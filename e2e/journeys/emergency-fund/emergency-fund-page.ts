import type { Locator, Page } from '@playwright/test'
import { callApi } from '../../ledger.js'
import { expect } from '../../test.js'

interface StoredFund {
  targetMonths: number
  monthlyExpenseAverage: number
  currentAmount: number
  targetAmount: number
}

interface StoredMovement {
  kind: string
  amount: number
  description: string | null
  balance: number
}

export async function openFund(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/emergency${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reserva de Emergência' })).toBeAttached()
}

/** Creates a fund with this amount and opens the screen. */
export async function withFund(page: Page, currentAmount: number, settings: Partial<StoredFund> = {}): Promise<void> {
  await callApi(page, 'PUT', '/emergency-fund', { currentAmount, ...settings })
  await openFund(page)
}

/** The fund on the server. */
export async function readFund(page: Page): Promise<StoredFund | null> {
  return (await callApi<{ emergencyFund: StoredFund | null }>(page, 'GET', '/emergency-fund')).emergencyFund
}

/** The movements on the server, newest first. */
export async function readMovements(page: Page): Promise<StoredMovement[]> {
  return (await callApi<{ movements: StoredMovement[] }>(page, 'GET', '/emergency-fund/movements')).movements
}

export function fundStatus(page: Page): Locator {
  return page.getByRole('region', { name: 'Situação da reserva' })
}

export function figure(page: Page, label: string): Locator {
  return fundStatus(page)
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
  await fundStatus(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: button === 'Adicionar' ? 'Adicionar à reserva' : 'Retirar da reserva' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}
