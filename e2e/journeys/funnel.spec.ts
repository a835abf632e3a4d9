import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.js'
import { tabTo } from '../keys.js'
import { findMail } from '../mailbox.js'
import { fillRegistration, pay, newPerson, expectSubscribed, welcomeDialog } from '../people.js'
import { expect, test } from '../test.js'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const finished = (page: Page) => page.evaluate(() => localStorage.getItem('prumo:onboarding-done') !== null)

test(
  'a visitor goes by touch from the start page to the analysis, the tour and a plan, has a card declined, returns and pays',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Fazer minha análise grátis' }).first().tap()

    const proceed = () => page.getByRole('button', { name: 'Continuar' }).tap()
    await expect(heading(page)).toHaveText('Como você trabalha?')
    await proceed()
    await expect(page.getByRole('alert')).toHaveText('Escolha uma opção para continuar.')
    await page.getByText('Presto serviços').tap()
    await proceed()
    await page.getByText(/R\$\s5.000 a R\$\s7.500/).tap()
    await proceed()
    await page.getByText(/R\$\s1.000 a R\$\s2.500/).tap()
    await proceed()
    await page.getByText('Sim', { exact: true }).tap()
    await page.getByLabel(/Quanto, mais ou menos/).fill('uns 2 mil')
    await proceed()
    await page.reload()
    await expect(heading(page)).toHaveText('O que você mais quer agora?')
    await page.goBack()
    await expect(page.getByLabel(/Quanto, mais ou menos/)).toHaveValue('uns 2 mil')
    await proceed()
    await page.getByText('Fazer o negócio crescer').tap()
    await proceed()
    await page.getByText('Não sei para onde o dinheiro vai').tap()
    await page.getByText('Tudo isso').tap()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await proceed()
    await page.getByText('Dormir tranquilo').tap()
    await page.getByRole('button', { name: 'Ver Minha Análise' }).tap()

    await expect(heading(page)).toHaveText(/Devem sobrar cerca de R\$\s4.500 por mês/)
    await expect(page.getByRole('heading', { name: /Guardando R\$\s900 por mês \(20%\)/ })).toBeVisible()
    await page.getByRole('link', { name: 'Ver como colocar em prática' }).tap()
    await expect(page).toHaveURL(/\/install$/)
    await page.getByRole('link', { name: 'Continuar' }).tap()

    await expect(page).toHaveURL(/\/onboarding$/)
    expect(await finished(page)).toBe(false)
    for (const title of ['Traga o extrato do banco.', 'Veja para onde foi.', 'Saiba o que vem pela frente.']) {
      await page.getByRole('link', { name: 'Próximo' }).tap()
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Ver os planos' }).tap()
    await expect(page).toHaveURL(/\/plans$/)
    expect(await finished(page)).toBe(true)
    await expect(page.getByRole('radio', { name: /3 meses/ })).toBeChecked()
    await proceed()

    // The answer is filled in.
    await expect(page.getByLabel(/Quanto entra por mês/)).toHaveValue('6.250,00')
    await expect(page.getByLabel('Controle de fluxo de caixa')).toBeChecked()
    await fillRegistration(page, newPerson())
    // The seven fields, the password's rule and the button fit one screen.
    await page.evaluate(() => window.scrollTo(0, 0))
    const submit = page.getByRole('button', { name: 'Criar conta e ir para o pagamento' })
    for (const part of [
      page.getByLabel('Nome completo'),
      page.getByLabel(/Quanto entra por mês/),
      page.getByText('Pelo menos 6 caracteres.'),
      submit,
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    await submit.tap()

    await expect(heading(page)).toHaveText('Assinar Prumo, 3 meses')
    await page.getByLabel('Número do cartão').fill('4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Pagar e assinar' }).tap()
    await expect(page.getByRole('alert')).toContainText('Seu cartão foi recusado.')
    await page.getByRole('button', { name: 'Cancelar e voltar' }).tap()

    await expect(page.getByRole('alert')).toContainText('Pagamento cancelado. Você pode tentar novamente quando quiser.')
    await page.getByRole('radio', { name: /1 ano/ }).tap()
    // The account exists, so this leads straight to the payment.
    await proceed()
    await expect(heading(page)).toHaveText('Assinar Prumo, 1 ano')
    await pay(page)
    await expect(welcomeDialog(page)).toContainText(`Pagamento confirmado: plano de 1 ano, R$\u00a0297,00.`)
    await welcomeDialog(page).getByRole('link', { name: 'Lançar a primeira transação' }).tap()
    await expect(page).toHaveURL(/\/dashboard\/transactions\?nova=1$/)
    await expect(page.getByRole('dialog', { name: 'Nova Transação' })).toBeVisible()

    // A subscriber is not offered the plans, and the welcome is shown once.
    await page.goto('/plans')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('region', { name: 'Resultado do mês' }).getByText(/Ainda sem transações/)).toBeVisible()
    await expect(welcomeDialog(page)).toHaveCount(0)
  },
)

