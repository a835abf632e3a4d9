import type { Page } from '@playwright/test'
import { callApi } from '../ledger.js'
import { dismissFirstSteps, signInAsExample } from '../people.js'
import { expect, test } from '../test.js'

/** The most that a screen may move by itself, as browsers count it. */
const MOST = 0.05
/** What comes late comes within this time. */
const LATE_MS = 1_200

const SCREENS = [
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/transactions/recorrentes',
  '/dashboard/transactions/regras',
  '/dashboard/transactions/categorias',
  '/dashboard/contas',
  '/dashboard/import',
  '/dashboard/import/list',
  '/dashboard/forecast',
  '/dashboard/goals',
  '/dashboard/emergency',
  '/dashboard/tasks',
  '/dashboard/reports',
  '/dashboard/activity',
  '/dashboard/settings',
  '/dashboard/settings?aba=assinatura',
  '/dashboard/settings?aba=dados',
]
const PAGES = ['/', '/features', '/onboarding', '/plans', '/register', '/login', '/analysis', '/install', '/contact', '/terms', '/privacy']

interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

test('no screen moves by itself while it loads', { tag: '@long' }, async ({ page, request }) => {
  test.slow()
  await page.addInitScript(observeShifts)
  await signInAsExample({ page, request })
  await dismissFirstSteps(page)
  const { wallets } = await callApi<{ wallets: { id: string }[] }>(page, 'GET', '/wallets')
  for (const path of [...SCREENS, ...wallets.map(({ id }) => `/dashboard/contas/${id}`)]) await expectStill(page, path)

  // As a visitor.
  await page.evaluate(() => (sessionStorage.clear(), localStorage.clear()))
  for (const path of PAGES) await expectStill(page, path)
})

function observeShifts(): void {
  window.shifts = []
  const describe = (node: Node | null | undefined) =>
    `${node?.nodeName ?? '?'} ${(node as Element | null)?.textContent?.slice(0, 60) ?? ''}`
  new PerformanceObserver((list) => {
    type ShiftEntry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    for (const entry of list.getEntries() as ShiftEntry[])
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => describe(node)) })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Opens a page cold, waits until it stands still, and sums its shifts. */
async function expectStill(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Abrindo' }).first()).toBeAttached()
    await expect(page.getByText(/^Carregando/)).toHaveCount(0)
    await page.waitForTimeout(LATE_MS)
    const shifts = await page.evaluate(() => window.shifts)
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(total, `${path} ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST)
  })
}
