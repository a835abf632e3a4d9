import type { Page } from '@playwright/test'
import { identityTexts } from '@prumo/shared/identity-texts'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { findMailedLink } from '../mailbox.js'
import { fillRegistration, pay, register, signIn, signInNewPerson, signOut, newPerson } from '../people.js'
import { endRoutes } from '../routes.js'
import { expect, test } from '../test.js'

/** A visitor who chose a plan whose payment cannot start. */
async function withPlan(page: Page): Promise<void> {
  await page.goto('/terms')
  await page.evaluate(() => localStorage.setItem('prumo:plan', JSON.stringify({ plano: '3meses' })))
  await page.route('**/api/plans', (route) => route.abort())
  await page.goto('/register')
}

test(
  'a new account whose payment does not start can be used, left and signed into again',
  { tag: ['@phone', '@long'] },
  async ({ page }) => {
    const person = newPerson()
    await withPlan(page)
    await fillRegistration(page, person)
    await page.getByLabel(/Quanto entra por mês/).fill('12500,5')
    await page.getByText('Conte mais (opcional)').click()
    await page.getByText('Organização de gastos').click()
    await expect(page.getByLabel(/Quanto entra por mês/)).toHaveValue('12.500,50')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta criada')
    await expect(page.getByRole('alert')).toHaveText('Erro de conexão. Verifique sua internet e tente novamente.')
    await page.getByRole('link', { name: 'Ver o painel' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page).toHaveTitle('Visão Geral · Prumo')
    await page
      .getByRole('dialog', { name: /^Conta criada/ })
      .getByRole('button', { name: 'Ver o painel' })
      .click()

    await signOut(page)
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage)
          .concat(Object.keys(sessionStorage))
          .filter((key) => key.startsWith('prumo:')),
      ),
    ).toEqual([])

    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Senha', { exact: true }).fill('outra-senha')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Email ou senha incorretos. Verifique seus dados e tente novamente.')
    await signIn(page, person)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
  },
)

test('a payment that could not start can be retried in place', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await withPlan(page)
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Criar conta' }).click()
  const retry = page.getByRole('button', { name: 'Tentar o pagamento de novo' })
  await expect(retry).toBeVisible()
  // The reason of the first failure stays meanwhile.
  const failed = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/plans'))
  await retry.click()
  await failed
  await expect(page.getByRole('alert')).toHaveText('Erro de conexão. Verifique sua internet e tente novamente.')
  await endRoutes(page, '**/api/plans')
  await retry.click()
  await pay(page)
})

test('an email that has an account is reported at its field', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const person = await register(request)
  await withPlan(page)
  await fillRegistration(page, { ...person, email: person.email.toUpperCase() })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Este email já está cadastrado. Tente fazer login ou use outro email.')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test(
  'sign-in continues to the requested screen, and a session that ended elsewhere leads to the sign-in',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await test.step('a visitor without a session returns to the requested screen after signing in', async () => {
      const person = await register(request)
      await page.goto('/dashboard/transactions?q=bolo')
      await expect(page).toHaveURL(/\/login$/)
      await signIn(page, person)
      await expect(page).toHaveURL(/\/dashboard\/transactions\?q=bolo$/)
    })

    await test.step('a session that ended elsewhere is reported on the sign-in page', async () => {
      const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
      // Leaves the app first: a refused request still under way would end the session before the app opens again.
      await page.goto('about:blank')
      await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
    })
  },
)

test(
  '"remember me" keeps the session after the last tab is closed, otherwise it ends',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, request }) => {
    const person = await register(request)
    await signIn(page, person)
    await page.close()
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other).toHaveURL(/\/login$/)

    await other.getByText('Lembrar de mim').click()
    await signIn(other, person)
    const third = await context.newPage()
    await third.goto('/dashboard')
    await expect(third.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')

    await signOut(other)
    await expect(third).toHaveURL(/\/login$/)
  },
)

test(
  'a new tab takes over a session that is not remembered, and it ends in all tabs at once',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, request }) => {
    await signInNewPerson({ page, request })
    await page.goto('/dashboard/goals')
    // A tab that is starting answers too late.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Metas Financeiras')
    const second = await context.newPage()
    await second.goto('/dashboard')
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')

    // A page outside the app shares it too, with the sign-in page as well.
    await second.close()
    await page.goto('/terms')
    const [third, fourth] = [await context.newPage(), await context.newPage()]
    await third.goto('/login')
    await expect(third.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
    await fourth.goto('/dashboard/tasks')
    await expect(fourth.getByRole('heading', { level: 1 })).toHaveText('Tarefas e Planejamento')

    await signOut(third)
    await expect(fourth).toHaveURL(/\/login$/)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login$/)
    for (const each of [page, third, fourth]) {
      expect(await each.evaluate(() => sessionStorage.getItem('prumo:token'))).toBeNull()
      await expect(each.getByLabel('Email')).toBeVisible()
    }
  },
)

test('a forgotten password is replaced by the link in a mail, once', { tag: '@desktop' }, async ({ page, request, app }) => {
  const person = await register(request)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar senha')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText('Se houver uma conta com este email, enviamos um link.')).toBeVisible()

  const link = await findMailedLink(person.email, app)
  await page.goto(link)
  await page.getByLabel('Nova senha', { exact: true }).fill('uma-senha-nova')
  await page.getByLabel('Confirme a nova senha', { exact: true }).fill('uma-senha-velha')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await page.getByLabel('Confirme a nova senha', { exact: true }).fill('uma-senha-nova')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText(identityTexts.passwordReset)).toBeVisible()
  await signIn(page, { ...person, password: 'uma-senha-nova' })
  await signOut(page)

  await page.goto(link)
  await page.getByLabel('Nova senha', { exact: true }).fill('mais-uma-senha')
  await page.getByLabel('Confirme a nova senha', { exact: true }).fill('mais-uma-senha')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText('Link inválido ou expirado. Peça um novo.')).toBeVisible()
  await page.getByRole('link', { name: 'Pedir outro link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar senha')
})

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in pages are accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
    if (theme === 'dark') await preferDark(page)
    await page.goto('/login')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expectAccessible(page)
    await page.goto('/register')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await expectAccessible(page)
    await page.goto('/forgot-password')
    await expectAccessible(page)
    await page.goto('/reset-password#token=x')
    await expectAccessible(page)
    await page.goto('/reset-password')
    await expectAccessible(page)
    await page.goto('/confirm-email#token=x')
    await expectAccessible(page)
    await page.goto('/confirm-email')
    await expectAccessible(page)
  })
}

test('nothing scrolls sideways at 320 pixels, also with text at twice its size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password#token=x', '/confirm-email#token=x']) {
    await page.goto(path)
    await page.getByRole('button').last().click()
    await expectNoSidewaysScroll(page)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    await expectNoSidewaysScroll(page)
  }
})
