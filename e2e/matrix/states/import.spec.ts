import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { callApi, day } from '../../ledger.js'
import { broken, inter, unclosed, unknown } from '../../journeys/import/statements.js'
import { neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/import'

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles([file])
}

async function importOne(page: Page, fileName: string): Promise<{ id: string }> {
  const rows = ['income', 'expense'].map((type) => ({
    id: randomUUID(),
    key: randomUUID().replaceAll('-', '').repeat(2),
    date: day(-3),
    amount: 18_250.75,
    type,
    description: 'Pix recebido: Escola Girassol',
    category: null,
  }))
  const answer = await callApi<{ import: { id: string } }>(page, 'POST', '/imports', { fileName, format: 'csv', bank: 'Inter', rows })
  return answer.import
}

const compared = (page: Page) => expect(page.getByText('Categorias sugeridas pelo que você já lançou.')).toBeVisible()

matrix('Import', [
  {
    name: 'choose',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible(),
  },
  {
    name: 'choose, a share without its file',
    who: 'newcomer',
    path: `${PATH}?compartilhado=0`,
    reach: (page) => expect(page.getByText('Escolha o arquivo aqui')).toBeVisible(),
  },
  {
    name: 'choose, no statement',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await choose(page, { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 0, 1]) })
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'columns',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await choose(page, unknown)
      await expect(page.getByRole('heading', { name: /^Fica assim/ })).toBeVisible()
    },
  },
  {
    name: 'look through',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await choose(page, inter)
      await compared(page)
    },
  },
  {
    name: 'look through, being compared',
    who: 'newcomer',
    path: PATH,
    network: neverAnswers('**/api/imports/preview'),
    reach: async (page) => {
      await choose(page, inter)
      await expect(page.getByText('Fecha com o saldo do banco.')).toBeVisible()
    },
  },
  {
    name: 'look through, without a connection',
    who: 'newcomer',
    path: PATH,
    network: offline('**/api/imports/preview'),
    reach: async (page) => {
      await choose(page, inter)
      await expect(page.getByRole('button', { name: 'Comparar de novo' })).toBeVisible()
    },
  },
  {
    name: 'look through, does not close',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await choose(page, unclosed)
      await compared(page)
      await expect(page.getByText(/para fechar com o saldo do banco/)).toBeVisible()
    },
  },
  {
    name: 'look through, by hand',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await choose(page, broken)
      await compared(page)
      await page.getByRole('button', { name: /^Lançar à mão/ }).click()
      await expect(page.getByRole('dialog', { name: 'Nova Transação' }).getByLabel('Descrição')).toHaveValue('Cesta de servicos')
    },
  },
  {
    name: 'look through, leaving',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await choose(page, inter)
      await compared(page)
      await page
        .getByRole('link', { name: 'Metas' })
        .or(page.getByRole('button', { name: 'Voltar' }))
        .filter({ visible: true })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Sair sem importar?' })).toBeVisible()
    },
  },
])

matrix('Imports', [
  {
    name: 'empty',
    who: 'newcomer',
    path: `${PATH}/list`,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhum extrato ainda' })).toBeVisible(),
  },
  {
    name: 'one standing, one taken back',
    who: 'owner',
    path: `${PATH}/list`,
    reach: async (page) => {
      await importOne(page, 'Extrato de nome comprido-2026-11-01-a-2026-11-23.csv')
      const { id } = await importOne(page, 'nubank.ofx')
      await callApi(page, 'POST', `/imports/${id}/undo`, {})
      await page.reload()
      await expect(page.getByText(/^Desfeita em/).first()).toBeVisible()
    },
  },
  {
    name: 'loading',
    who: 'newcomer',
    path: `${PATH}/list`,
    network: neverAnswers('**/api/imports?*', '**/api/imports'),
    reach: (page) => expect(page.getByText('Carregando as importações…')).toBeAttached(),
  },
  {
    name: 'failed',
    who: 'newcomer',
    path: `${PATH}/list`,
    network: refuses('**/api/imports?*', '**/api/imports'),
    reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
  },
])
