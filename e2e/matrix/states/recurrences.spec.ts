import { expect, type Page } from '@playwright/test'
import { neverAnswers, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/transactions/recorrentes'
const CALLS = '**/api/recurrences'

const listed = (page: Page) => expect(page.getByRole('button', { name: 'Editar Aluguel do ponto' })).toBeVisible()

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Editar o que se repete' }).getByLabel('Descrição')).toBeVisible()
}

/** Opens a new transaction and chooses a repetition. */
async function openRepeating(page: Page, choice: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await sheet.getByLabel(/^Valor/).fill('1000')
  await sheet.getByText(choice, { exact: true }).click()
  await expect(sheet.getByText(/^Cada uma espera/)).toBeVisible()
}

/** Opens the first of the expected rents. */
async function rent(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Ver as/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Editar Aluguel do ponto', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Editar transação' }).getByLabel('Valor')).toBeVisible()
}

matrix('Recurrences', [
  {
    name: 'empty',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nada se repete ainda' })).toBeVisible(),
  },
  { name: 'full', who: 'owner', path: PATH, reach: listed },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers(CALLS),
    reach: (page) => expect(page.getByRole('heading', { level: 1 })).toBeAttached(),
  },
  {
    name: 'failed',
    who: 'owner',
    path: PATH,
    network: refuses(CALLS),
    reach: (page) => expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible(),
  },
  { name: 'edited', who: 'owner', path: PATH, reach: async (page) => (await listed(page), open(page, 'Aluguel do ponto')) },
  { name: 'edited instalments', who: 'owner', path: PATH, reach: async (page) => (await listed(page), open(page, 'Vitrine refrigerada')) },
  {
    name: 'paused?',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await listed(page)
      await open(page, 'DAS')
      await page.getByRole('button', { name: 'Pausar' }).click()
      await expect(page.getByRole('dialog', { name: 'Pausar DAS' })).toBeVisible()
    },
  },
  { name: 'new, every month', who: 'owner', path: '/dashboard/transactions?nova=1', reach: (page) => openRepeating(page, 'Todo mês') },
  { name: 'new, in instalments', who: 'owner', path: '/dashboard/transactions?nova=1', reach: (page) => openRepeating(page, 'Parcelado') },
  {
    name: 'only this one?',
    who: 'owner',
    path: '/dashboard/transactions',
    reach: async (page) => {
      await rent(page)
      await page.getByLabel('Valor').fill('2250')
      await page.getByRole('button', { name: 'Salvar', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Mudar só esta?' })).toBeVisible()
    },
  },
])
