import { expect, type Page } from '@playwright/test'
import { askToDelete, edit, onPhone, record, rowOf } from '../../ledger.js'
import { cameraPhoto, pdfFile, xmlFile } from '../../receipt-files.js'
import { answers, neverAnswers, offline, refuses } from '../network.js'
import { matrix } from '../state.js'

const PATH = '/dashboard/transactions'

const filled = (page: Page) => expect(page.getByText(/^A confirmar até/).last()).toBeVisible()
const failure = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible()

async function openFilters(page: Page): Promise<void> {
  if (onPhone(page)) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
}

async function openNew(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(sheet.getByLabel(onPhone(page) ? 'Valor' : 'Escreva em uma linha')).toBeFocused()
  return sheet
}

const PURCHASE = 'Embalagens Aurora'

/** Opens the sheet of a purchase with receipts. */
async function openReceipts(page: Page) {
  await record(page, { description: PURCHASE, amount: 186.4, type: 'expense', category: 'Fornecedores' })
  await page.reload()
  await edit(page, PURCHASE)
  const receipts = page.getByRole('region', { name: 'Comprovantes' })
  await receipts.getByLabel('Arquivos de comprovante').setInputFiles([await cameraPhoto(page), pdfFile(), xmlFile()])
  await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(3)
  return receipts
}

const sendsNoReceipt = async (page: Page): Promise<void> => {
  await page.route('**/api/transactions/*/attachments?**', (route) => route.abort())
}

