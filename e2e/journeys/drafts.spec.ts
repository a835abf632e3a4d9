import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { readDeviceContents } from '../device-contents.js'
import { callApi, statusMessage } from '../ledger.js'
import { register, signIn, signInNewPerson, type TestPerson } from '../people.js'
import { endRoutes } from '../routes.js'
import { expect, test } from '../test.js'
import { createGoals } from './goals/goals-page.js'
import { accept, choose, inter, expectReview, openImport } from './import/statements.js'
import { firstField, openList, openNew } from './transactions/transactions-page.js'

/** What is typed into forms stays on the device until it is saved or thrown away. */

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

const offer = (place: Page | Locator) => place.getByText('O que você digitou antes ficou guardado.')
const resume = (place: Locator) => place.getByRole('button', { name: 'Continuar de onde parou' }).click()

test('what was typed is kept through a reload until it is saved, except passwords', async ({ page, request }) => {
  await signInNewPerson({ page, request })
  page.on('dialog', () => expect('a question').toBe('asked'))
  await openList(page)
  await typeSale(page)
  await page.reload()
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('')
  await resume(newSheet(page))
  await expect(newSheet(page).getByLabel('Valor')).toHaveValue('386,70')
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('Bolo de casamento')
  await newSheet(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(statusMessage(page, 'Transação lançada')).toBeVisible()
  await expect((await openNew(page)).getByLabel('Descrição')).toHaveValue('')
  await expect(offer(page)).toBeHidden()

  await page.goto('/dashboard/settings?aba=conta')
  await page.getByRole('textbox', { name: 'Senha atual' }).fill('segredo-digitado')
  await page.getByRole('form', { name: 'Seus dados' }).getByLabel('Nome completo').fill('Rita Prado')
  await page.reload()
  await expect(offer(page.getByRole('form', { name: 'Seus dados' }))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Senha atual' })).toHaveValue('')
  const stored =
    JSON.stringify(await readDeviceContents(page)) + (await page.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
  expect(stored).toContain('Rita Prado')
  expect(stored).not.toContain('segredo-digitado')
})

test('typed text is offered again after the session ended by itself', { tag: ['@phone', '@long'] }, async ({ page, request }) => {
  // On a slow device what is typed is encrypted later than the session ends.
  await page.addInitScript(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    crypto.subtle.encrypt = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return encrypt(...args)
    }
  })
  const person = await signInNewPerson({ page, request })
  await openList(page)
  await typeSale(page)
  await endElsewhere(page, request, person)
  expect(JSON.stringify(await readDeviceContents(page))).not.toContain('Bolo de casamento')

  await signIn(page, person)
  await expect(page).toHaveURL(/\/dashboard\/transactions\?nova=1$/)
  await resume(newSheet(page))
  await expect(newSheet(page).getByLabel('Valor')).toHaveValue('386,70')
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('Bolo de casamento')
})

test('what one person typed is never offered to another', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await openList(page)
  await typeSale(page)
  await endElsewhere(page, request, person)

  await signIn(page, await register(request))
  await expect(firstField(page, newSheet(page))).toBeFocused()
  await expect(offer(page)).toBeHidden()
  expect(JSON.stringify(await readDeviceContents(page))).not.toContain('Bolo de casamento')
})

test('a reviewed statement is offered again with every choice', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const person = await signInNewPerson({ page, request })
  await openImport(page)
  await choose(page, inter)
  await expectReview(page)
  await page.getByLabel('Categoria de Moinho 12').selectOption('Marketing')
  await page.getByRole('checkbox', { name: /^Importar Tarifa/ }).uncheck()
  await endElsewhere(page, request, person)

  await signIn(page, person)
  await expectReview(page)
  await expect(page.getByLabel('Categoria de Moinho 12')).toHaveValue('Marketing')
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
  await resume(form)
  await expect(form.getByLabel('Título')).toHaveValue('Forno de lastro')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Forno de lastro' })).toBeVisible()
})

test('the end of a subscription leads to the plans, and typed text waits until it is back', { tag: '@long' }, async ({ page, request }) => {
  await signInNewPerson({ page, request })
  await openList(page)
  await typeSale(page)
  await page.route(/\/api\/(goals|transactions)/, (route) =>
    route.fulfill({ status: 403, json: { error: 'Acesso negado.', code: 'SUBSCRIPTION_REQUIRED' } }),
  )
  await callApi(page, 'POST', '/goals', { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' })
  await page.waitForURL(/\/plans$/)
  await endRoutes(page)
  await openList(page)
  await resume(await openNew(page))
  await expect(newSheet(page).getByLabel('Descrição')).toHaveValue('Bolo de casamento')
})
