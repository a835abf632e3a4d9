import type { Locator, Page } from '@playwright/test'
import { callApi, day, onPhone, formatDate } from '../../ledger.js'
import { expect } from '../../test.js'

interface StoredGoal {
  title: string
  targetAmount: number
  currentAmount: number
  completed: boolean
}

/** Creates goals on the server and opens the screen. Amounts are in reais; `in` is the number of days until the deadline. */
export async function createGoals(
  page: Page,
  ...goals: { title: string; target?: number; current?: number; in?: number }[]
): Promise<void> {
  for (const { title, target = 8000, current = 0, in: days = 30 } of goals) {
    await callApi(page, 'POST', '/goals', {
      title,
      targetAmount: target,
      currentAmount: current,
      deadline: day(days),
      category: 'Equipamentos',
    })
  }
  await openGoals(page)
}

export async function openGoals(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/goals${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Metas Financeiras' })).toBeAttached()
}

/** The goals on the server. */
export async function readGoals(page: Page): Promise<StoredGoal[]> {
  return (await callApi<{ goals: StoredGoal[] }>(page, 'GET', '/goals')).goals
}

/** The section of goals that are not completed. */
export function activeGoals(page: Page): Locator {
  return page.getByRole('region', { name: 'Metas em Andamento' })
}

/** The row of a goal in the list. */
export function row(page: Page, title: string): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Opens the dialog that adds progress to a goal, and returns it. */
export async function addProgress(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Adicionar Progresso em ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar Progresso' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}

/** @param date ISO 8601 */
export async function fillDeadline(page: Page, scope: Locator, date: string): Promise<void> {
  await scope.getByLabel('Prazo').fill(onPhone(page) ? date : formatDate(date))
}

/** A figure of the summary above the list, by its label. */
export function summaryFigure(page: Page, label: string): Locator {
  return page
    .getByRole('region', { name: 'Resumo das metas' })
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .locator('dd')
}
