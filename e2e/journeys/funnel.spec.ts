import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.js'
import { mailTo } from '../mailbox.js'
import { expect, test } from '../test.js'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const finished = (page: Page) => page.evaluate(() => localStorage.getItem('prumo:onboarding-done') !== null)

test('a stranger comes from the start through analysis, result and install to the tour', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Fazer minha análise grátis' }).first().click()

  const proceed = () => page.getByRole('button', { name: 'Continuar' }).click()
  await expect(heading(page)).toHaveText('Como você trabalha?')
  await proceed()
  await expect(page.getByRole('alert')).toHaveText('Escolha uma opção para continuar.')
  await page.getByText('Presto serviços').click()
  await proceed()
  await page.getByText(/R\$\s5.000 a R\$\s7.500/).click()
  await proceed()
  await page.getByText(/R\$\s1.000 a R\$\s2.500/).click()
  await proceed()
  await page.getByText('Sim', { exact: true }).click()
  await page.getByLabel(/Quanto, mais ou menos/).fill('uns 2 mil')
  await proceed()
  await page.reload()
  await expect(heading(page)).toHaveText('O que você mais quer agora?')
  await page.goBack()
  await expect(page.getByLabel(/Quanto, mais ou menos/)).toHaveValue('uns 2 mil')
  await proceed()
  await page.getByText('Fazer o negócio crescer').click()
  await proceed()
  await page.getByText('Não sei para onde o dinheiro vai').click()
  await page.getByText('Tudo isso').click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await proceed()
  await page.getByText('Dormir tranquilo').click()
  await page.getByRole('button', { name: 'Ver Minha Análise' }).click()

  await expect(heading(page)).toHaveText(/Devem sobrar cerca de R\$\s4.500 por mês/)
  await expect(page.getByRole('heading', { name: /Guardando R\$\s900 por mês \(20%\)/ })).toBeVisible()
  await page.getByRole('link', { name: 'Ver como colocar em prática' }).click()
  await expect(page).toHaveURL(/\/install$/)
  await page.getByRole('link', { name: 'Continuar' }).click()

  await expect(page).toHaveURL(/\/onboarding$/)
  expect(await finished(page)).toBe(false)
  for (const title of ['Confirme o que era para cair.', 'Veja para onde foi.', 'Leve no bolso.']) {
    await page.getByRole('link', { name: 'Próximo' }).click()
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Ver os planos' }).click()
  await expect(page).toHaveURL(/\/plans$/)
  expect(await finished(page)).toBe(true)
  await expect(page.getByRole('radio', { name: /3 meses/ })).toBeChecked()

  // What was answered waits for registration.
  await page.goto('/register')
  await expect(page.getByLabel(/Quanto entra por mês/)).toHaveValue('6.250,00')
  await expect(page.getByLabel('Controle de fluxo de caixa')).toBeChecked()
})

test('keys alone lead through the analysis and the tour', { tag: '@keyboard' }, async ({ page }) => {
  await page.goto('/analysis-result')
  await expect(page).toHaveURL(/\/analysis$/)
  const texts = ['Como você trabalha?', /Quanto entra/, /E o que sai/, /dinheiro guardado/, /O que você mais quer/, /O que mais atrapalha/, /valer a pena/]
  for (const [index, text] of texts.entries()) {
    await expect(heading(page)).toHaveText(text)
    if (index > 0) await expect(heading(page)).toBeFocused()
    await page.keyboard.press('1')
    if (index === 1) {
      await page.keyboard.press('Escape')
      await expect(heading(page)).toHaveText('Como você trabalha?')
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(text)
    }
    await page.keyboard.press('Enter')
  }
  await expect(heading(page)).toHaveText(/Devem sobrar cerca de R\$\s750/)

  await page.goto('/onboarding')
  const title = (name: string) => page.getByRole('heading', { level: 2, name })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(title('Veja para onde foi.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(title('Confirme o que era para cair.')).toBeVisible()
})

test('a message is answered with thanks, and arrives', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto('/contact')
  await page.getByLabel('Nome').fill('Rita Prado')
  await page.getByLabel('Email').fill('rita@exemplo.com.br')
  await page.getByLabel('Assunto').selectOption('Dúvida')
  await page.getByLabel('Mensagem').fill('Como eu cancelo?')
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeFocused()
  expect(await mailTo('contato@prumo.app', app)).toContain('Como eu cancelo?')
})

test('every page stands without its script, asks nobody else and says what it is', { tag: '@desktop' }, async ({ browser, page, app }) => {
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
  const still = await bare.newPage()
  const asked = new Set<string>()
  const complaints: string[] = []
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))

  for (const path of ['/', '/features', '/terms', '/privacy', '/onboarding', '/analysis', '/install', '/contact', '/login', '/register', '/forgot-password']) {
    await still.goto(path)
    await expect(still.getByRole('heading', { level: 1 }), path).toBeAttached()
    await page.goto(path)
    await expect(page).toHaveTitle(/Prumo/)
    const head = await page.evaluate(() => ({
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
      robots: document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null,
      description: document.querySelector('meta[name=description]')?.getAttribute('content')?.length ?? 0,
    }))
    expect(head.robots ?? new URL(head.canonical ?? '').pathname, path).toBe(path === '/forgot-password' ? 'noindex' : path)
    expect(head.description, path).toBeGreaterThan(40)
  }
  await still.goto('/onboarding')
  await still.getByRole('link', { name: 'Próximo' }).click()
  await expect(still.getByRole('heading', { name: 'Confirme o que era para cair.' })).toBeVisible()
  await bare.close()
  expect([...asked]).toEqual([new URL(app.url).origin])
  expect(complaints).toEqual([])
})

test('the start is accessible in the dark', { tag: '@dark' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('prumo-device:color-scheme', 'dark'))
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
})
