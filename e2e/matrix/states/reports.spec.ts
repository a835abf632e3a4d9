import { expect, type Page } from '@playwright/test'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/reports'
const CALLS = '**/api/reports*'

const filled = async (page: Page) => {
  await expect(page.getByRole('region', { name: 'O que isso diz' })).toContainText('Calculado')
  await expect(page.getByRole('region', { name: 'Saldo acumulado' }).locator('svg').first()).toBeVisible()
}

async function asTables(page: Page) {
  await filled(page)
  for (const name of ['Quando', 'Saldo acumulado', 'Onde']) {
    await page
      .getByRole('region', { name, exact: true })
      .getByRole('button', { name: /Ver como tabela/ })
      .click()
  }
  await expect(page.getByRole('table')).toHaveCount(3)
}

matrix('Reports', [
  {
    name: 'empty',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nada entrou nem saiu neste período' })).toBeVisible(),
  },
  { name: 'filled', who: 'owner', path: PATH, reach: filled },
  { name: 'filled with a year', who: 'owner', path: `${PATH}?periodo=1year`, reach: filled },
  {
    name: 'one month',
    who: 'owner',
    path: `${PATH}?periodo=1month`,
    reach: (page) => expect(page.getByText('Um mês só não se compara com nada.')).toBeVisible(),
  },
  { name: 'as tables', who: 'owner', path: `${PATH}?periodo=6months`, reach: asTables },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers(CALLS),
    reach: (page) => expect(page.getByText(/^Carregando/).first()).toBeAttached(),
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
