import { expect, type Page } from '@playwright/test'
import { answers, offline } from '../network.js'
import { matrix } from '../state.js'

const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

matrix('Landing', [
  { name: 'at first', who: 'visitor', path: '/', reach: heading(/Vendeu bem/) },
  {
    name: 'with every question open',
    who: 'visitor',
    path: '/',
    reach: async (page) => {
      for (const question of await page.locator('summary').all()) await question.click()
      await expect(page.getByText('Em Configurações, sem multa.')).toBeVisible()
    },
  },
])

matrix('Features', [{ name: 'whole', who: 'visitor', path: '/features', reach: heading('O que o Prumo faz por você.') }])
matrix('Terms', [{ name: 'whole', who: 'visitor', path: '/terms', reach: heading('Termos de uso') }])
matrix('Privacy', [{ name: 'whole', who: 'visitor', path: '/privacy', reach: heading('Política de privacidade') }])

matrix(
  'Tour',
  ['Lance na hora.', 'Traga o extrato do banco.', 'Veja para onde foi.', 'Saiba o que vem pela frente.'].map((title, index) => ({
    name: `step ${index + 1}`,
    who: 'visitor' as const,
    path: `/onboarding#passo-${index + 1}`,
    reach: (page: Page) => expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible(),
  })),
)

/** The commands that the app left on the device when its session ended. */
async function leaveUnsent(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { id } = JSON.parse(sessionStorage.getItem('prumo:user') ?? '{}') as { id: string }
    const opening = indexedDB.open(`prumo:${id}`, 1)
    opening.onupgradeneeded = () => {
      const queue = opening.result.createObjectStore('commands', { keyPath: 'position' })
      opening.result.createObjectStore('reads', { keyPath: 'hash' })
      for (const position of [1, 2]) queue.add({ position, status: { is: 'waiting' } })
    }
    await new Promise((resolve) => (opening.onsuccess = resolve))
    opening.result.close()
  })
}

matrix('Plans', [
  { name: 'at first', who: 'visitor', path: '/plans', reach: heading(/Um plano completo/) },
  {
    name: 'payment cancelled',
    who: 'visitor',
    path: '/plans?canceled=true',
    reach: (page) => expect(page.getByRole('alert')).toContainText('Pagamento cancelado.'),
  },
  {
    name: 'payment failed',
    who: 'visitor',
    path: '/erro?plano=3anos',
    reach: (page) => expect(page.getByRole('alert')).toContainText('Houve um erro no pagamento.'),
  },
  {
    name: 'without a connection',
    who: 'visitor',
    path: '/plans',
    network: offline('**/api/plans'),
    reach: async (page) => (await press(page, 'Continuar'), expect(page.getByRole('alert')).toBeVisible()),
  },
  {
    name: 'not on sale',
    who: 'visitor',
    path: '/plans',
    network: answers('**/api/plans', { plans: [] }),
    reach: async (page) => (
      await press(page, 'Continuar'),
      expect(page.getByRole('alert')).toContainText('Plano não disponível no momento.')
    ),
  },
  {
    name: 'past due',
    who: 'newcomer',
    path: '/plans',
    network: answers('**/api/subscriptions/status', { subscription: { status: 'past_due' } }),
    reach: (page) => expect(page.getByRole('button', { name: 'Atualizar cartão' })).toBeVisible(),
  },
  {
    name: 'over',
    who: 'newcomer',
    path: '/plans?canceled=true',
    network: answers('**/api/subscriptions/status', { subscription: { status: 'canceled' } }),
    reach: (page) => expect(page.getByRole('button', { name: 'Exportar meus dados' })).toBeVisible(),
  },
  {
    name: 'not paid for yet',
    who: 'newcomer',
    path: '/plans',
    network: answers('**/api/subscriptions/status', { subscription: { status: 'other', subscriptionId: null } }),
    reach: (page) => expect(page.getByRole('link', { name: 'Abrir o painel' })).toBeVisible(),
  },
  {
    name: 'paused',
    who: 'newcomer',
    path: '/plans',
    network: answers('**/api/subscriptions/status', { subscription: { status: 'other', subscriptionId: 'sub_1', planId: '1ano' } }),
    reach: (page) => expect(page.getByRole('button', { name: 'Abrir a Stripe' })).toBeVisible(),
  },
  {
    name: 'leaving with unsent',
    who: 'newcomer',
    path: '/plans',
    network: answers('**/api/subscriptions/status', { subscription: { status: 'canceled' } }),
    reach: async (page) => {
      await leaveUnsent(page)
      await press(page, 'Sair')
      await expect(page.getByText('Sair e perder 2 lançamentos?')).toBeVisible()
    },
  },
])

