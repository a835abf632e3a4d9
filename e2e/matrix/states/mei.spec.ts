import { expect, type Page } from '@playwright/test'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/mei'
const REPORT = `${PATH}/relatorio`
const DECLARATION = `${PATH}/dasn`
const PROFILE = '**/api/mei'
const YEAR = '**/api/mei/years/*'

const filled = (page: Page) => expect(page.getByRole('region', { name: 'O que vem' })).toBeVisible()
const paper = (page: Page, name: string) => expect(page.getByRole('article', { name })).toBeVisible()

/** Removes conditional headers: a 304 has no body to change. */
async function changeYear(page: Page, change: (year: MeiYearBody) => object): Promise<void> {
  await page.route(YEAR, async (route) => {
    const { 'if-none-match': _known, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const { year } = (await response.json()) as { year: MeiYearBody }
    await route.fulfill({ response, json: { year: { ...year, ...change(year) } } })
  })
}

interface MeiYearBody {
  limit: number
  months: { month: string; revenue: number; count: number }[]
}

/** The year with so much of its limit. */
const withShare = (share: number, level: string) => (page: Page) =>
  changeYear(page, ({ limit, months }) => {
    const revenue = limit * share
    const others = months.slice(0, -1).reduce((sum, month) => sum + month.revenue, 0)
    return {
      revenue,
      share,
      remaining: limit - revenue,
      level,
      projection: { amount: revenue + 6_680, basis: 'pace' },
      months: months.map((month, index) => (index === months.length - 1 ? { ...month, revenue: revenue - others } : month)),
    }
  })

matrix('MEI', [
  {
    name: 'not set up',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('button', { name: 'Ver meu limite' })).toBeVisible(),
  },
  {
    name: 'set up without answers',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Já dei baixa no MEI' }).click()
      await page.getByRole('button', { name: 'Ver meu limite' }).click()
      await expect(page.getByText('Escolha uma data').first()).toBeVisible()
    },
  },
  { name: 'filled', who: 'confectioner', path: PATH, reach: filled },
  {
    name: 'explained, with a calendar',
    who: 'confectioner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Como se calcula' }).click()
      await page.getByRole('button', { name: 'Ver no calendário' }).click()
      await expect(page.getByRole('table', { name: /^O que vence em/ })).toBeVisible()
    },
  },
  { name: 'over the limit', who: 'confectioner', path: PATH, network: withShare(1.041, 'over'), reach: filled },
  { name: 'over it by more than 20 %', who: 'confectioner', path: PATH, network: withShare(1.31, 'over20'), reach: filled },
  {
    name: 'payments that look like the DAS',
    who: 'confectioner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Conferir' }).click()
      await expect(page.getByRole('button', { name: /^Confirmar/ })).toBeVisible()
    },
  },
  {
    name: 'the rows of a figure',
    who: 'confectioner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Ver as \d+$/ }).click()
      await expect(
        page
          .getByRole('dialog', { name: /^Receita de/ })
          .getByRole('link')
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'changing what counts',
    who: 'confectioner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Mudar o que conta' }).click()
      await expect(page.getByRole('dialog', { name: 'Dados do MEI' })).toBeVisible()
    },
  },
  {
    name: 'loading',
    who: 'confectioner',
    path: PATH,
    network: neverAnswers(YEAR),
    reach: (page) => expect(page.getByText('Carregando o MEI…')).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'confectioner',
    path: PATH,
    network: refuses(PROFILE),
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'confectioner',
    path: PATH,
    network: offline(YEAR),
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  },
  {
    name: 'a transaction that says how it counts',
    who: 'confectioner',
    path: '/dashboard/transactions?nova=1',
    reach: async (page) => {
      await page.getByText('Para o MEI').click()
      await page.getByText('Com nota fiscal').click()
      await expect(page.getByRole('button', { name: /O mês do dinheiro/ })).toBeVisible()
    },
  },
])

matrix('Sheets of the MEI', [
  {
    name: 'without a profile',
    who: 'newcomer',
    path: REPORT,
    reach: (page) => expect(page.getByRole('heading', { name: 'Falta dizer quando o MEI foi aberto' })).toBeVisible(),
  },
  {
    name: 'monthly report',
    who: 'confectioner',
    path: REPORT,
    reach: async (page) => {
      await paper(page, 'Relatório mensal das receitas brutas')
      await page.getByText('Ver o que mudou').first().click()
    },
  },
  {
    name: 'declaration',
    who: 'confectioner',
    path: DECLARATION,
    reach: async (page) => {
      await paper(page, 'DASN-SIMEI, declaração anual')
      await expect(page.getByText('Por mês')).toBeVisible()
    },
  },
  {
    name: 'loading',
    who: 'confectioner',
    path: DECLARATION,
    network: neverAnswers('**/api/mei/annual-reports/*'),
    reach: (page) => expect(page.getByText('Carregando a declaração…')).toBeAttached(),
  },
  {
    name: 'without a connection',
    who: 'confectioner',
    path: REPORT,
    network: offline('**/api/mei/monthly-reports/*'),
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  },
])
