import { expect, type Page } from '@playwright/test'
import { neverAnswers, refuses } from '../network.js'
import { matrix } from '../state.js'

const RULES = '/dashboard/transactions/regras'
const RULE_CALLS = '**/api/rules'
const CATEGORIES = '/dashboard/transactions/categorias'
const CATEGORY_CALLS = '**/api/transactions/categories'

/** A category of the owner's own. */
const OWN = 'Impostos'

const opened = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeAttached()
const listed = (page: Page) => expect(page.getByRole('link', { name: OWN })).toBeVisible()

/** Opens the form of a rule that would change what exists. */
async function fillRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova regra' }).first().click()
  const form = page.getByRole('dialog', { name: 'Sempre assim' })
  await form.getByLabel('Sempre que a descrição contiver').fill('aluguel')
  await form.getByLabel('usar').fill('Outros')
  await expect(form.getByText(/^Aplicar às \d+ que já existem$/)).toBeVisible()
}

matrix('Rules', [
  {
    name: 'empty',
    who: 'newcomer',
    path: RULES,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhuma regra ainda' })).toBeVisible(),
  },
  { name: 'loading', who: 'owner', path: RULES, network: neverAnswers(RULE_CALLS), reach: opened },
  {
    name: 'failed',
    who: 'owner',
    path: RULES,
    network: refuses(RULE_CALLS),
    reach: (page) => expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible(),
  },
  { name: 'new, with what it would change', who: 'owner', path: RULES, reach: fillRule },
  {
    name: 'new, refused',
    who: 'newcomer',
    path: `${RULES}?nova=1`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Criar regra' }).click()
      await expect(page.getByText('Digite o que a descrição contém')).toBeVisible()
    },
  },
])

matrix('Categories', [
  {
    name: 'empty',
    who: 'newcomer',
    path: CATEGORIES,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhuma categoria usada' })).toBeVisible(),
  },
  { name: 'full', who: 'owner', path: CATEGORIES, reach: listed },
  { name: 'loading', who: 'owner', path: CATEGORIES, network: neverAnswers(CATEGORY_CALLS), reach: opened },
  {
    name: 'failed',
    who: 'owner',
    path: CATEGORIES,
    network: refuses(CATEGORY_CALLS),
    reach: (page) => expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible(),
  },
  {
    name: 'renamed',
    who: 'owner',
    path: CATEGORIES,
    reach: async (page) => {
      await listed(page)
      await page.getByRole('button', { name: `Renomear ${OWN}` }).click()
      await expect(page.getByLabel(`Novo nome de ${OWN}`)).toBeFocused()
    },
  },
  {
    name: 'merged',
    who: 'owner',
    path: CATEGORIES,
    reach: async (page) => {
      await listed(page)
      await page.getByRole('button', { name: `Juntar ${OWN}` }).click()
      await page.getByLabel('Juntar em').selectOption('Outros')
      await expect(page.getByText('Passam para Outros:')).toBeVisible()
    },
  },
  {
    name: 'merging',
    who: 'owner',
    path: CATEGORIES,
    network: neverAnswers('**/api/transactions/categories/rename'),
    reach: async (page) => {
      await listed(page)
      await page.getByRole('button', { name: `Renomear ${OWN}` }).click()
      await page.getByLabel(`Novo nome de ${OWN}`).fill('Contas do mês')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
  },
])
