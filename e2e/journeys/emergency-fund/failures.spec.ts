import { expectAccessible } from '../../accessibility.js'
import { call, reais, said } from '../../ledger.js'
import { signedIn } from '../../people.js'
import { expect, test } from '../../test.js'
import { ask, figure, movements, openFund, standing, stored, withFund } from './emergency-fund-page.js'

test.beforeEach(signedIn)

test('a withdrawal that lost the race is taken back with the words of the server, and offered again', async ({ page }) => {
  await withFund(page, 500)
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.500,00'))
  const dialog = await ask(page, 'Retirar')
  await dialog.getByLabel('Valor').fill('400')
  await dialog.getByLabel('Descrição').fill('Gás')
  await call(page, 'POST', '/emergency-fund/withdraw', { amount: 300 })
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await expect(said(page, `A retirada de ${reais('400,00')} não foi feita. Você tem ${reais('200,00')} na reserva.`)).toBeVisible()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.800,00'))
  await expect(movements(page)).toHaveCount(2)
  expect((await stored(page))?.currentAmount).toBe(200)

  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(dialog.getByLabel('Valor')).toHaveValue('400,00')
  await expect(dialog.getByLabel('Descrição')).toHaveValue('Gás')
  await dialog.getByRole('button', { name: `Tudo: ${reais('200,00')}` }).click()
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect.poll(async () => (await stored(page))?.currentAmount).toBe(0)
})

test('a failed load keeps the frame and is tried again', async ({ page }) => {
  const refusal = { status: 400, json: { error: 'x', code: 'VALIDATION' } }
  await page.route(/\/api\/emergency-fund$/, (route) => route.fulfill(refusal))
  await page.route('**/api/emergency-fund/movements*', (route) => route.fulfill(refusal))
  await openFund(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar a reserva.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar as movimentações.' })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  for (const what of ['a reserva', 'as movimentações']) await page.getByRole('alert').filter({ hasText: what }).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(standing(page)).toContainText('Vamos começar')
  await expect(page.getByText('Nada entrou nem saiu ainda.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
