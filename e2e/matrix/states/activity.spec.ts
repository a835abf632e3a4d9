import { expect, type Page } from '@playwright/test'
import { onPhone } from '../../ledger.js'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/activity'

const expectFilled = (page: Page) => expect(page.getByRole('button', { name: /^Desfazer/ }).first()).toBeVisible()
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Filtros' }).getByRole('button', { name: 'Ver o histórico' })).toBeVisible()
}

matrix('Activity', [
  { name: 'new account', who: 'newcomer', path: PATH, reach: (page) => expect(page.getByText('Você criou a conta')).toBeVisible() },
  { name: 'filled', who: 'owner', path: PATH, reach: expectFilled },
  {
    name: 'no results',
    who: 'owner',
    path: `${PATH}?mes=2020-01&que=metas`,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nada aconteceu aqui' })).toBeVisible(),
  },
  {
    name: 'one entity',
    who: 'owner',
    path: `${PATH}?que=transacoes`,
    reach: async (page) => (
      await page.getByRole('link', { name: 'Embalagens Aurora' }).click(),
      expect(page.getByRole('button', { name: /^Tirar o filtro/ })).toBeVisible()
    ),
  },
  { name: 'filters', who: 'owner', path: `${PATH}?que=transacoes&origem=app`, only: 'phone', reach: openFilters },
  {
    name: 'choosing the month',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await expectFilled(page)
      if (onPhone(page)) await openFilters(page)
      await page.getByRole('button', { name: /^Mês/ }).click()
      await expect(page.getByRole('group', { name: 'Escolher o mês' })).toBeVisible()
    },
  },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers('**/api/activity*'),
    reach: (page) => expect(page.getByText(/^Carregando/).first()).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'owner',
    path: PATH,
    network: refuses('**/api/activity*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: PATH,
    network: offline('**/api/activity*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'undo refused',
    who: 'owner',
    path: PATH,
    network: refuses('**/api/activity/*/undo'),
    reach: async (page) => (
      await page
        .getByRole('button', { name: /^Desfazer/ })
        .first()
        .click(),
      expect(page.getByText('Recurso não encontrado.')).toBeVisible()
    ),
  },
  {
    name: 'state on a day',
    who: 'owner',
    path: `${PATH}?em=${today}`,
    reach: async (page) => (
      await page.getByRole('button', { name: 'Ver a lista daquele dia' }).click(),
      expect(page.getByText('Pagar o DAS')).toBeVisible()
    ),
  },
  {
    name: 'state before the account',
    who: 'newcomer',
    path: `${PATH}?em=2024-01-01`,
    reach: (page) => expect(page.getByText('Ainda não havia nada na conta.')).toBeVisible(),
  },
  {
    name: 'state on a day, loading',
    who: 'owner',
    path: `${PATH}?em=${today}`,
    network: neverAnswers('**/api/activity/at*'),
    reach: (page) => expect(page.getByText(/^Carregando/).first()).toBeAttached(),
  },
  {
    name: 'state on a day, refused',
    who: 'owner',
    path: `${PATH}?em=${today}`,
    network: refuses('**/api/activity/at*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
])
