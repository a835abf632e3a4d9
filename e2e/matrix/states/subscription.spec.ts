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
const noSubscription = {
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
const answersWith =
  (changes: object, change: object | null = null) =>
  async (page: Page) =>
    void (await page.route(STATUS, (route) => route.fulfill({ json: { subscription: { ...known, ...changes }, change } })))

const CHANGE = '**/api/subscriptions/change'
const waiting = { at: '2032-02-20T12:00:00.000Z', planId: '1mes', priceId: 'price_2' }
const now = { at: '2031-12-01T12:00:00.000Z', amountDue: 214.33, currency: 'brl', prorationDate: 1_953_979_200 }
const later = { at: waiting.at, amountDue: 0, currency: 'brl' }

/** Answers a preview of the change, and the change itself with `refusal`; without one, the change is never answered. */
const answersCost =
  (change: object, refusal: { status: number; json: object } | null = null, changes: object = {}) =>
  async (page: Page) => {
    await answersWith(changes)(page)
    await page.route(CHANGE, async (route) => {
      const { preview } = route.request().postDataJSON() as { preview?: boolean }
      if (preview) await route.fulfill({ json: { subscription: known, change } })
      else if (refusal) await route.fulfill(refusal)
    })
  }
const refused = (status: number, code: string, error: string) => ({ status, json: { error, code } })

const changeDialog = (page: Page) => page.getByRole('dialog', { name: 'Mudar de plano' })

async function openChange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mudar de plano' }).click()
  await expect(changeDialog(page)).toBeVisible()
}

async function payChange(page: Page): Promise<void> {
  await openChange(page)
  await changeDialog(page).getByRole('button', { name: 'Pagar e mudar' }).click()
}

const expectHeading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
const expectInactive = (page: Page) =>
  expect(page.getByRole('alert').filter({ hasText: 'Você não tem uma assinatura ativa.' })).toBeVisible()

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
    name: 'after registration',
    who: 'newcomer',
    path: '/dashboard?welcome=true&payment=success',
    reach: (page) => expect(page.getByRole('dialog', { name: /^Conta criada/ })).toBeVisible(),
  },
  {
    name: 'after a renewed subscription',
    who: 'owner',
    path: '/dashboard?welcome=true&payment=success',
    network: makeAccountOlder,
    reach: (page) => expect(page.getByRole('dialog', { name: 'Sua assinatura está ativa.' })).toBeVisible(),
  },
])

const expectBanner = (page: Page) => expect(page.getByText('Sua assinatura está cancelada ou vencida.')).toBeVisible()

matrix('Subscription, banner', [
  { name: 'cancelled', who: 'owner', path: '/dashboard', network: answersWith({ status: 'canceled' }), reach: expectBanner },
  { name: 'past due', who: 'owner', path: '/dashboard/goals', network: answersWith({ status: 'past_due' }), reach: expectBanner },
  {
    name: 'the page of Stripe does not open',
    who: 'newcomer',
    path: '/dashboard/tasks',
    network: async (page) => (await answersWith({ status: 'past_due' })(page), await offline('**/api/subscriptions/portal')(page)),
    reach: async (page) => (
      await page.getByRole('button', { name: 'Renovar Agora' }).click(),
      expect(page.getByText('Erro de conexão. Verifique sua internet e tente novamente.')).toBeVisible()
    ),
  },
])

