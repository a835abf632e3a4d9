import { call, day, reais, said } from '../../ledger.js'
import { signedIn } from '../../people.js'
import { expect, test } from '../../test.js'
import { addProgress, count, fillDeadline, openGoals, row, withGoals } from './goals-page.js'

test.beforeEach(signedIn)

test('what the server refuses is taken back, and what was typed is offered again', async ({ page }) => {
  await withGoals(page, { title: 'Curso' })
  const refusal = { status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }
  await page.route('**/api/goals', (route) => (route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback()))
  await page.getByRole('button', { name: 'Nova meta' }).click()
  const form = page.getByRole('form', { name: 'Nova meta' })
  await form.getByLabel('Título').fill('Forno')
  await form.getByLabel('Valor da meta').fill('8000')
  await fillDeadline(page, form, day(42))
  await form.getByLabel('Categoria').selectOption('Outros')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(said(page, 'A meta Forno não foi salva. Dados inválidos')).toBeVisible()
  await expect(row(page, 'Forno')).toHaveCount(0)

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(form.getByLabel('Valor da meta')).toHaveValue('8.000,00')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(page, 'Forno')).toBeVisible()
})

test('progress on a goal that changed elsewhere is not applied to what nobody saw', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 5200 })
  const [goal] = (await call<{ goals: { id: string }[] }>(page, 'GET', '/goals')).goals
  await call(page, 'PUT', `/goals/${goal!.id}`, { currentAmount: 7000 })
  const dialog = await addProgress(page, 'Forno')
  await dialog.getByLabel('Valor').fill('2000')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(said(page, 'O progresso de Forno não foi salvo.')).toBeVisible()
  await expect(row(page, 'Forno')).toContainText(`${reais('7.000,00')} de ${reais('8.000,00')}`)
})

test('a failed load keeps the frame and is tried again', async ({ page }) => {
  await page.route('**/api/goals', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await openGoals(page)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos carregar as metas.')
  await expect(count(page, 'Em andamento')).toHaveText('—')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
})
