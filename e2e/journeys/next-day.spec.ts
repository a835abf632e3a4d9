import { callApi, day, record } from '../ledger.js'
import { signInNewPerson } from '../people.js'
import { expect, test } from '../test.js'
import { openList, openNew } from './transactions/transactions-page.js'

test('an app left open overnight shows and records the new day', { tag: '@phone' }, async ({ page, request }) => {
  await page.clock.install({ time: new Date(`${day(-1)}T23:58:00-03:00`) })
  await signInNewPerson({ page, request })
  await record(page, { description: 'Bolo', amount: 80, transactionDate: day(-1) })
  await openList(page)
  const list = page.getByRole('main').getByRole('list')
  await expect(list.getByText('Hoje', { exact: true })).toBeVisible()
  await page.clock.fastForward('03:00')
  await expect(list.getByText('Ontem', { exact: true })).toBeVisible()

  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('30')
  await sheet.getByLabel('Descrição').fill('Torta')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(list.getByText('Hoje', { exact: true })).toBeVisible()
  await expect
    .poll(async () =>
      (await callApi<{ transactions: { date: string }[] }>(page, 'GET', '/transactions')).transactions.map(({ date }) => date),
    )
    .toEqual([day(), day(-1)])
})
