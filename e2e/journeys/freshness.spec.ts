import { record } from '../ledger.js'
import { admitted } from '../people.js'
import { expect, test } from '../test.js'
import { figure, openList } from './transactions/transactions-page.js'

test.beforeEach(admitted)

test('what did not change costs an answer without a body, and what changed is read @desktop', async ({ page, context }) => {
  await record(page, { description: 'Bolo', amount: 45 })
  await openList(page)
  await expect(figure(page, 'Saldo')).toContainText('45,00')
  const answered: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/api\/(transactions|goals)/.test(pathname) && response.request().method() === 'GET') answered.push(`${pathname} ${response.status()}`)
  })
  /** Everything on the screen is read again once the connection is back. */
  const readAgain = async (): Promise<string[]> => {
    answered.length = 0
    await context.setOffline(true)
    await page.evaluate(() => fetch('/api/health/live').catch(() => undefined))
    await page.waitForTimeout(300)
    await context.setOffline(false)
    await expect.poll(() => answered.some((each) => each.startsWith('/api/transactions/summary'))).toBe(true)
    await page.waitForTimeout(500)
    return [...new Set(answered)].toSorted()
  }
  const again = await readAgain()
  expect(again.filter((each) => !each.endsWith(' 304'))).toEqual([])
  await record(page, { description: 'Torta', amount: 5 })
  await expect(figure(page, 'Saldo')).toContainText('50,00')
})
