import type { Locator, Page } from '@playwright/test'
import { day } from '../../ledger.js'

const MONTHS = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro']

/** The month before this one, `2026-10`. */
export const month = (() => {
  const [year, number] = day().slice(0, 7).split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 2, 1)).toISOString().slice(0, 7)
})()
const isThisYear = month.slice(0, 4) === day().slice(0, 4)
/** `outubro`, `dezembro de 2025` */
export const name = `${MONTHS[Number(month.slice(5)) - 1]}${isThisYear ? '' : ` de ${month.slice(0, 4)}`}`
/** `outubro de 2026` */
export const fullName = `${MONTHS[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}`
const title = name.charAt(0).toUpperCase() + name.slice(1)
export const ofMonth = `/dashboard/transactions?mes=${month}`
/** What is said of a refused change. */
export const refusal = new RegExp(`${fullName} está fechado\\. Reabra para mudar\\.`, 'i')

export const part = (page: Page, heading: string): Locator => page.getByRole('region', { name: heading })
export const band = (page: Page): Locator => page.getByRole('note', { name: `${title} está fechado` })
