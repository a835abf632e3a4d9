import { expect, type Page } from '@playwright/test'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/goals'

const filled = (page: Page) => expect(page.getByRole('heading', { name: 'Forno de lastro' })).toBeVisible()

async function openProgress(page: Page) {
  await page.getByRole('button', { name: 'Adicionar Progresso em Forno de lastro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar Progresso' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}

matrix('Goals', [
  {
    name: 'empty',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible(),
  },
  { name: 'filled', who: 'owner', path: PATH, reach: filled },
  {
    name: 'with the completed open',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await page.getByText('Metas Concluídas').click(), expect(page.getByText('Batedeira')).toBeVisible()),
  },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers('**/api/goals*'),
    reach: (page) => expect(page.getByText(/^Carregando/).first()).toBeAttached(),
  },
  {
    name: 'refused',
    who: 'owner',
    path: PATH,
    network: refuses('**/api/goals*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'without a connection',
    who: 'owner',
    path: PATH,
    network: offline('**/api/goals*'),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'form', who: 'owner', path: `${PATH}?nova=1`, reach: (page) => expect(page.getByLabel('Título')).toBeFocused() },
  { name: 'form with errors', who: 'owner', path: `${PATH}?nova=1`, reach: (page) => page.getByRole('button', { name: 'Salvar' }).click() },
  { name: 'edit', who: 'owner', path: PATH, reach: (page) => page.getByRole('button', { name: 'Editar Forno de lastro' }).click() },
  { name: 'progress', who: 'owner', path: PATH, reach: openProgress },
  {
    name: 'progress with an error',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await openProgress(page)).getByRole('button', { name: 'Adicionar' }).click(),
  },
  {
    name: 'delete',
    who: 'owner',
    path: PATH,
    reach: async (page) => (
      await page.getByRole('button', { name: 'Excluir Forno de lastro' }).click(),
      expect(page.getByRole('dialog')).toBeVisible()
    ),
  },
])
