import { expect, type Page } from '@playwright/test'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import { neverAnswers, offline, refuses } from '../network.js'
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

/** Answers with a subscription in this state. @param change the pending change of plan */
const standing =
  (changes: object, change: object | null = null) =>
  async (page: Page) =>
    void (await page.route(STATUS, (route) => route.fulfill({ json: { subscription: { ...known, ...changes }, change } })))

const CHANGE = '**/api/subscriptions/change'
const waiting = { at: '2032-02-20T12:00:00.000Z', planId: '1mes', priceId: 'price_2' }
const now = { at: '2031-12-01T12:00:00.000Z', amountDue: 214.33, currency: 'brl', prorationDate: 1_953_979_200 }
const later = { at: waiting.at, amountDue: 0, currency: 'brl' }

/** Answers the cost of a change, and then refuses the change; null never answers the cost. */
const costs =
  (change: object, refusal: { status: number; json: object } | null = null, changes: object = {}) =>
  async (page: Page) => {
    await standing(changes)(page)
    await page.route(CHANGE, async (route) => {
      const { preview } = route.request().postDataJSON() as { preview?: boolean }
      if (preview) await route.fulfill({ json: { subscription: known, change } })
      else if (refusal) await route.fulfill(refusal)
    })
  }
const refused = (status: number, code: string, error: string) => ({ status, json: { error, code } })

const changing = (page: Page) => page.getByRole('dialog', { name: 'Mudar de plano' })

async function openChange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mudar de plano' }).click()
  await expect(changing(page)).toBeVisible()
}

async function payChange(page: Page): Promise<void> {
  await openChange(page)
  await changing(page).getByRole('button', { name: 'Pagar e mudar' }).click()
}

const tab = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
const inactive = (page: Page) => expect(page.getByRole('alert').filter({ hasText: 'Você não tem uma assinatura ativa.' })).toBeVisible()

async function openCancellation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancelar assinatura' })).toBeVisible()
}

async function makeAccountOlder(page: Page): Promise<void> {
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
    network: makeAccountOlder,
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
    network: neverAnswers(STATUS),
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

matrix('Subscription, change of plan', [
  {
    name: 'to pay now',
    who: 'owner',
    path: TAB,
    network: costs(now),
    reach: async (page) => (await openChange(page), expect(changing(page)).toContainText(/Hoje você paga\s*R\$\s214,33/)),
  },
  {
    name: 'for later',
    who: 'owner',
    path: TAB,
    network: costs(later),
    reach: async (page) => {
      await openChange(page)
      await changing(page)
        .getByRole('radio', { name: /^1 mês/ })
        .check()
      await expect(changing(page)).toContainText('O plano de agora vale até 20/02/2032.')
    },
  },
  {
    name: 'whose cost is on its way',
    who: 'owner',
    path: TAB,
    network: async (page) => (await standing({})(page), await neverAnswers(CHANGE)(page)),
    reach: async (page) => (await openChange(page), expect(page.getByText('Carregando o valor…')).toBeAttached()),
  },
  {
    name: 'whose cost does not come',
    who: 'owner',
    path: TAB,
    network: async (page) => (await standing({})(page), await refuses(CHANGE)(page)),
    reach: async (page) => (await openChange(page), expect(page.getByText('Não conseguimos carregar o valor.')).toBeVisible()),
  },
  {
    name: 'under way',
    who: 'owner',
    path: TAB,
    network: costs(now),
    reach: async (page) => (await payChange(page), expect(page.getByRole('button', { name: 'Mudando…' })).toBeVisible()),
  },
  {
    name: 'declined',
    who: 'owner',
    path: TAB,
    network: costs(now, refused(402, 'PAYMENT_REQUIRED', subscriptionTexts.declined)),
    reach: async (page) => (await payChange(page), expect(page.getByRole('button', { name: 'Abrir a Stripe' })).toBeVisible()),
  },
  {
    name: 'that the bank asks about',
    who: 'owner',
    path: TAB,
    network: costs(now, refused(402, 'PAYMENT_REQUIRED', subscriptionTexts.authenticationNeeded)),
    reach: async (page) => (await payChange(page), expect(changing(page)).toContainText('O banco pede que você confirme')),
  },
  {
    name: 'shown too long ago',
    who: 'owner',
    path: TAB,
    network: costs(now, refused(409, 'CONFLICT', subscriptionTexts.oldPreview)),
    reach: async (page) => (await payChange(page), expect(changing(page)).toContainText(subscriptionTexts.oldPreview)),
  },
  {
    name: 'of who pays by boleto',
    who: 'owner',
    path: TAB,
    network: costs(now, null, { paymentMethodBrand: null, paymentMethodLast4: null }),
    reach: async (page) => (await openChange(page), expect(page.getByRole('button', { name: 'Guardar um cartão' })).toBeVisible()),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: TAB,
    network: costs(now),
    reach: async (page) => {
      await openChange(page)
      await page.context().setOffline(true)
      await expect(changing(page).getByText('Precisa de internet: quem cobra é a Stripe.')).toBeVisible()
    },
  },
  {
    name: 'that waits',
    who: 'owner',
    path: TAB,
    network: standing({}, waiting),
    reach: (page) => expect(page.getByText('Muda para o plano de 1 mês em 20/02/2032')).toBeVisible(),
  },
  {
    name: 'that waits and is not taken back',
    who: 'owner',
    path: TAB,
    network: async (page) => (await standing({}, waiting)(page), await refuses(CHANGE)(page)),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Manter o plano de agora' }).click()
      await expect(page.getByText('Recurso não encontrado.')).toBeVisible()
    },
  },
])
