import { expectAccessible } from '../../accessibility.js'
import { callApi, expectCached, parkedPanel, reais } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { ask, figure, movements, openFund, fundStatus, readFund, target, withFund } from './emergency-fund-page.js'

test.beforeEach(signInNewPerson)

test('a withdrawal that lost the race is rolled back with the server’s reason, and offered again', { tag: '@long' }, async ({ page }) => {
  await withFund(page, 500)
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.500,00'))
  const dialog = await ask(page, 'Retirar')
  await dialog.getByLabel('Valor').fill('400')
  await dialog.getByLabel('Descrição').fill('Gás')
  await callApi(page, 'POST', '/emergency-fund/withdraw', { amount: 300 })
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(fundStatus(page)).toContainText(`Você quis retirar ${reais('400,00')}. Você tem ${reais('200,00')} na reserva.`)
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.800,00'))
  await expect(movements(page)).toHaveCount(2)
  await expect(fundStatus(page)).toContainText('Sua mudança não entrou')
  expect((await readFund(page))?.currentAmount).toBe(200)

  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText(`Você tem ${reais('200,00')} na reserva.`)
  await page.getByRole('button', { name: 'Corrigir Gás' }).click()
  await expect(dialog.getByLabel('Valor')).toHaveValue('400,00')
  await expect(dialog.getByLabel('Descrição')).toHaveValue('Gás')
  await dialog.getByRole('button', { name: `Tudo: ${reais('200,00')}` }).click()
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect.poll(async () => (await readFund(page))?.currentAmount).toBe(0)
  await expect(fundStatus(page)).not.toContainText('Sua mudança não entrou')
})

test('a refused target is rolled back, and the chosen one is offered again', { tag: '@long' }, async ({ page }) => {
  await withFund(page, 500)
  await page.route(/\/api\/emergency-fund$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } })
      : route.fallback(),
  )
  await target(page).getByText('6', { exact: true }).click()
  await target(page).getByRole('button', { name: 'Salvar meta' }).click()
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(fundStatus(page)).toContainText('Você quis mudar a meta da reserva. Dados inválidos')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.500,00'))
  await expect(fundStatus(page)).toContainText('Sua mudança não entrou')
  await page.unrouteAll()
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText('Dados inválidos')
  await page.getByRole('button', { name: 'Corrigir Reserva de Emergência' }).click()
  await expect(target(page).getByRole('radio', { name: '6' })).toBeChecked()
  await target(page).getByRole('button', { name: 'Salvar meta' }).click()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('17.500,00'))
  await expect.poll(async () => (await readFund(page))?.targetMonths).toBe(6)
  await expect(fundStatus(page)).not.toContainText('Sua mudança não entrou')
})

test(
  'a target changed on a form from before another device’s change of the average keeps both changes',
  { tag: '@long' },
  async ({ page }) => {
    await withFund(page, 500)
    await target(page).getByText('6', { exact: true }).click()
    await callApi(page, 'PUT', '/emergency-fund', { monthlyExpenseAverage: 4000 })
    await expect(figure(page, 'Falta Guardar')).toHaveText(reais('11.500,00'))
    await expect(target(page).getByRole('radio', { name: '6' })).toBeChecked()
    await target(page).getByRole('button', { name: 'Salvar meta' }).click()
    await expect.poll(async () => await readFund(page)).toMatchObject({ targetMonths: 6, monthlyExpenseAverage: 4000 })
    await expect(figure(page, 'Falta Guardar')).toHaveText(reais('23.500,00'))
  },
)

test('a failed refresh keeps what is shown, and says so beside it', { tag: '@long' }, async ({ page }) => {
  await withFund(page, 500)
  await expect(movements(page)).toHaveCount(1)
  for (const [key, text] of [
    ['one', '"currentAmount":500'],
    ['movements', '"balance":500'],
    ['analysis', '{'],
    ['calculate-expenses', '{'],
  ] as const)
    await expectCached(page, `emergency-fund ${key}`, text)
  await page.route('**/api/emergency-fund**', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await page.reload()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.500,00'))
  await expect(movements(page)).toHaveCount(1)
  await expect(page.getByText(/^Não conseguimos atualizar\. Dados da conta até as? \d+h\d\d de hoje\.$/)).toHaveCount(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Não conseguimos atualizar.')).toBeHidden()
})

test('a failed load keeps the frame and can be retried', { tag: '@long' }, async ({ page }) => {
  const refusal = { status: 400, json: { error: 'x', code: 'VALIDATION' } }
  await page.route(/\/api\/emergency-fund$/, (route) => route.fulfill(refusal))
  await page.route('**/api/emergency-fund/movements*', (route) => route.fulfill(refusal))
  await openFund(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar a reserva.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar as movimentações.' })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  for (const what of ['a reserva', 'as movimentações'])
    await page.getByRole('alert').filter({ hasText: what }).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(fundStatus(page)).toContainText('Vamos começar')
  await expect(page.getByText('Nada entrou nem saiu ainda.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
