import { callApi, reais, record, rowOf } from '../ledger.js'
import { openOverviewAsNewPerson, register, waitForScreen } from '../people.js'
import { expect, test } from '../test.js'
import { translatePages } from '../translator.js'
import { fundStatus, figure, withFund } from './emergency-fund/emergency-fund-page.js'

/** The screens of the app with what changes texts beside elements on each. */
const screens = [
  '/dashboard',
  '/dashboard/forecast',
  '/dashboard/transactions',
  '/dashboard/transactions/recorrentes',
  '/dashboard/contas',
  '/dashboard/mei',
  '/dashboard/import',
  '/dashboard/import/list',
  '/dashboard/goals',
  '/dashboard/emergency',
  '/dashboard/tasks',
  '/dashboard/reports',
  '/dashboard/activity',
  '/dashboard/settings',
]

const isTranslated = /<font>/

test(
  'a page that the browser translates signs in, searches and shows the reserve',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const errors = await translatePages(page)

    await test.step('the login says what is wrong, and signs in', async () => {
      const { email, password } = await register(request)
      await page.goto('/login')
      await expect.poll(() => page.content()).toMatch(isTranslated)
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Senha', { exact: true }).fill('outra-senha')
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('Email ou senha incorretos.')
      await page.getByLabel('Senha', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await page.waitForURL(/\/dashboard/)
    })

    await test.step('a search changes the rows and their number', async () => {
      await record(page, { description: 'Bolo de aniversário', amount: 80 }, { description: 'Torta de limão', amount: 60 })
      await page.goto('/dashboard/transactions')
      await expect(rowOf(page, 'Torta de limão')).toBeVisible()
      await page.getByRole('searchbox').fill('bolo')
      await expect(rowOf(page, 'Torta de limão')).toHaveCount(0)
      await expect(rowOf(page, 'Bolo de aniversário')).toBeVisible()
      await page.getByRole('searchbox').fill('')
      await expect(rowOf(page, 'Torta de limão')).toBeVisible()
    })

    await test.step('the reserve shows its new amount', async () => {
      await withFund(page, 1000)
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.000,00'))
      await fundStatus(page).getByRole('button', { name: 'Adicionar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Adicionar à reserva' })
      await dialog.getByRole('button', { name: 'Adicionar' }).click()
      await dialog.getByLabel('Valor').fill('250')
      await dialog.getByRole('button', { name: 'Adicionar' }).click()
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('7.750,00'))
      await expect(fundStatus(page)).toContainText(reais('1.250,00'))
    })

    expect(errors()).toEqual([])
  },
)

test('every screen goes on when the browser translates it', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const errors = await translatePages(page)
  for (const path of ['/login', '/register', '/forgot-password', '/contact', '/plans']) {
    await page.goto(path)
    await expect.poll(() => page.content()).toMatch(isTranslated)
    const submit = page.locator('main form button[type="submit"]').first()
    if ((await submit.count()) > 0) {
      await submit.click()
      await page.locator('main form input:not([type="radio"]):visible').first().fill('a')
      await submit.click()
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  await openOverviewAsNewPerson({ page, request })
  await record(page, { description: 'Bolo de aniversário', amount: 80 })
  for (const [index, path] of screens.entries()) {
    await page.goto(path)
    await waitForScreen(page)
    await expect.poll(() => page.content()).toMatch(isTranslated)
    // Another device changes what the screen shows.
    await record(page, { description: `Torta ${index}`, amount: 60, isScheduled: index % 2 === 0 })
    await callApi(page, 'POST', '/goals', {
      title: `Forno ${index}`,
      targetAmount: 900,
      deadline: '2027-12-01',
      priority: 'high',
      category: 'Equipamentos',
    })
    await page.keyboard.press('n')
    // The form of a goal is in the page.
    const form = path === '/dashboard/goals' ? page.getByRole('main').locator('form') : page.getByRole('dialog')
    await form
      .getByRole('button', { name: /^(Salvar|Criar|Adicionar)/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Esta tela parou')).toHaveCount(0)
  }
  expect(errors()).toEqual([])
})
