import { expect, type Page, type Route } from '@playwright/test'
import { day } from '../../ledger.js'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/forecast'
const CALLS = '**/api/forecast*'

const filled = (page: Page) => expect(page.getByRole('table', { name: 'Dia a dia' })).toBeVisible()

/** Removes conditional headers: a 304 has no body to change. */
function unconditionalHeaders(route: Route): Record<string, string> {
  const { 'if-none-match': _known, ...headers } = route.request().headers()
  return headers
}

/** An account with a stated balance and a known forecast of 30 days ago. */
async function fakeStatedBalance(page: Page): Promise<void> {
  await page.route('**/api/balance', (route) => route.fulfill({ json: { balance: { amount: 14_503.99, date: day(-3), version: 1 } } }))
  await page.route(CALLS, async (route) => {
    const response = await route.fetch({ headers: unconditionalHeaders(route) })
    const { forecast } = (await response.json()) as { forecast: { opening: object } }
    const review = { from: day(-30), to: day(), predicted: 2200, low: 1890.4, high: 2610.1, actual: 2186.86 }
    await route.fulfill({
      response,
      json: { forecast: { ...forecast, opening: { amount: 14_503.99, source: 'stated' }, review, stale: true } },
    })
  })
}

matrix('Forecast', [
  {
    name: 'empty',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('heading', { name: 'Ainda não há o que prever' })).toBeVisible(),
  },
  { name: 'before a balance was said', who: 'owner', path: PATH, reach: filled },
  {
    name: 'with a balance, looked back and being computed',
    who: 'owner',
    path: `${PATH}?dias=90`,
    network: fakeStatedBalance,
    reach: async (page) => (await filled(page), expect(page.getByText('Atualizando…')).toBeVisible()),
  },
  {
    name: 'another day',
    who: 'owner',
    path: `${PATH}?dias=60`,
    reach: async (page) => {
      await filled(page)
      await page.getByRole('button', { name: 'Próximo dia com lançamentos' }).click()
    },
  },
  {
    name: 'a balance that is none',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Usar este' }).click()
      await expect(page.getByText('Digite o valor')).toBeVisible()
    },
  },
  {
    name: 'saying the balance anew',
    who: 'owner',
    path: PATH,
    network: fakeStatedBalance,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Corrigir o saldo' }).click()
      await expect(page.getByRole('dialog', { name: 'Quanto você tem na conta hoje?' })).toBeVisible()
    },
  },
  {
    name: 'confirming',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Confirmar Cesta/ }).click()
      await expect(page.getByRole('dialog', { name: 'Este valor foi recebido?' })).toBeVisible()
    },
  },
  {
    name: 'putting off',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Adiar Cesta/ }).click()
      await expect(page.getByRole('dialog', { name: /^Adiar Cesta/ })).toBeVisible()
    },
  },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers(CALLS),
    reach: (page) => expect(page.getByText('Carregando a previsão…')).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'owner',
    path: PATH,
    network: refuses(CALLS),
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: PATH,
    network: offline(CALLS),
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  },
])
