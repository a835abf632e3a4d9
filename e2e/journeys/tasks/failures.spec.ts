import { said } from '../../ledger.js'
import { signedIn } from '../../people.js'
import { expect, test } from '../../test.js'
import { box, expectOrder, openTasks, withTasks } from './tasks-page.js'

test.beforeEach(signedIn)

test('what the server refuses is taken back and said', async ({ page }) => {
  await withTasks(page, { title: 'A' }, { title: 'B' })
  await page.route('**/toggle', (route) => route.fulfill({ status: 500, json: { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' } }))
  await box(page, 'A').click()
  await expect(said(page, 'A não foi concluído. Erro interno do servidor. Tente novamente mais tarde.')).toBeVisible()
  await expect(box(page, 'A')).not.toBeChecked()

  await page.route('**/api/tasks', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }) : route.fallback()))
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByLabel('Título').fill('C')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(said(page, 'C não foi salvo. Dados inválidos')).toBeVisible()
  await expectOrder(page, 'B', 'A')
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(sheet.getByLabel('Título')).toHaveValue('C')
})

test('a failed load keeps the frame and is tried again', async ({ page }) => {
  await page.route('**/api/tasks', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await openTasks(page)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos carregar os itens.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
})
