import { expectCached, parkedPanel } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { box, edit, expectOrder, openTasks, row, readTasks, withTasks } from './tasks-page.js'

test.beforeEach(signInNewPerson)

test('a refused change is rolled back, with the reason', { tag: '@long' }, async ({ page }) => {
  await withTasks(page, { title: 'A' }, { title: 'B' })
  await page.route('**/api/tasks/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } })
      : route.fallback(),
  )
  await box(page, 'A').click()
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(box(page, 'A')).not.toBeChecked()
  await expect(row(page, 'A')).toContainText('Sua mudança não entrou')

  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByLabel('Título').fill('C')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(parkedPanel(page)).toContainText('2 lançamentos não foram aceitos')
  await expectOrder(page, 'B', 'A')
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByText('Dados inválidos')).toHaveCount(2)
  await page.getByRole('button', { name: 'Corrigir C' }).click()
  await expect(sheet.getByLabel('Título')).toHaveValue('C')
  await page.unrouteAll()
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expectOrder(page, 'C', 'B', 'A')
  await expect.poll(async () => (await readTasks(page)).map(({ title }) => title)).toEqual(['C', 'B', 'A'])
})

test('a temporary failure queues the command, says so, and sends it later', { tag: '@long' }, async ({ page }) => {
  await withTasks(page, { title: 'A' })
  let failures = 0
  await page.route('**/api/tasks/*', (route) => {
    if (route.request().method() !== 'PUT' || failures === 2) return route.fallback()
    failures += 1
    return route.fulfill({ status: 503, json: { error: 'x', code: 'UNAVAILABLE' } })
  })
  await box(page, 'A').click()
  await expect(row(page, 'A')).toContainText('Aguardando envio')
  await expect(box(page, 'A')).toBeChecked()
  await expect(row(page, 'A')).not.toContainText('Aguardando envio')
  expect((await readTasks(page))[0]?.completed).toBe(true)
})

test('a name changed on a form from before another device’s change of the cost keeps both changes', { tag: '@long' }, async ({ page }) => {
  await withTasks(page, { title: 'A', estimatedCost: 10 })
  const sheet = await edit(page, 'A')
  const [task] = await readTasks(page)
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
  await page.request.put(`/api/tasks/${task!.id}`, { headers: { Authorization: `Bearer ${token}` }, data: { estimatedCost: 25 } })
  await sheet.getByLabel('Título').fill('B')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expectOrder(page, 'B')
  await expect.poll(async () => (await readTasks(page))[0]).toMatchObject({ title: 'B', estimatedCost: 25 })
  await expect(row(page, 'B')).toContainText('25,00')
})

test('a failed load keeps the frame and can be retried', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/tasks', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await openTasks(page)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos carregar os itens.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
})

test('a failed refresh keeps what is shown, and says so beside it', { tag: '@long' }, async ({ page }) => {
  await withTasks(page, { title: 'A' })
  await expectCached(page, 'task list', '"title":"A"')
  await page.route('**/api/tasks', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await page.reload()
  await expectOrder(page, 'A')
  await expect(page.getByText(/^Não conseguimos atualizar\. Dados da conta até as? \d+h\d\d de hoje\.$/)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Não conseguimos atualizar.')).toBeHidden()
})
