import { expect, type Page } from '@playwright/test'
import { onPhone } from '../../ledger.js'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/tasks'
const TASK = 'Abrir vendas pelo WhatsApp'

const filled = (page: Page) => expect(page.getByRole('checkbox', { name: TASK })).toBeVisible()

async function openTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Editar ${TASK}` }).click()
  await expect(page.getByRole('dialog', { name: 'Editar item' }).getByLabel('Título')).toBeFocused()
}

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await expect(sheet.getByLabel('Título')).toBeFocused()
  return sheet
}

async function askToDelete(page: Page): Promise<void> {
  if (onPhone(page)) await openTask(page)
  await page.getByRole('button', { name: onPhone(page) ? 'Excluir' : `Excluir ${TASK}`, exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Excluir ${TASK}` })).toBeVisible()
}

matrix('Tasks', [
  {
    name: 'empty',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible(),
  },
  { name: 'filled', who: 'owner', path: PATH, reach: filled },
  {
    name: 'problems',
    who: 'owner',
    path: `${PATH}?aba=problemas`,
    reach: (page) => expect(page.getByText('A taxa da maquininha subiu')).toBeVisible(),
  },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers('**/api/tasks*'),
    reach: (page) => expect(page.getByText(/^Carregando/).first()).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'owner',
    path: PATH,
    network: refuses('**/api/tasks*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: PATH,
    network: offline('**/api/tasks*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'form', who: 'owner', path: PATH, reach: openNew },
  {
    name: 'form with errors',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await openNew(page)).getByRole('button', { name: 'Salvar' }).click(),
  },
  {
    name: 'form over a toast',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await filled(page)
      await page.route('**/api/tasks', (route) => (route.request().method() === 'GET' ? route.fallback() : undefined))
      const sheet = await openNew(page)
      await sheet.getByLabel('Título').fill('Vender na feira')
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(sheet).toBeHidden()
      await openNew(page)
    },
  },
  { name: 'edit', who: 'owner', path: PATH, reach: openTask },
  { name: 'delete', who: 'owner', path: PATH, reach: askToDelete },
])