const step =
  (number: number, given: object = {}) =>
  async (page: Page) => {
    await page.evaluate((draft) => sessionStorage.setItem('prumo:analysis-draft', JSON.stringify(draft)), { step: number, ...given })
    await page.reload()
    await expect(page.getByText(`Pergunta ${number} de 7`)).toBeVisible()
  }

matrix('Analysis', [
  { name: 'first question', who: 'visitor', path: '/analysis', reach: heading('Como você trabalha?') },
  {
    name: 'nothing chosen',
    who: 'visitor',
    path: '/analysis',
    reach: async (page) => (
      await press(page, 'Continuar'),
      expect(page.getByRole('alert')).toHaveText('Escolha uma opção para continuar.')
    ),
  },
  { name: 'income', who: 'visitor', path: '/analysis', reach: step(2, { monthlyRevenue: '5000-7500' }) },
  { name: 'costs', who: 'visitor', path: '/analysis', reach: step(3) },
  { name: 'reserve', who: 'visitor', path: '/analysis', reach: step(4, { hasReserve: true, reserveAmount: 'uns 2 mil' }) },
  { name: 'goal', who: 'visitor', path: '/analysis', reach: step(5, { mainGoal: 'growth' }) },
  { name: 'problems', who: 'visitor', path: '/analysis', reach: step(6, { mainProblems: ['control', 'mixing'] }) },
  { name: 'last question', who: 'visitor', path: '/analysis', reach: step(7) },
])

const result = (given: object) => async (page: Page) => {
  await page.evaluate((kept) => localStorage.setItem('prumo:analysis', JSON.stringify(kept)), given)
  await page.goto('/analysis-result')
  await expect(page.getByRole('heading', { name: /Guardando/ })).toBeVisible()
}

matrix('Result', [
  {
    name: 'of a profit',
    who: 'visitor',
    path: '/analysis',
    reach: result({ businessType: 'service', monthlyRevenue: '15000+', fixedCosts: '0-1000', mainProblems: ['all'] }),
  },
  {
    name: 'of a loss',
    who: 'visitor',
    path: '/analysis',
    reach: result({ businessType: 'small_business', monthlyRevenue: '0-2500', fixedCosts: '5000+' }),
  },
  { name: 'of averages', who: 'visitor', path: '/analysis', reach: result({ businessType: 'other', mainProblems: ['mixing'] }) },
])

matrix(
  'Install',
  ['Android', 'iPhone e iPad', 'Windows', 'Mac'].map((name) => ({
    name,
    who: 'visitor' as const,
    path: '/install',
    reach: async (page: Page) => (
      await page.getByRole('tab', { name }).click(),
      expect(page.getByRole('tabpanel', { name })).toBeVisible()
    ),
  })),
)

async function write(page: Page): Promise<void> {
  await page.getByLabel('Nome').fill('Rita Prado')
  await page.getByLabel('Email').fill('rita@exemplo.com.br')
  await page.getByLabel('Assunto').selectOption('Dúvida')
  await page.getByLabel('Mensagem').fill('Como eu cancelo?')
  await press(page, 'Enviar mensagem')
}

matrix('Contact', [
  { name: 'empty', who: 'visitor', path: '/contact', reach: heading('Fale com a gente') },
  { name: 'with errors', who: 'visitor', path: '/contact', reach: (page) => press(page, 'Enviar mensagem') },
  {
    name: 'sent',
    who: 'visitor',
    path: '/contact',
    reach: async (page) => (await write(page), expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible()),
  },
  {
    name: 'not sent',
    who: 'visitor',
    path: '/contact',
    network: offline('**/api/v1.0/email/send'),
    reach: async (page) => (await write(page), expect(page.getByRole('alert')).toBeVisible()),
  },
])
