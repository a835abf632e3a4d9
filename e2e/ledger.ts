import { expect, type Locator, type Page } from '@playwright/test'
import { readDeviceContents } from './device-contents.js'

/** Today in São Paulo, or so many days from it. */
export function day(offset = 0): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  return new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
}

/** Between the currency and an amount, so that a line never breaks there. */
export const NBSP = '\u00a0'

/** `20/11/2026` */
export function formatDate(date: string): string {
  return date.split('-').toReversed().join('/')
}

/** `R$ 386,70` */
export function reais(text: string): string {
  return `R$${NBSP}${text}`
}

interface LedgerEntry {
  description: string
  amount: number
  type?: 'income' | 'expense'
  category?: string | null
  transactionDate?: string
  isScheduled?: boolean
}

/** Calls the API as the person who is signed in on the page. */
export async function callApi<T>(page: Page, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
  const response = await page.request.fetch(`/api${path}`, { method, headers: { Authorization: `Bearer ${token}` }, ...(data && { data }) })
  await expect(response).toBeOK()
  return (response.status() === 204 ? undefined : await response.json()) as T
}

/** Records transactions; by default today's income. */
export async function record(page: Page, ...entries: LedgerEntry[]): Promise<{ id: string }[]> {
  const recorded: { id: string }[] = []
  for (const entry of entries) {
    const { transaction } = await callApi<{ transaction: { id: string } }>(page, 'POST', '/transactions', {
      type: 'income',
      transactionDate: day(),
      ...entry,
    })
    recorded.push(transaction)
  }
  return recorded
}

/** The row of a transaction: in the table, or on a phone in the list by days. */
export function rowOf(page: Page, description: string): Locator {
  return page
    .getByRole('main')
    .locator('tr, li')
    .filter({ has: page.getByText(description, { exact: true }) })
}

export function onPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 760
}

/** What the screen announces, in a toast or only to screen readers. */
export function statusMessage(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

/** The panel of commands that were refused, shown until each is decided. */
export function parkedPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Não aceitos' })
}

/** Opens the form of the first transaction of that name: by its pencil, or on a phone by its row. */
export async function edit(page: Page, description: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `Editar ${description}`, exact: true })
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: 'Editar transação' })
  await expect(sheet.getByLabel('Valor')).toBeFocused()
  return sheet
}

/** Starts to delete a transaction, from its row or, on a phone, from its sheet. */
export async function askToDelete(page: Page, description: string): Promise<Locator> {
  if (onPhone(page)) await (await edit(page, description)).getByRole('button', { name: 'Excluir' }).click()
  else
    await page
      .getByRole('button', { name: `Excluir ${description}`, exact: true })
      .first()
      .click()
  return page.getByRole('dialog', { name: new RegExp(`^Excluir ${description}`) })
}

/**
 * Waits until the device has cached what this screen has read, so that a restart finds it: an entry whose key begins so, with
 * this text.
 */
export async function expectCached(page: Page, key: string, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const reads = (await readDeviceContents(page)) as { key?: unknown[]; data?: unknown }[]
      return JSON.stringify(reads.filter((read) => read.key?.join(' ').startsWith(key)).map(({ data }) => data))
    })
    .toContain(text)
}
