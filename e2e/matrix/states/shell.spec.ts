import { expect, type Page } from '@playwright/test'
import { answers, withUserChanges, neverAnswers, newerRelease, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const settled = (page: Page) => expect(page.getByRole('region', { name: 'Resultado do mês' }).getByRole('heading')).toBeVisible()

async function press(page: Page, name: string | RegExp): Promise<void> {
  await settled(page)
  await page.getByRole('button', { name, exact: true }).click()
}

async function openPalette(page: Page, text: string): Promise<void> {
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
}

/** A person who accepted other terms than the current ones, or none. */
const accepting = (acceptedTerms: object | null) => withUserChanges({ acceptedTerms })
const unconfirmed = withUserChanges({ emailVerified: false })
const termsOfBefore = { version: '2026-01-01', acceptedAt: '2026-01-02T12:00:00.000Z' }

matrix('Shell', [
  {
    name: 'other terms of use',
    who: 'owner',
    path: '/dashboard',
    network: accepting(termsOfBefore),
    reach: async (page) => (await settled(page), expect(page.getByText(/^Os termos de uso (vão mudar|mudaram)\.$/)).toBeVisible()),
  },
  {
    name: 'terms of use that were never accepted',
    who: 'newcomer',
    path: '/dashboard/tasks',
    network: accepting(null),
    reach: (page) => expect(page.getByText('Confirme os termos de uso.')).toBeVisible(),
  },
  {
    name: 'terms of use whose acceptance did not arrive',
    who: 'newcomer',
    path: '/dashboard/tasks',
    network: async (page) => (await accepting(termsOfBefore)(page), await offline('**/api/auth/terms')(page)),
    reach: async (page) => (
      await page.getByRole('button', { name: 'Aceitar' }).click(),
      expect(page.getByText(/^Erro de conexão/)).toBeVisible()
    ),
  },
  {
    name: 'an email to confirm',
    who: 'owner',
    path: '/dashboard',
    network: unconfirmed,
    reach: async (page) => (await settled(page), expect(page.getByText('Confirme seu email.')).toBeVisible()),
  },
  {
    name: 'an email to confirm, whose link was sent again',
    who: 'newcomer',
    path: '/dashboard/tasks',
    network: async (page) => (await unconfirmed(page), await answers('**/api/auth/verify-email', {}, 202)(page)),
    reach: async (page) => (
      await page.getByRole('button', { name: 'Reenviar link' }).click(),
      expect(page.getByText('Link enviado. Se não chegar, confira a caixa de spam.')).toBeVisible()
    ),
  },
  {
    name: 'an email to confirm, and other terms of use',
    who: 'newcomer',
    path: '/dashboard/tasks',
    network: withUserChanges({ emailVerified: false, acceptedTerms: termsOfBefore }),
    reach: (page) => expect(page.getByText('Confirme seu email.')).toBeVisible(),
  },
  { name: 'palette', who: 'owner', path: '/dashboard', reach: (page) => openPalette(page, '') },
  {
    name: 'palette with found transactions',
    who: 'owner',
    path: '/dashboard',
    reach: async (page) => (await openPalette(page, 'lembranças'), expect(page.getByRole('option', { name: /lembranças/ })).toBeVisible()),
  },
  {
    name: 'palette without a hit',
    who: 'owner',
    path: '/dashboard',
    reach: async (page) => (
      await openPalette(page, 'xyzxyz'),
      expect(page.getByText('Nada encontrado. Tente outra palavra.')).toBeVisible()
    ),
  },
  {
    name: 'palette that still looks',
    who: 'owner',
    path: '/dashboard',
    network: neverAnswers('**/api/transactions?*search=*'),
    reach: async (page) => (await openPalette(page, 'lembranças'), expect(page.getByText('Procurando nas transações…')).toBeVisible()),
  },
  {
    name: 'palette that could not look',
    who: 'owner',
    path: '/dashboard',
    network: refuses('**/api/transactions?*search=*'),
    reach: async (page) => (
      await openPalette(page, 'metas'),
      expect(page.getByText('Não conseguimos carregar as transações.')).toBeVisible()
    ),
  },
  {
    name: 'shortcuts',
    who: 'owner',
    path: '/dashboard',
    reach: async (page) => (
      await settled(page),
      await page.keyboard.press('?'),
      expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
    ),
  },
  {
    name: 'bell',
    who: 'owner',
    path: '/dashboard',
    reach: async (page) => (await press(page, /^Avisos/), expect(page.getByText(/^Para confirmar desde/)).toBeVisible()),
  },
  {
    name: 'bell with nothing',
    who: 'newcomer',
    path: '/dashboard/tasks',
    reach: async (page) => (
      await page.getByRole('button', { name: 'Avisos' }).click(),
      expect(page.getByText('Nada pendente.')).toBeVisible()
    ),
  },
  {
    name: 'bell that is silenced',
    who: 'newcomer',
    path: '/dashboard/tasks',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Avisos' }).click()
      await page.getByRole('checkbox', { name: 'Receber avisos' }).uncheck()
      await expect(page.getByText('Avisos desligados neste aparelho.')).toBeVisible()
    },
  },
  {
    name: 'user menu',
    who: 'owner',
    path: '/dashboard',
    only: 'desktop',
    reach: async (page) => (await press(page, /^Conta de/), expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible()),
  },
  {
    name: 'more',
    who: 'owner',
    path: '/dashboard',
    only: 'phone',
    reach: async (page) => (await press(page, 'Mais'), expect(page.getByRole('button', { name: 'Sair' })).toBeVisible()),
  },
  {
    name: 'a newer release',
    who: 'owner',
    path: '/dashboard',
    network: newerRelease,
    reach: async (page) => (await settled(page), expect(page.getByRole('button', { name: 'Atualizar' })).toBeVisible()),
  },
  {
    name: 'a newer release that waits for a command',
    who: 'owner',
    path: '/dashboard/tasks',
    network: async (page) => (await newerRelease(page), await neverAnswers('**/api/tasks/*')(page)),
    reach: async (page) => {
      await page.getByRole('tabpanel').getByRole('checkbox').first().click()
      await page.getByRole('button', { name: 'Atualizar' }).click()
      await expect(page.getByText('Ela entra assim que tudo estiver salvo e enviado.')).toBeVisible()
    },
  },
  {
    name: 'a screen that did not arrive',
    who: 'owner',
    path: '/dashboard',
    network: offline('**/assets/goals-page-*.js'),
    reach: async (page) => {
      await settled(page)
      await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Metas' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta tela não foi carregada')
    },
  },
  {
    name: 'a part that did not arrive',
    who: 'owner',
    path: '/dashboard',
    network: offline('**/assets/palette-*.js'),
    reach: async (page) => (
      await settled(page),
      await page.keyboard.press('Control+k'),
      expect(page.getByText('Não conseguimos carregar a busca.')).toBeVisible()
    ),
  },
  {
    name: 'an app that did not arrive',
    who: 'owner',
    path: '/dashboard',
    network: offline('**/assets/shell-*.js'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
])
