import { expect, type Page } from '@playwright/test'
import { onPhone, parkedPanel } from '../../ledger.js'
import { offline } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/tasks'
const TASK = 'Abrir vendas pelo WhatsApp'
const LONG = 'Fechar quatro encomendas de fim de ano, de preferência antes do dia dez de dezembro'

const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** A command of this page alone: the account does not change. */
async function complete(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: TASK }).click()
}

async function add(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  await sheet(page, 'Novo item').getByLabel('Título').fill(title)
  await sheet(page, 'Novo item').getByLabel('Custo estimado').fill('1450000')
  await sheet(page, 'Novo item').getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet(page, 'Novo item')).toBeHidden()
}

async function cutConnection(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox', { name: TASK })).toBeVisible()
  await offline('**/api/**')(page)
  await complete(page)
  await add(page, LONG)
  await expect(page.getByText('Sem internet. 2 lançamentos aguardando envio.')).toBeVisible({ timeout: 15_000 })
}

/** Refuses every write. */
async function refuseAll(page: Page): Promise<void> {
  await page.route('**/api/tasks**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }),
  )
  await complete(page)
  await add(page, LONG)
  await expect(page.getByText('2 lançamentos não foram aceitos')).toBeVisible()
}

async function review(page: Page): Promise<void> {
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Revisar' })).toBeFocused()
}

/** Simulates a change of the account elsewhere, in the answers to this page. */
async function causeConflict(page: Page, act: (page: Page) => Promise<void>): Promise<void> {
  const { tasks } = await page.evaluate(async () => {
    const answer = await fetch('/api/tasks', { headers: { Authorization: `Bearer ${sessionStorage.getItem('prumo:token')}` } })
    return (await answer.json()) as { tasks: { id: string; title: string; version: number }[] }
  })
  const { id, ...task } = tasks.find(({ title }) => title === TASK)!
  await page.route(`**/api/tasks/${id}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: { task: { id, ...task, title: LONG, estimatedCost: 1_450_000, priority: 'low', version: task.version + 1 } },
        })
      : route.fulfill({ status: 412, json: { error: 'x', code: 'VERSION_MISMATCH' } }),
  )
  await act(page)
  await review(page)
  await page.getByRole('button', { name: `Comparar ${TASK}` }).click()
}

async function correct(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Editar ${TASK}` }).click()
  await sheet(page, 'Editar item').getByLabel('Título').fill(`${TASK} e pelo Instagram`)
  await sheet(page, 'Editar item').getByLabel('Custo estimado').fill('25')
  await sheet(page, 'Editar item').getByRole('button', { name: 'Salvar' }).click()
}

async function remove(page: Page): Promise<void> {
  if (onPhone(page)) await page.getByRole('button', { name: `Editar ${TASK}` }).click()
  await page.getByRole('button', { name: onPhone(page) ? 'Excluir' : `Excluir ${TASK}`, exact: true }).click()
  await sheet(page, `Excluir ${TASK}`).getByRole('button', { name: 'Excluir' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: onPhone(page) ? 'Mais' : /^Conta de/, exact: onPhone(page) }).click()
  await (onPhone(page) ? page.getByRole('button', { name: 'Sair', exact: true }) : page.getByRole('menuitem', { name: 'Sair' })).click()
}

matrix('Outbox', [
  { name: 'offline strip', who: 'owner', path: PATH, reach: cutConnection },
  { name: 'panel of the refused', who: 'owner', path: PATH, reach: refuseAll },
  { name: 'review', who: 'owner', path: PATH, reach: async (page) => (await refuseAll(page), await review(page)) },
  {
    name: 'review of nothing',
    who: 'newcomer',
    path: '/dashboard/review',
    reach: (page) => expect(page.getByRole('heading', { name: 'Nada para revisar' })).toBeVisible(),
  },
  {
    name: 'conflict',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await causeConflict(page, correct), expect(sheet(page, /mudou nos dois lados$/)).toBeVisible()),
  },
  {
    name: 'conflict of a deletion',
    who: 'owner',
    path: PATH,
    reach: async (page) => (await causeConflict(page, remove), expect(sheet(page, /mudou na conta$/)).toBeVisible()),
  },
  {
    name: 'leaving with unsent',
    who: 'owner',
    path: PATH,
    reach: async (page) => (
      await cutConnection(page),
      await signOut(page),
      expect(sheet(page, 'Sair e perder 2 lançamentos?')).toBeVisible()
    ),
  },
  {
    name: 'a form with a draft',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Novo objetivo' }).click()
      await sheet(page, 'Novo item').getByLabel('Título').fill(LONG)
      await page.keyboard.press('Escape')
      await expect(sheet(page, 'Novo item')).toBeHidden()
      await page.getByRole('button', { name: 'Novo objetivo' }).click()
      await expect(page.getByRole('button', { name: 'Continuar de onde parou' })).toBeVisible()
    },
  },
])
