import type { Request } from '@playwright/test'
import { record, rowOf } from '../ledger.js'
import { signInNewPerson } from '../people.js'
import { expect, test } from '../test.js'
import { figure, openList } from './transactions/transactions-page.js'

test.beforeEach(signInNewPerson)

test('an unchanged read costs an answer without a body, and a changed one is read @desktop', async ({ page }) => {
  await page.clock.install()
  await record(page, { description: 'Bolo', amount: 45 })
  await openList(page)
  await expect(figure(page, 'Saldo')).toContainText('45,00')
  await expect(rowOf(page, 'Bolo')).toBeVisible()
  const asked = new Set<Request>()
  const answered: string[] = []
  page.on('request', (request) => asked.add(request))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // What was asked for before is read for the first time.
    const isAgain = asked.has(response.request()) && response.request().method() === 'GET'
    if (isAgain && /^\/api\/(transactions|goals)/.test(pathname)) answered.push(`${pathname} ${response.status()}`)
  })
  // Everything on the screen is refetched after a while.
  await page.clock.fastForward('01:00')
  await page.getByRole('link', { name: 'Metas' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Metas Financeiras')
  await page.getByRole('link', { name: 'Transações' }).first().click()
  await expect
    .poll(() => answered.filter((each) => each.startsWith('/api/transactions/summary')))
    .toEqual(['/api/transactions/summary 304'])
  await expect.poll(() => answered.filter((each) => each.startsWith('/api/transactions ') && !each.endsWith(' 304'))).toEqual([])
  await record(page, { description: 'Torta', amount: 5 })
  await expect(figure(page, 'Saldo')).toContainText('50,00')
})
