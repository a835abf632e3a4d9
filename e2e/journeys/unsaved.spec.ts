import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, statusMessage } from '../ledger.js'
import { register, signIn, signInNewPerson, type TestPerson } from '../people.js'
import { expect, test } from '../test.js'
import { addProgress, createGoals } from './goals/goals-page.js'
import { accept, choose, inter, expectReview, openImport } from './import/statements.js'
import { openList, openNew } from './transactions/transactions-page.js'

/** Typed and unsaved text, when the page is left. */

const newSheet = (page: Page) => page.getByRole('dialog', { name: 'Nova Transação' })

async function typeSale(page: Page): Promise<void> {
  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('386,70')
  await sheet.getByLabel('Descrição').fill('Bolo de casamento')
}

/** Ends the session on the server; the page learns of it by a background read. */
async function endElsewhere(page: Page, request: APIRequestContext, { email, password }: TestPerson): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
  const other = (await (await request.post('/api/auth/login', { data: { email, password } })).json()) as { token: string }
  await expect(await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })).toBeOK()
  await request.post('/api/tasks', {
    headers: { Authorization: `Bearer ${other.token}` },
    data: { title: 'De outro aparelho', type: 'task', priority: 'low', date: '2026-11-20' },
  })
  await page.waitForURL(/\/login$/)
  await expect(page.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
}

test('typed text is offered again after the session ended by itself', { tag: '@phone' }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await openList(page)
  await typeSale(page)
  await endElsewhere(page, request, person)

  await signIn(page, person)
  await expect(page).toHaveURL(/\/dashboard\/transactions\?nova=1$/)
  await expect(newSheet(page).getByLabel('Valor')).toHaveValue('386,70')
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('Bolo de casamento')
  await newSheet(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(statusMessage(page, 'Transação lançada')).toBeVisible()

  // A saved draft is deleted.
  await expect((await openNew(page)).getByLabel('Descrição')).toHaveValue('')
})

test('what one person typed is never shown to another', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await openList(page)
  await typeSale(page)
  await endElsewhere(page, request, person)

  await signIn(page, await register(request))
  await expect(newSheet(page).getByLabel('Valor')).toBeFocused()
  await expect(newSheet(page).getByLabel('Valor')).toHaveValue('')
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('')
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Bolo de casamento')
})

test('a reviewed statement is offered again with every choice', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await openImport(page)
  await choose(page, inter)
  await expectReview(page)
  await page.getByLabel('Categoria de Pix enviado: Moinho 12').selectOption('Fornecedores')
  await page.getByRole('checkbox', { name: /^Importar Tarifa/ }).uncheck()
  await endElsewhere(page, request, person)

  await signIn(page, person)
  await expectReview(page)
  await expect(page.getByLabel('Categoria de Pix enviado: Moinho 12')).toHaveValue('Fornecedores')
  await accept(page, '3 transações')
  await expect(statusMessage(page, '3 transações importadas')).toBeVisible()

  await openImport(page)
  await expect(page.getByRole('heading', { name: 'Solte o extrato aqui' })).toBeVisible()
})

test('a correction is offered again with what was typed, and nothing else', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await createGoals(page, { title: 'Forno' })
  await page.getByRole('button', { name: 'Editar Forno' }).click()
  await page.getByRole('form', { name: 'Editar Forno' }).getByLabel('Título').fill('Forno de lastro')
  await endElsewhere(page, request, person)

  await signIn(page, person)
  const form = page.getByRole('form', { name: 'Editar Forno' })
  await expect(form.getByLabel('Título')).toHaveValue('Forno de lastro')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Forno de lastro' })).toBeVisible()
})

test('the end of a subscription is reported, and waits for typed text', async ({ page, request }) => {
  await signInNewPerson({ page, request })
  await openList(page)
  await typeSale(page)
  await page.route(/\/api\/(goals|transactions)/, (route) =>
    route.fulfill({ status: 403, json: { error: 'Acesso negado.', code: 'SUBSCRIPTION_REQUIRED' } }),
  )
  await callApi(page, 'POST', '/goals', { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' })
  await expect(statusMessage(page, 'Sua assinatura não está ativa. Salve o que digitou: fica neste aparelho até ela voltar.')).toBeVisible()
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('Bolo de casamento')

  await newSheet(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(newSheet(page)).toBeHidden()
  await callApi(page, 'POST', '/goals', { title: 'Batedeira', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' })
  await page.waitForURL(/\/plans$/)
  await page.unrouteAll()
  await openList(page)
  await expect(page.getByText('Bolo de casamento').first()).toBeVisible()
})

test('a reload asks first where typed text would be lost', { tag: '@desktop' }, async ({ page, request }) => {
  await signInNewPerson({ page, request })
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  const questionsOfReload = async () => {
    const before = asked
    // The draft is stored within a frame, which no person is faster than.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    await page.reload()
    return asked - before
  }
  await openList(page)
  await page.getByRole('heading', { level: 1 }).click()
  expect(await questionsOfReload()).toBe(0)
  const sheet = await openNew(page)
  expect(await questionsOfReload()).toBe(0)
  await sheet.getByLabel('Descrição').click()
  await sheet.getByLabel('Descrição').fill('Bolo')
  expect(await questionsOfReload()).toBe(1)

  await createGoals(page, { title: 'Forno' })
  const dialog = await addProgress(page, 'Forno')
  await dialog.getByLabel('Valor').fill('10')
  expect(await questionsOfReload()).toBe(1)

  await page.goto('/dashboard/goals')
  await page.getByRole('button', { name: 'Editar Forno' }).click()
  const title = page.getByRole('form', { name: 'Editar Forno' }).getByLabel('Título')
  await title.fill('Forno de lastro')
  expect(await questionsOfReload()).toBe(1)
  await title.click()
  await title.fill('Forno de lastro')
  await page.getByRole('form', { name: 'Editar Forno' }).getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Forno de lastro' })).toBeVisible()
  expect(await questionsOfReload()).toBe(0)

  await page.goto('/dashboard/settings?aba=conta')
  const name = page.getByRole('form', { name: 'Seus dados' }).getByLabel('Nome completo')
  await name.click()
  await name.fill('Rita')
  expect(await questionsOfReload()).toBe(1)
})
