import { call, edit, NBSP, record, rowOf } from '../../ledger.js'
import { expect, test } from '../../test.js'
import { arrive, figure, openNew } from './transactions-page.js'

test.beforeEach(arrive)

test('what the server does not take is taken back, says why, and is not lost', async ({ page }) => {
  await page.route('**/api/transactions', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' } }) : route.continue(),
  )
  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('386,70')
  await sheet.getByLabel('Descrição').fill('Embalagens Aurora')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Embalagens Aurora não foi salva. Erro interno do servidor. Tente novamente mais tarde.')).toBeVisible()
  await expect(rowOf(page, 'Embalagens Aurora')).toHaveCount(0)
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}0,00`)

  await page.unroute('**/api/transactions')
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(sheet.getByLabel('Valor')).toHaveValue('386,70')
  await expect(sheet.getByLabel('Descrição')).toHaveValue('Embalagens Aurora')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Embalagens Aurora')).toBeVisible()
})

test('what changed or went elsewhere meanwhile is not written over', async ({ page }) => {
  const [sale, rent] = await record(page, { description: 'Venda', amount: 10 }, { description: 'Aluguel', amount: 20, type: 'expense' })
  await page.reload()
  const sheet = await edit(page, 'Venda')
  await call(page, 'PUT', `/transactions/${sale?.id}`, { amount: 15 })
  await sheet.getByLabel('Descrição').fill('Venda grande')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A alteração de Venda não foi salva. Este registro mudou em outro lugar. Atualize e tente de novo.')).toBeVisible()
  await expect(rowOf(page, 'Venda')).toContainText(`+R$${NBSP}15,00`)
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(sheet.getByLabel('Descrição')).toHaveValue('Venda grande')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Venda grande')).toBeVisible()

  await edit(page, 'Aluguel')
  await call(page, 'DELETE', `/transactions/${rent?.id}`)
  await page.getByLabel('Valor').fill('30')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A alteração de Aluguel não foi salva. Transação original não encontrada.')).toBeVisible()
  await expect(rowOf(page, 'Aluguel')).toHaveCount(0)
})

test('a list that does not load keeps the frame and offers to try again', async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 })
  await page.route('**/api/transactions?*', (route) => route.fulfill({ status: 404, json: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } }))
  await page.reload()
  await expect(page.getByText('Não conseguimos carregar as transações.')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.unroute('**/api/transactions?*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(rowOf(page, 'Venda')).toBeVisible()
})
