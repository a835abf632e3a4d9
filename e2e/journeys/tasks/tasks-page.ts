import type { Locator, Page } from '@playwright/test'
import { callApi, onPhone } from '../../ledger.js'
import { expect } from '../../test.js'

interface StoredTask {
  id: string
  title: string
  type: 'objective' | 'problem' | 'task'
  priority: 'low' | 'medium' | 'high'
  estimatedCost: number
  estimatedDate: string
  completed: boolean
}

/** Adds the items in this order, some of them completed, and opens the screen. */
export async function withTasks(page: Page, ...tasks: (Partial<StoredTask> & { title: string })[]): Promise<void> {
  for (const { completed = false, ...body } of tasks) {
    const { task } = await callApi<{ task: StoredTask }>(page, 'POST', '/tasks', { type: 'objective', ...body })
    if (completed) await callApi(page, 'PUT', `/tasks/${task.id}`, { completed })
  }
  await openTasks(page)
}

export async function openTasks(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/tasks${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tarefas e Planejamento' })).toBeAttached()
}

/** The items on the server. */
export async function readTasks(page: Page): Promise<StoredTask[]> {
  return (await callApi<{ tasks: StoredTask[] }>(page, 'GET', '/tasks')).tasks
}

export function boxes(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('checkbox')
}

export function box(page: Page, title: string): Locator {
  return page.getByRole('checkbox', { name: title, exact: true })
}

/** Expects the titles from top to bottom. */
export async function expectOrder(page: Page, ...titles: string[]): Promise<void> {
  await expect(boxes(page)).toHaveCount(titles.length)
  for (const [index, title] of titles.entries()) await expect(boxes(page).nth(index)).toHaveAccessibleName(title)
}

export function row(page: Page, title: string): Locator {
  return page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
}

export function tab(page: Page, label: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${label}`) })
}

export async function edit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Editar ${title}`, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Editar item' })
  await expect(sheet.getByLabel('Título')).toBeFocused()
  return sheet
}

export async function askToDelete(page: Page, title: string): Promise<Locator> {
  if (onPhone(page)) await (await edit(page, title)).getByRole('button', { name: 'Excluir' }).click()
  else await page.getByRole('button', { name: `Excluir ${title}`, exact: true }).click()
  return page.getByRole('dialog', { name: `Excluir ${title}` })
}