test('the keyboard alone leads from the start page to the dashboard', { tag: ['@keyboard', '@long'] }, async ({ page }) => {
  const enter = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await page.goto('/analysis-result')
  await expect(page).toHaveURL(/\/analysis$/)
  await page.goto('/')
  await enter(page.getByRole('link', { name: 'Fazer minha análise grátis' }).first())
  const texts = [
    'Como você trabalha?',
    /Quanto entra/,
    /E o que sai/,
    /dinheiro guardado/,
    /O que você mais quer/,
    /O que mais atrapalha/,
    /valer a pena/,
  ]
  for (const [index, text] of texts.entries()) {
    await expect(heading(page)).toHaveText(text)
    // The first question is readable before its script runs, which enables the button.
    await expect(page.getByRole('button', { name: /^(Continuar|Ver Minha Análise)$/ })).toBeEnabled()
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
  await enter(page.getByRole('link', { name: 'Ver como colocar em prática' }))
  await expect(page).toHaveURL(/\/install$/)
  await enter(page.getByRole('link', { name: 'Continuar' }))

  const step = (name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await step('Lance na hora.')
  // The tour is readable before its script handles keys.
  await page.waitForLoadState()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await step('Veja para onde foi.')
  await page.keyboard.press('ArrowLeft')
  await step('Traga o extrato do banco.')
  await enter(page.getByRole('link', { name: 'Pular' }))

  const plan = page.getByRole('radio', { name: /3 meses/ })
  await expect(plan).toBeChecked()
  await tabTo(page, plan)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /1 mês/ })).toBeChecked()
  await enter(page.getByRole('button', { name: 'Continuar' }))

  const person = newPerson()
  await tabTo(page, page.getByLabel('Nome completo'))
  for (const typed of [person.name, person.email]) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  for (const label of ['Senha', 'Confirme a senha']) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(person.password)
  }
  await tabTo(page, page.getByLabel('Nome do negócio'))
  await page.keyboard.type(person.businessName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.businessType)
  await enter(page.getByRole('button', { name: 'Criar conta e ir para o pagamento' }))

  await tabTo(page, page.getByLabel('Número do cartão'))
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Enter')
  await expectSubscribed(page)
  await expect(welcomeDialog(page).getByRole('link', { name: 'Lançar a primeira transação' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(welcomeDialog(page)).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
})

test('changing the plan during registration keeps what was typed', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  const person = newPerson()
  await page.goto('/plans')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await fillRegistration(page, person)
  await page.getByRole('link', { name: 'Troque o plano' }).click()
  await page.getByRole('radio', { name: /1 ano/ }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('1 ano')
  await expect(page.getByLabel('Nome completo')).toHaveValue(person.name)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Tipo do negócio')).toHaveValue(person.businessType)
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('')
})

test('a message is answered with thanks, and delivered', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto('/contact')
  await page.getByLabel('Nome').fill('Rita Prado')
  await page.getByLabel('Email').fill('rita@exemplo.com.br')
  await page.getByLabel('Assunto').selectOption('Dúvida')
  await page.getByLabel('Mensagem').fill('Como eu cancelo?')
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeFocused()
  expect(await findMail('contato@prumo.app', app)).toContain('Como eu cancelo?')
})

test(
  'every page is readable without its script, contacts no other server, and describes itself',
  { tag: '@desktop' },
  async ({ browser, page, app }) => {
    const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
    const still = await bare.newPage()
    const asked = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    for (const path of [
      '/',
      '/features',
      '/terms',
      '/privacy',
      '/onboarding',
      '/analysis',
      '/install',
      '/contact',
      '/login',
      '/register',
      '/forgot-password',
    ]) {
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
    await expect(still.getByRole('heading', { name: 'Traga o extrato do banco.' })).toBeVisible()
    await bare.close()
    expect([...asked]).toEqual([new URL(app.url).origin])
    expect(complaints).toEqual([])
  },
)

test('the start page is accessible in the dark theme', { tag: '@dark' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('prumo-device:color-scheme', 'dark'))
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
})
