import type { Locator, Page, Route } from '@playwright/test'
import { onPhone, reais } from '../../ledger.js'
import { expect } from '../../test.js'

export async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeAttached()
}

export async function openNew(page: Page) {
  await page.getByRole('link', { name: 'Nova Transação' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(firstField(page, sheet)).toBeFocused()
  return sheet
}

/** Where the form of a new transaction starts: at the written line, on a phone at the amount. */
export function firstField(page: Page, sheet: Locator): Locator {
  return sheet.getByLabel(onPhone(page) ? 'Valor' : 'Escreva em uma linha')
}

/** A total: `Receitas`, `Despesas`, `Saldo`; above the list on a phone, else in its foot. */
export function figure(page: Page, label: string): Locator {
  return page
    .getByRole('region', { name: /^Totais/ })
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()
    .locator('dd')
    .first()
    .locator('[data-figure]')
}

/** What a total reads, which starts with words for screen readers; the foot of the wide list leaves the currency out of its columns. */
export function reads(amount: string): RegExp {
  const [, sign, figures = ''] = /^(-?)(.*)$/.exec(amount) ?? []
  return new RegExp(`${sign}(?:R\\$\\s)?${figures.replaceAll('.', '[.]')}$`)
}

/** `+R$ 45,90` in a row of the list: the columns of the wide one leave the currency out. */
export function rowAmount(page: Page, sign: '+' | '-' | '', amount: string): string {
  return sign + (onPhone(page) ? reais(amount) : amount)
}

/** Opens the filters: in the bar, on a phone in a sheet. */
export async function filters(page: Page): Promise<Locator> {
  const bar = page.getByRole('search')
  if (!onPhone(page)) return bar
  await bar.getByRole('button', { name: 'Filtros' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await expect(sheet).toBeVisible()
  return sheet
}

/** Returns to the list by the button that shows the number of results. */
export async function leaveFilters(page: Page, count: string): Promise<void> {
  if (onPhone(page)) await page.getByRole('button', { name: `Ver ${count}` }).click()
  await expect(page.getByRole('status').filter({ hasText: count })).toBeVisible()
}

/** Answers a list request with other rows than the account has, at the account's position. */
export async function answerList(route: Route, json: object): Promise<void> {
  const address = new URL(route.request().url())
  address.search = '?limit=1'
  await route.fulfill({ response: await route.fetch({ url: address.href }), json })
}
