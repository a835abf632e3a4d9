import { callApi, day, formatDate } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'
import { openNew } from './transactions/transactions-page.js'

test(
  'a device that is a year ahead shows so, and records on the day of the server',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const person = await register(request)
    await page.clock.install({ time: Date.now() + 365 * 86_400_000 })
    await signIn(page, person)
    const strip = page.getByRole('status').filter({ hasText: 'Este aparelho está com a data errada' })
    await expect(strip).toContainText(`Hoje é ${formatDate(day())}.`)
    await strip.getByRole('button', { name: 'Usar a data certa' }).click()
    await expect(strip).toBeHidden()
    await page.goto('/dashboard/transactions')
    const sheet = await openNew(page)
    await sheet.getByLabel('Valor').fill('10')
    await sheet.getByLabel('Descrição').fill('Café')
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    const dates = async () =>
      (await callApi<{ transactions: { date: string }[] }>(page, 'GET', '/transactions')).transactions.map(({ date }) => date)
    await expect.poll(dates).toEqual([day()])
  },
)
