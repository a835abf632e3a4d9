import { expect, type Page } from '@playwright/test'
import { never, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const STATUS = '**/api/subscriptions/status'
const TAB = '/dashboard/settings?aba=assinatura'

const known = {
  id: '01890000-0000-7000-8000-000000000001',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  status: 'active',
  planId: '3meses',
  priceId: 'price_1',
  currentPeriodStart: Date.parse('2031-11-20T12:00:00Z') / 1000,
  currentPeriodEnd: Date.parse('2032-02-20T12:00:00Z') / 1000,
  cancelAtPeriodEnd: false,
  paymentMethodBrand: 'mastercard',
  paymentMethodLast4: '4444',
  createdAt: '2031-11-20T12:00:00.000Z',
  updatedAt: '2031-11-20T12:00:00.000Z',
}
const nothing = {
  id: null,
  customerId: null,
  subscriptionId: null,
  planId: null,
  priceId: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  paymentMethodBrand: null,
  paymentMethodLast4: null,
}

/** A subscription that stands so. */
const standing = (changes: object) => async (page: Page) =>
  void (await page.route(STATUS, (route) => route.fulfill({ json: { subscription: { ...known, ...changes } } })))

const tab = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
const inactive = (page: Page) => expect(page.getByRole('alert').filter({ hasText: 'Você não tem uma assinatura ativa.' })).toBeVisible()

async function openCancellation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancelar assinatura' })).toBeVisible()
}

async function fromBefore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const user = JSON.parse(sessionStorage.getItem('prumo:user') ?? '{}') as object
    sessionStorage.setItem('prumo:user', JSON.stringify({ ...user, createdAt: '2025-09-01T12:00:00.000Z' }))
  })
}

matrix('Welcome', [
  {
    name: 'of an account that was just made',
    who: 'newcomer',
    path: '/dashboard?welcome=true&payment=success',
    reach: (page) => expect(page.getByRole('dialog', { name: /^Conta criada/ })).toBeVisible(),
  },
  {
    name: 'of someone who pays again',
    who: 'owner',
    path: '/dashboard?welcome=true&payment=success',
    network: fromBefore,
    reach: (page) => expect(page.getByRole('dialog', { name: 'Sua assinatura está ativa.' })).toBeVisible(),
  },
])

const banner = (page: Page) => expect(page.getByText('Sua assinatura está cancelada ou vencida.')).toBeVisible()

matrix('Subscription, banner', [
  { name: 'cancelled', who: 'owner', path: '/dashboard', network: standing({ status: 'canceled' }), reach: banner },
  { name: 'past due', who: 'owner', path: '/dashboard/goals', network: standing({ status: 'past_due' }), reach: banner },
  {
    name: 'whose way on does not open',
    who: 'newcomer',
    path: '/dashboard/tasks',
    network: async (page) => (await standing({ status: 'past_due' })(page), await offline('**/api/subscriptions/portal')(page)),
    reach: async (page) => (
      await page.getByRole('button', { name: 'Renovar Agora' }).click(),
      expect(page.getByText('Erro de conexão. Verifique sua internet e tente novamente.')).toBeVisible()
    ),
  },
])

matrix('Subscription', [
  { name: 'active', who: 'owner', path: TAB, network: standing({}), reach: tab('Sua assinatura está ativa.') },
  {
    name: 'on trial',
    who: 'owner',
    path: TAB,
    network: standing({ status: 'trialing' }),
    reach: tab('Sua assinatura está em período de teste.'),
  },
  { name: 'to end', who: 'owner', path: TAB, network: standing({ cancelAtPeriodEnd: true }), reach: tab('Ativa até 20/02/2032') },
  { name: 'past due', who: 'owner', path: TAB, network: standing({ status: 'past_due' }), reach: inactive },
  {
    name: 'cancelled',
    who: 'owner',
    path: TAB,
    network: standing({ status: 'canceled', currentPeriodEnd: 1_700_000_000 }),
    reach: inactive,
  },
  { name: 'never', who: 'newcomer', path: TAB, network: standing({ ...nothing, status: 'other' }), reach: inactive },
  {
    name: 'loading',
    who: 'owner',
    path: TAB,
    network: never(STATUS),
    reach: (page) => expect(page.getByText('Carregando a assinatura…')).toBeAttached(),
  },
  {
    name: 'not loaded',
    who: 'owner',
    path: TAB,
    network: refuses(STATUS),
    reach: (page) => expect(page.getByText('Não conseguimos carregar a assinatura.')).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: TAB,
    network: standing({}),
    reach: async (page) => (
      await tab('Sua assinatura está ativa.')(page),
      await page.context().setOffline(true),
      expect(page.getByText('Precisa de internet: quem cobra é a Stripe.')).toBeVisible()
    ),
  },
  { name: 'about to be cancelled', who: 'owner', path: TAB, network: standing({}), reach: openCancellation },
  {
    name: 'not cancelled',
    who: 'owner',
    path: TAB,
    network: async (page) => (await standing({})(page), await refuses('**/api/subscriptions/sub_1/cancel')(page)),
    reach: async (page) => {
      await openCancellation(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar assinatura' }).click()
      await expect(page.getByText('Erro ao cancelar assinatura. Tente novamente.')).toBeVisible()
    },
  },
])
