import { callApi, day, record } from '../ledger.js'
import { signInNewPerson, openOverview } from '../people.js'
import { expect, test } from '../test.js'

test.beforeEach(signInNewPerson)

test('the bell counts what is due, forgets what was seen, and can be silenced on this device', { tag: '@phone' }, async ({ page }) => {
  await record(page, { description: 'Cesta', amount: 98, isScheduled: true, transactionDate: day(-1) })
  const goal = (title: string, days: number) =>
    callApi(page, 'POST', '/goals', { title, targetAmount: 10, deadline: day(days), category: 'Outros' })
  await goal('Atrasada', -2)
  await goal('Desta semana', 6)
  await goal('De depois', 7)
  await openOverview(page)
  await page.getByRole('button', { name: 'Avisos: 3 pendências, 3 novas' }).click()
  const notices = page.getByRole('dialog', { name: 'Avisos' })
  await expect(notices.getByRole('link')).toContainText([
    /Cesta.*Para confirmar desde/,
    /Atrasada.*Meta com 2 dias de atraso/,
    /Desta semana.*Meta: faltam 6 dias/,
  ])
  await expect(notices.getByRole('link')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Avisos: 3 pendências', exact: true })).toBeFocused()

  await goal('Nova', 1)
  await page.reload()
  await page.getByRole('button', { name: 'Avisos: 4 pendências, 1 nova' }).click()
  await notices.getByRole('checkbox', { name: 'Receber avisos' }).uncheck()
  await expect(notices).toContainText('Avisos desligados neste aparelho.')
  await expect(notices.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Avisos desligados' }).click()
  await notices.getByRole('checkbox', { name: 'Receber avisos' }).check()
  await notices.getByRole('link', { name: /Atrasada/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/goals$/)
})
