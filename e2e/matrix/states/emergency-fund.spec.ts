import { expect, type Page } from '@playwright/test'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/emergency'
const CALLS = '**/api/emergency-fund*'

const standing = (page: Page) => page.getByRole('region', { name: 'Situação da reserva' })
const target = (page: Page) => page.getByRole('region', { name: 'Meta da reserva' })

const filled = (page: Page) => expect(page.getByText('Conserto do freezer')).toBeVisible()

async function openWithdrawal(page: Page) {
  await standing(page).getByRole('button', { name: 'Retirar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retirar da reserva' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}

async function clearAverage(page: Page) {
  await target(page).getByLabel('Média informada').fill('x')
  await target(page).getByLabel('Média informada').blur()
}

matrix('Emergency fund', [
  { name: 'empty', who: 'newcomer', path: PATH, reach: (page) => expect(standing(page)).toContainText('Vamos começar') },
  { name: 'filled', who: 'owner', path: PATH, reach: filled },
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
  {
    name: 'target of an average that is no number',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await filled(page), clearAverage(page)),
  },
  {
    name: 'adding for the first time',
    who: 'newcomer',
    path: `${PATH}?adicionar=1`,
    reach: (page) => expect(page.getByText(/^Com este depósito, a meta passa de/)).toBeVisible(),
  },
  {
    name: 'adding',
    who: 'owner',
    path: `${PATH}?adicionar=1`,
    reach: (page) => expect(page.getByRole('dialog', { name: 'Adicionar à reserva' }).getByLabel('Valor')).toBeFocused(),
  },
  {
    name: 'withdrawal with an error',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await openWithdrawal(page)).getByRole('button', { name: 'Retirar' }).click(),
  },
])
