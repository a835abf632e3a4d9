import type { Locator, Page } from '@playwright/test'
import { expect } from '../../test.js'

export async function openReports(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/reports${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Relatórios' })).toBeAttached()
}

export function part(page: Page, name: 'O que mudou' | 'Quanto' | 'Quando' | 'Saldo acumulado' | 'Onde' | 'O que isso diz'): Locator {
  return page.getByRole('region', { name, exact: true })
}

export async function choosePeriod(page: Page, name: '1 mês' | '3 meses' | '6 meses' | '1 ano'): Promise<void> {
  await page.getByRole('group', { name: 'Período' }).getByText(name, { exact: true }).click()
}

/** A day in the middle of the month so many months ago, or today. */
export function monthsAgo(months: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  if (months === 0) return today
  const [year, month] = today.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 - months, 15)).toISOString().slice(0, 10)
}

/** `novembro`, or `novembro de 2025` where the year is not the current one */
export function monthName(date: string): string {
  const name = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' }).format(new Date(date))
  return date.slice(0, 4) === monthsAgo(0).slice(0, 4) ? name : `${name} de ${date.slice(0, 4)}`
}