matrix('Subscription', [
  { name: 'active', who: 'owner', path: TAB, network: answersWith({}), reach: expectHeading('Sua assinatura está ativa.') },
  {
    name: 'on trial',
    who: 'owner',
    path: TAB,
    network: answersWith({ status: 'trialing' }),
    reach: expectHeading('Sua assinatura está em período de teste.'),
  },
  {
    name: 'ends with its period',
    who: 'owner',
    path: TAB,
    network: answersWith({ cancelAtPeriodEnd: true }),
    reach: expectHeading('Ativa até 20/02/2032'),
  },
  { name: 'past due', who: 'owner', path: TAB, network: answersWith({ status: 'past_due' }), reach: expectInactive },
  {
    name: 'cancelled',
    who: 'owner',
    path: TAB,
    network: answersWith({ status: 'canceled', currentPeriodEnd: 1_700_000_000 }),
    reach: expectInactive,
  },
  {
    name: 'never subscribed',
    who: 'newcomer',
    path: TAB,
    network: answersWith({ ...noSubscription, status: 'other' }),
    reach: expectInactive,
  },
  {
    name: 'loading',
    who: 'owner',
    path: TAB,
    network: neverAnswers(STATUS),
    reach: (page) => expect(page.getByText('Carregando a assinatura…')).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'owner',
    path: TAB,
    network: refuses(STATUS),
    reach: (page) => expect(page.getByText('Não conseguimos carregar a assinatura.')).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: TAB,
    network: answersWith({}),
    reach: async (page) => (
      await expectHeading('Sua assinatura está ativa.')(page),
      await page.context().setOffline(true),
      expect(page.getByText('Precisa de internet para mudar a assinatura.')).toBeVisible()
    ),
  },
  { name: 'cancellation', who: 'owner', path: TAB, network: answersWith({}), reach: openCancellation },
  {
    name: 'cancellation refused',
    who: 'owner',
    path: TAB,
    network: async (page) => (await answersWith({})(page), await refuses('**/api/subscriptions/sub_1/cancel')(page)),
    reach: async (page) => {
      await openCancellation(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar assinatura' }).click()
      await expect(page.getByText('Erro ao cancelar assinatura. Tente novamente.')).toBeVisible()
    },
  },
])

matrix('Subscription, change of plan', [
  {
    name: 'paid now',
    who: 'owner',
    path: TAB,
    network: answersCost(now),
    reach: async (page) => (await openChange(page), expect(changeDialog(page)).toContainText(/Hoje você paga\s*R\$\s214,33/)),
  },
  {
    name: 'scheduled',
    who: 'owner',
    path: TAB,
    network: answersCost(later),
    reach: async (page) => {
      await openChange(page)
      await changeDialog(page)
        .getByRole('radio', { name: /^1 mês/ })
        .check()
      await expect(changeDialog(page)).toContainText('O plano de agora vale até 20/02/2032.')
    },
  },
  {
    name: 'cost loading',
    who: 'owner',
    path: TAB,
    network: async (page) => (await answersWith({})(page), await neverAnswers(CHANGE)(page)),
    reach: async (page) => (await openChange(page), expect(page.getByText('Carregando o valor…')).toBeAttached()),
  },
  {
    name: 'cost refused',
    who: 'owner',
    path: TAB,
    network: async (page) => (await answersWith({})(page), await refuses(CHANGE)(page)),
    reach: async (page) => (await openChange(page), expect(page.getByText('Não conseguimos carregar o valor.')).toBeVisible()),
  },
  {
    name: 'under way',
    who: 'owner',
    path: TAB,
    network: answersCost(now),
    reach: async (page) => (await payChange(page), expect(page.getByRole('button', { name: 'Mudando…' })).toBeVisible()),
  },
  {
    name: 'declined',
    who: 'owner',
    path: TAB,
    network: answersCost(now, refused(402, 'PAYMENT_REQUIRED', subscriptionTexts.declined)),
    reach: async (page) => (await payChange(page), expect(page.getByRole('button', { name: 'Abrir a Stripe' })).toBeVisible()),
  },
  {
    name: 'needs the confirmation of the bank',
    who: 'owner',
    path: TAB,
    network: answersCost(now, refused(402, 'PAYMENT_REQUIRED', subscriptionTexts.authenticationNeeded)),
    reach: async (page) => (await payChange(page), expect(changeDialog(page)).toContainText('O banco pede que você confirme')),
  },
  {
    name: 'preview expired',
    who: 'owner',
    path: TAB,
    network: answersCost(now, refused(409, 'CONFLICT', subscriptionTexts.oldPreview)),
    reach: async (page) => (await payChange(page), expect(changeDialog(page)).toContainText(subscriptionTexts.oldPreview)),
  },
  {
    name: 'without a card',
    who: 'owner',
    path: TAB,
    network: answersCost(now, null, { paymentMethodBrand: null, paymentMethodLast4: null }),
    reach: async (page) => (await openChange(page), expect(page.getByRole('button', { name: 'Guardar um cartão' })).toBeVisible()),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: TAB,
    network: answersCost(now),
    reach: async (page) => {
      await openChange(page)
      await page.context().setOffline(true)
      await expect(changeDialog(page).getByText('Precisa de internet para mudar a assinatura.')).toBeVisible()
    },
  },
  {
    name: 'pending',
    who: 'owner',
    path: TAB,
    network: answersWith({}, waiting),
    reach: (page) => expect(page.getByText('Muda para o plano de 1 mês em 20/02/2032')).toBeVisible(),
  },
  {
    name: 'pending, withdrawal refused',
    who: 'owner',
    path: TAB,
    network: async (page) => (await answersWith({}, waiting)(page), await refuses(CHANGE)(page)),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Manter o plano de agora' }).click()
      await expect(page.getByText('Recurso não encontrado.')).toBeVisible()
    },
  },
])
