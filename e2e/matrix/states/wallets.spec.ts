import { expect, type Page } from '@playwright/test'
import { neverAnswers, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/contas'
const CALLS = '**/api/wallets'

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const listed = (page: Page) => expect(row(page, 'Nubank')).toBeVisible()

/** Opens the page of a wallet. */
async function open(page: Page, name: string): Promise<void> {
  await row(page, name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeAttached()
}

async function openMenu(page: Page, name: string): Promise<void> {
  await open(page, name)
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: /^(Renomear|Mudar nome)/ })).toBeVisible()
}

async function openNew(page: Page, kind: string): Promise<void> {
  await listed(page)
  await page.getByRole('button', { name: 'Nova conta' }).click()
  const sheet = page.getByRole('dialog', { name: 'Nova conta' })
  await sheet.getByText(kind, { exact: true }).click()
  await sheet.getByLabel('Nome').fill('Nubank')
}

matrix('Wallets', [
  {
    name: 'one',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByText('Você tem uma conta. Tem caixa ou cartão?')).toBeVisible(),
  },
  { name: 'several', who: 'cardholder', path: PATH, reach: listed },
  {
    name: 'archived ones',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await page.getByText('Arquivadas').click()
      await expect(page.getByRole('button', { name: /^Trazer de volta/ })).toBeVisible()
    },
  },
  {
    name: 'loading',
    who: 'cardholder',
    path: PATH,
    network: neverAnswers(CALLS),
    reach: (page) => expect(page.getByRole('heading', { level: 1 })).toBeAttached(),
  },
  {
    name: 'failed',
    who: 'cardholder',
    path: PATH,
    network: refuses(CALLS),
    reach: (page) => expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible(),
  },
  {
    name: 'new card, refused',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await openNew(page, 'Cartão')
      const sheet = page.getByRole('dialog', { name: 'Nova conta' })
      await sheet.getByLabel('Fecha no dia').fill('25')
      await sheet.getByLabel('Vence no dia').fill('5')
      await expect(sheet.getByText(/^Uma compra de hoje entra/)).toBeVisible()
      await sheet.getByRole('button', { name: 'Criar cartão' }).click()
      await expect(sheet.getByText('Já existe uma conta com este nome.')).toBeVisible()
    },
  },
  {
    name: 'bank account',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await open(page, 'Conta principal')
      await expect(page.getByRole('heading', { name: 'Movimentos' })).toBeVisible()
    },
  },
  {
    name: 'corrected balance',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await open(page, 'Caixa')
      await page.getByRole('button', { name: 'Corrigir saldo' }).click()
      await page.getByLabel('Saldo').fill('428')
      await expect(page.getByText(/a menos do que a soma/)).toBeVisible()
    },
  },
  {
    name: 'card',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await open(page, 'Nubank')
      await expect(page.getByRole('button', { name: 'Pagar outro valor' })).toBeVisible()
    },
  },
  {
    name: 'card, failed',
    who: 'cardholder',
    path: PATH,
    network: refuses('**/api/wallets/*/bills*'),
    reach: async (page) => {
      await open(page, 'Nubank')
      await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
    },
  },
  { name: 'menu of a card', who: 'cardholder', path: PATH, reach: (page) => openMenu(page, 'Nubank') },
  {
    name: 'days of a card',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await openMenu(page, 'Nubank')
      await page.getByRole('menuitem', { name: 'Mudar nome e dias' }).click()
      await expect(page.getByLabel('Fecha no dia')).toBeVisible()
    },
  },
  {
    name: 'order',
    who: 'cardholder',
    path: PATH,
    reach: async (page) => {
      await openMenu(page, 'Caixa')
      await page.getByRole('menuitem', { name: 'Mudar a ordem' }).click()
      await expect(page.getByRole('button', { name: 'Salvar a ordem' })).toBeVisible()
    },
  },
])
