import { expect, type Page } from '@playwright/test'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const result = (page: Page) => page.getByRole('region', { name: 'Resultado do mês' })

async function waitForFigures(page: Page): Promise<void> {
  await expect(result(page).getByRole('img')).toBeVisible()
  for (const name of ['Na conta hoje', /^Em 7 dias/, 'Para confirmar', 'Últimas transações', 'Metas em andamento', 'Para fazer'])
    await expect(page.getByRole('region', { name })).toBeVisible()
}

/** As if the balance of the main wallet had been stated today, without a change of the account that other states share. */
async function stated(page: Page): Promise<void> {
  await page.route('**/api/wallets', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { wallets: { isMain: boolean; balance: { date: string } }[] }
    const wallets = body.wallets.map((each) => (each.isMain ? { ...each, statedOn: each.balance.date } : each))
    await route.fulfill({ response, json: { ...body, wallets } })
  })
}

/** As on a second visit. */
async function offerInstall(page: Page): Promise<void> {
  await waitForFigures(page)
  await page.evaluate(() => localStorage.setItem('prumo-device:install-offer', JSON.stringify({ visits: 2 })))
  await page.reload()
  await waitForFigures(page)
  await expect(page.getByRole('region', { name: 'Instalar' })).toBeVisible()
}

/** As after a login by password, on a device that can create a passkey. */
async function offerPasskey(page: Page): Promise<void> {
  await page.addInitScript(() => {
    sessionStorage.setItem('prumo:passkey-offer', 'yes')
    if (window.PublicKeyCredential) PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => true
  })
}

matrix('Overview', [
  {
    name: 'first run',
    who: 'newcomer',
    path: '/dashboard',
    reach: (page) => expect(page.getByRole('region', { name: 'Por onde começar' })).toBeVisible(),
  },
  {
    name: 'asking for the balance',
    who: 'newcomer',
    path: '/dashboard',
    reach: async (page) => (
      await page.getByRole('button', { name: 'Não mostrar mais' }).click(),
      expect(page.getByLabel('Saldo da conta')).toBeVisible()
    ),
  },
  {
    name: 'with a card',
    who: 'cardholder',
    path: '/dashboard',
    network: stated,
    reach: (page) => expect(page.getByRole('link', { name: /^A pagar/ })).toBeVisible(),
  },
  {
    name: 'correcting the balance',
    who: 'owner',
    path: '/dashboard',
    network: stated,
    reach: async (page) => (
      await page.getByRole('button', { name: 'Corrigir' }).click(),
      expect(page.getByRole('dialog', { name: 'Quanto você tem na conta hoje?' })).toBeVisible()
    ),
  },
  { name: 'filled', who: 'owner', path: '/dashboard', network: stated, reach: waitForFigures },
  {
    name: 'offering a passkey',
    who: 'owner',
    path: '/dashboard',
    network: offerPasskey,
    reach: async (page) => (await waitForFigures(page), expect(page.getByRole('region', { name: 'Chave de acesso' })).toBeVisible()),
  },
  { name: 'offering to install', who: 'owner', path: '/dashboard', reach: offerInstall },
  {
    name: 'as a table',
    who: 'owner',
    path: '/dashboard',
    reach: async (page) => (
      await waitForFigures(page),
      await page.getByRole('button', { name: 'Ver como tabela' }).click(),
      expect(page.getByRole('table').first()).toBeVisible()
    ),
  },
  {
    name: 'of another month',
    who: 'owner',
    path: '/dashboard?mes=2024-02',
    reach: (page) => expect(page.getByText(/^hoje, /).first()).toBeVisible(),
  },
  {
    name: 'starting',
    who: 'owner',
    path: '/dashboard',
    network: neverAnswers('**/assets/shell-*.js'),
    reach: (page) => expect(page.locator('#start')).toBeVisible(),
  },
  {
    name: 'loading',
    who: 'owner',
    path: '/dashboard',
    network: neverAnswers('**/api/**'),
    reach: (page) => expect(page.getByText('Carregando o resultado do mês…')).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'owner',
    path: '/dashboard',
    network: refuses('**/api/transactions*', '**/api/transactions/**', '**/api/goals*', '**/api/tasks*'),
    reach: (page) => expect(result(page).getByRole('alert')).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: '/dashboard',
    network: offline('**/api/**'),
    reach: (page) => expect(result(page).getByRole('alert')).toBeVisible(),
  },
])
