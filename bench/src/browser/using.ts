import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { newPhone, slowTab } from './conditions.js'
import { notesOf, watch } from './watch.js'

/** The duration of a person's interactions, in milliseconds. */
export interface PageUse {
  /** Each touch and key until its effect was painted; without those that took less than a frame. */
  interactions: number[]
  /** Each touch of "Salvar" until the new row was painted. */
  saves: number[]
}

/** The pause before each touch: the effects of the one before have ended by then. */
const LOOK_MS = 250
const SHEET = { name: 'Nova Transação' }

/** Goes through the screens, their overlays, and the form of a transaction, so many times. */
export async function usedBy(browser: Browser, origin: string, token: string, cpu: number, times: number): Promise<PageUse> {
  const context = await newPhone(browser, origin, token)
  const page = await slowTab(context, { cpu })
  await watch(page)
  await page.goto(`${origin}/dashboard/transactions`)
  await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor({ state: 'attached' })
  await pause(LOOK_MS * 4)
  const saves: number[] = []
  for (let n = 0; n < times; n++) {
    saves.push(await save(page, `Bolo de bancada ${n}`))
    await lookAround(page)
  }
  const { interactions } = await notesOf(page)
  await context.close()
  return { interactions: Object.values(interactions), saves }
}

async function save(page: Page, description: string): Promise<number> {
  await page.getByRole('link', SHEET).filter({ visible: true }).first().tap()
  const sheet = page.getByRole('dialog', SHEET)
  await sheet.waitFor()
  await pause(LOOK_MS)
  await sheet.getByLabel('Valor').pressSequentially('1450')
  await sheet.getByLabel('Descrição').fill(description)
  await sheet.getByText('Vendas', { exact: true }).tap()
  await pause(LOOK_MS)
  await page.evaluate(awaitRow, description)
  await sheet.getByRole('button', { name: 'Salvar' }).tap()
  const took = await page.evaluate(() => window.benchRow)
  await sheet.waitFor({ state: 'hidden' })
  await pause(LOOK_MS)
  return took
}

async function lookAround(page: Page): Promise<void> {
  for (const path of ['/dashboard', '/dashboard/transactions']) {
    await page.locator(`nav a[href="${path}"]`).filter({ visible: true }).first().tap()
    await pause(LOOK_MS)
  }
  await page.getByRole('button', { name: 'Mais', exact: true }).tap()
  await page.getByRole('dialog').waitFor()
  await pause(LOOK_MS)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await pause(LOOK_MS)
}

declare global {
  interface Window {
    /** The time from the next touch until the row is painted. */
    benchRow: Promise<number>
  }
}

/** Runs in the page. */
function awaitRow(description: string): void {
  window.benchRow = new Promise((resolve) => {
    let touched = 0
    document.addEventListener('click', ({ timeStamp }) => (touched = timeStamp), { capture: true, once: true })
    const changes = new MutationObserver(() => {
      if (!document.querySelector('main')?.textContent?.includes(description)) return
      changes.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - touched)))
    })
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