matrix('Transactions', [
  {
    name: 'empty',
    who: 'newcomer',
    path: PATH,
    reach: (page) => expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible(),
  },
  { name: 'filled', who: 'owner', path: PATH, reach: filled },
  {
    name: 'taking along',
    who: 'owner',
    path: `${PATH}?exportar=1&tipo=receitas`,
    reach: (page) => expect(page.getByRole('button', { name: 'Planilha XLSX' })).toBeEnabled(),
  },
  {
    name: 'taking along, nothing there',
    who: 'newcomer',
    path: `${PATH}?exportar=1`,
    reach: (page) => expect(page.getByText('Nenhuma transação com estes filtros.')).toBeVisible(),
  },
  {
    name: 'filtered',
    who: 'owner',
    path: `${PATH}?tipo=receitas&q=vendas`,
    reach: (page) => expect(page.getByText('Vendas do balcão').first()).toBeVisible(),
  },
  {
    name: 'filtered as a report links',
    who: 'owner',
    path: `${PATH}?categoria=Vendas&de=2026-01-01&ate=2099-12-31&status=realizadas`,
    reach: (page) => expect(page.getByText('Vendas do balcão').first()).toBeVisible(),
  },
  {
    name: 'filtered to nothing',
    who: 'owner',
    path: `${PATH}?q=nada-com-este-nome`,
    reach: (page) => expect(page.getByText('Tente outro mês ou limpe os filtros.')).toBeVisible(),
  },
  {
    name: 'choosing the month',
    who: 'owner',
    path: PATH,
    reach: async (page) => (
      await filled(page),
      await openFilters(page),
      onPhone(page) || (await page.getByRole('button', { name: 'Período' }).click()),
      await page.getByRole('button', { name: /^Mês/ }).click(),
      expect(page.getByRole('group', { name: 'Escolher o mês' })).toBeVisible()
    ),
  },
  {
    name: 'choosing categories',
    who: 'owner',
    path: PATH,
    only: 'desktop',
    reach: async (page) => (
      await filled(page),
      await page.getByRole('button', { name: 'Categorias', exact: true }).click(),
      expect(page.getByRole('group', { name: 'Categorias' })).toBeVisible()
    ),
  },
  {
    name: 'some ticked',
    who: 'owner',
    path: PATH,
    only: 'desktop',
    reach: async (page) => {
      await filled(page)
      for (const key of ['j', 'x', 'Shift+J']) await page.keyboard.press(key)
      await expect(page.getByRole('region', { name: 'Marcadas' })).toBeVisible()
    },
  },
  {
    name: 'filters',
    who: 'owner',
    path: `${PATH}?tipo=despesas&q=a`,
    only: 'phone',
    reach: async (page) => (await openFilters(page), expect(page.getByRole('button', { name: /^Ver \d+ transaç/ })).toBeVisible()),
  },
  {
    name: 'all that is expected',
    who: 'owner',
    path: PATH,
    reach: async (page) => (
      await filled(page),
      await page.getByRole('button', { name: /^Ver as/ }).click(),
      expect(page.getByRole('button', { name: 'Recolher' })).toBeVisible()
    ),
  },
  {
    name: 'loading',
    who: 'owner',
    path: PATH,
    network: neverAnswers('**/api/transactions*', '**/api/transactions/**'),
    reach: (page) => expect(page.getByText(/^Carregando/).first()).toBeAttached(),
  },
  { name: 'refused', who: 'owner', path: PATH, network: refuses('**/api/transactions*', '**/api/transactions/**'), reach: failure },
  {
    name: 'without a connection',
    who: 'owner',
    path: PATH,
    network: offline('**/api/transactions*', '**/api/transactions/**'),
    reach: failure,
  },
  { name: 'form', who: 'owner', path: `${PATH}?nova=1`, reach: openNew },
  ...['notebook novo 3600 em 10x #equipamentos', 'forma 20 34,90 ontem'].map((line, index) => ({
    name: ['written line', 'written line with a question'][index] ?? '',
    who: 'owner' as const,
    path: `${PATH}?nova=1`,
    reach: async (page: Page) => {
      const sheet = await openNew(page)
      await sheet.getByLabel('Escreva em uma linha').fill(line)
      await expect(sheet.getByText(/^(descrição|Nada é salvo)/).first()).toBeAttached()
    },
  })),
  {
    name: 'descriptions offered',
    who: 'owner',
    path: `${PATH}?nova=1`,
    reach: async (page) => {
      const sheet = await openNew(page)
      await sheet.getByRole('combobox', { name: 'Descrição' }).fill('em')
    },
  },
  {
    name: 'form with errors',
    who: 'owner',
    path: `${PATH}?nova=1`,
    reach: async (page) => {
      const sheet = await openNew(page)
      await sheet.getByText('Despesa').click()
      await sheet.getByText('Outra data').click()
      await sheet.getByRole('button', { name: 'Salvar' }).click()
    },
  },
  {
    name: 'form with the calendar',
    who: 'owner',
    path: `${PATH}?nova=1`,
    only: 'desktop',
    reach: async (page) => {
      const sheet = await openNew(page)
      await sheet.getByText('Outra data').click()
      await sheet.getByRole('button', { name: 'Abrir calendário' }).click()
    },
  },
  { name: 'edit', who: 'owner', path: PATH, reach: (page) => edit(page, 'Embalagens Aurora') },
  {
    name: 'receipts',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      const receipts = await openReceipts(page)
      await receipts.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'a new transaction with receipts, and one that is none',
    who: 'owner',
    path: `${PATH}?nova=1`,
    reach: async (page) => {
      const sheet = await openNew(page)
      const files = [await cameraPhoto(page), pdfFile(), { ...xmlFile('lista.txt'), buffer: Buffer.from('x') }]
      await sheet.getByLabel('Arquivos de comprovante').setInputFiles(files)
      await expect(sheet.getByRole('alert')).toBeVisible()
      await expect(sheet.getByRole('button', { name: /^Tirar/ })).toHaveCount(2)
    },
  },
  {
    name: 'receipts that wait',
    who: 'newcomer',
    path: PATH,
    network: sendsNoReceipt,
    reach: async (page) => {
      const receipts = await openReceipts(page)
      await expect(receipts.getByText(/vão sozinhos quando a internet voltar/)).toBeVisible()
      await receipts.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'receipts that do not load',
    who: 'owner',
    path: PATH,
    network: answers('**/api/transactions/*/attachments', { error: 'x', code: 'INTERNAL' }, 500),
    reach: async (page) => {
      await edit(page, PURCHASE)
      await expect(page.getByText('Não conseguimos carregar os comprovantes.')).toBeVisible()
    },
  },
  {
    name: 'choosing a receipt',
    who: 'owner',
    path: PATH,
    only: 'phone',
    reach: async (page) => {
      await edit(page, PURCHASE)
      await page.getByRole('button', { name: 'Adicionar comprovante' }).click()
      await expect(page.getByRole('button', { name: 'Tirar foto' })).toBeVisible()
    },
  },
  ...(['IMG_2041', 'boleto-aurora', 'NF-e 4471'] as const).map((name) => ({
    name: `a receipt, ${name}`,
    who: 'newcomer' as const,
    path: PATH,
    reach: async (page: Page) => {
      const receipts = await openReceipts(page)
      await receipts.getByRole('button', { name: new RegExp(`^Abrir ${name}`) }).click()
      await expect(page.getByText(/^\d de 3$/)).toBeVisible()
    },
  })),
  {
    name: 'expenses without a receipt',
    who: 'owner',
    path: `${PATH}?comprovante=sem`,
    reach: (page) => expect(rowOf(page, PURCHASE).first()).toBeVisible(),
  },
  {
    name: 'confirm',
    who: 'owner',
    path: PATH,
    reach: async (page) => (
      await page.getByRole('button', { name: 'Confirmar Boleto' }).click(),
      expect(page.getByRole('button', { name: /^Sim, / })).toBeVisible()
    ),
  },
  { name: 'delete', who: 'owner', path: PATH, reach: async (page) => expect(await askToDelete(page, 'Embalagens Aurora')).toBeVisible() },
  {
    name: 'deleted, with undo',
    who: 'newcomer',
    path: PATH,
    reach: async (page) => {
      await record(page, { description: 'Pão', amount: 12 })
      await page.reload()
      await (await askToDelete(page, 'Pão')).getByRole('button', { name: 'Excluir' }).click()
      // A toast under the pointer stays.
      await page.getByText('Transação excluída').hover()
    },
  },
  {
    name: 'a change that waits',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await page.route('**/api/transactions/*', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { error: 'x', code: 'UNAVAILABLE' } }) : route.fallback(),
      )
      const sheet = await edit(page, 'Embalagens Aurora')
      await sheet.getByLabel('Valor').fill('400')
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(rowOf(page, 'Embalagens Aurora')).toContainText('Aguardando envio')
    },
  },
  {
    name: 'an answer that was refused',
    who: 'owner',
    path: PATH,
    reach: async (page) => {
      await page.route('**/api/transactions/*', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } })
          : route.fallback(),
      )
      await page.getByRole('button', { name: 'Confirmar Boleto' }).click()
      await page.getByRole('button', { name: /^Sim, / }).click()
      await expect(rowOf(page, 'Boleto')).toContainText('Sua mudança não entrou')
    },
  },
  {
    name: 'a write that failed',
    who: 'owner',
    path: `${PATH}?nova=1`,
    reach: async (page) => {
      await page.route('**/api/transactions', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'INVALID' } })
          : route.fallback(),
      )
      const sheet = await openNew(page)
      await sheet.getByLabel('Valor').fill('10')
      await sheet.getByLabel('Descrição').fill('Recusada')
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.getByRole('button', { name: 'Fechar aviso' })).toBeVisible()
    },
  },
])
