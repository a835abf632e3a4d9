import { callApi, day, expectCached, parkedPanel, reais } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { addProgress, summaryFigure, fillDeadline, openGoals, row, readGoals, createGoals } from './goals-page.js'

test.beforeEach(signInNewPerson)

test('a refused change is rolled back, and what was typed is offered again', { tag: '@long' }, async ({ page }) => {
  await createGoals(page, { title: 'Curso' })
  const refusal = { status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }
  await page.route('**/api/goals', (route) => (route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback()))
  await page.getByRole('button', { name: 'Nova meta' }).click()
  const form = page.getByRole('form', { name: 'Nova meta' })
  await form.getByLabel('Título').fill('Forno')
  await form.getByLabel('Valor da meta').fill('8000')
  await fillDeadline(page, form, day(42))
  await form.getByLabel('Categoria').selectOption('Outros')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(row(page, 'Forno')).toHaveCount(0)

  await page.unrouteAll()
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText('Dados inválidos')
  await page.getByRole('button', { name: 'Corrigir Forno' }).click()
  await expect(form.getByLabel('Valor da meta')).toHaveValue('8.000,00')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(page, 'Forno')).toBeVisible()
  await expect.poll(async () => (await readGoals(page)).map(({ title }) => title)).toEqual(['Curso', 'Forno'])
})

test('refused progress is entered again at its goal', { tag: '@long' }, async ({ page }) => {
  await createGoals(page, { title: 'Forno', current: 5200 })
  await page.route('**/api/goals/*/progress', (route) =>
    route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }),
  )
  const dialog = await addProgress(page, 'Forno')
  await dialog.getByLabel('Valor').fill('300,5')
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Corrigir Forno' }).click()
  await expect(page).toHaveURL(/\/dashboard\/goals\?progresso=/)
  await expect(dialog.getByLabel('Valor')).toHaveValue('300,50')
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/goals$/)
  await expect(row(page, 'Forno')).toContainText(`${reais('5.500,50')} de ${reais('8.000,00')}`)
  await expect.poll(async () => (await readGoals(page))[0]?.currentAmount).toBe(5500.5)
  await expect(row(page, 'Forno')).not.toContainText('Sua mudança não entrou')
})

test('progress is not applied to a goal that changed elsewhere unseen', { tag: '@long' }, async ({ page }) => {
  await createGoals(page, { title: 'Forno', current: 5200 })
  const [goal] = (await callApi<{ goals: { id: string }[] }>(page, 'GET', '/goals')).goals
  const dialog = await addProgress(page, 'Forno')
  await callApi(page, 'PUT', `/goals/${goal!.id}`, { currentAmount: 7000 })
  await dialog.getByLabel('Valor').fill('2000')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(row(page, 'Forno')).toContainText(`${reais('7.000,00')} de ${reais('8.000,00')}`)
  await expect(row(page, 'Forno')).toContainText('Sua mudança não entrou')
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText(/mudou em outro aparelho/i)
  await expect(page.getByRole('button', { name: 'Comparar Forno' })).toBeVisible()
  expect((await readGoals(page))[0]?.currentAmount).toBe(7000)
})

test(
  'a name changed on a form from before another device’s change of the amount keeps both changes',
  { tag: '@long' },
  async ({ page }) => {
    await createGoals(page, { title: 'Forno', current: 5200 })
    const [goal] = (await callApi<{ goals: { id: string }[] }>(page, 'GET', '/goals')).goals
    await page.getByRole('button', { name: 'Editar Forno' }).click()
    const form = page.getByRole('form', { name: 'Editar Forno' })
    await form.getByLabel('Título').fill('Forno novo')
    // Enough to complete the goal: the form stays, with what was typed.
    await callApi(page, 'PUT', `/goals/${goal!.id}`, { currentAmount: 8000 })
    await expect(summaryFigure(page, 'Concluídas')).toHaveText('1')
    await expect(form.getByLabel('Título')).toHaveValue('Forno novo')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect.poll(async () => (await readGoals(page))[0]).toMatchObject({ title: 'Forno novo', currentAmount: 8000, completed: true })
    await page.getByText('Metas Concluídas').click()
    await expect(row(page, 'Forno novo')).toContainText(reais('8.000,00'))
  },
)

test('a failed load keeps the frame and can be retried', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/goals', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await openGoals(page)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos carregar as metas.')
  await expect(summaryFigure(page, 'Em andamento')).toHaveText('—')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
})

test('a failed refresh keeps what is shown, and says so beside it', { tag: '@long' }, async ({ page }) => {
  await createGoals(page, { title: 'Forno' })
  await expectCached(page, 'goal list', 'Forno')
  await page.route('**/api/goals', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await page.reload()
  await expect(row(page, 'Forno')).toBeVisible()
  await expect(page.getByText(/^Não conseguimos atualizar\. Dados da conta até as? \d+h\d\d de hoje\.$/)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Não conseguimos atualizar.')).toBeHidden()
})
