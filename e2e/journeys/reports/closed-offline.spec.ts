import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../accessibility.js'
import { CuttableConnection } from '../../cuttable-connection.js'
import { askToDelete, day, edit, expectCached, formatDate, parkedPanel, record, rowOf, statusMessage } from '../../ledger.js'
import { signInNewPersonAt } from '../../people.js'
import { xmlFile } from '../../receipt-files.js'
import type { RunningApp } from '../../running-app.js'
import { expect, test as base } from '../../test.js'
import { accept, choose } from '../import/statements.js'
import { openNew } from '../transactions/transactions-page.js'
import { month, refusal } from './closing-page.js'

/** What the server answers of a transaction. */
interface TransactionElsewhere {
  id: string
  description: string
  category: string | null
  note: string | null
  date: string
  attachmentCount: number
  isReceived: boolean
}

/** A connection that can be cut, and a signed-in page behind it. */
const test = base.extend<{ way: CuttableConnection }>({
  way: async ({ app, page, request }, use) => {
    const way = await CuttableConnection.to(app.url)
    await signInNewPersonAt(way.url, { page, request })
    await use(way)
    await way.close()
  },
})

/** Another device of the same account, with a connection of its own. */
async function otherDevice(page: Page, app: RunningApp, request: APIRequestContext) {
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
  async function call<T>(method: 'GET' | 'POST', path: string, data?: object): Promise<T> {
    const answer = await request.fetch(`${app.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(data && { data }),
    })
    await expect(answer).toBeOK()
    return (await answer.json()) as T
  }
  const transactions = async () => {
    const { transactions: all } = await call<{ transactions: TransactionElsewhere[] }>('GET', '/transactions?limit=500')
    return Object.fromEntries(all.map((each) => [each.description, each]))
  }
  const close = () => call('POST', `/months/${month}/close`, {})
  const reopen = () => call('POST', `/months/${month}/reopen`, { reason: 'Faltaram lançamentos' })
  return { call, transactions, close, reopen }
}

const inMonth = (number: number) => `${month}-${number}`
const entries = (page: Page): Locator => page.getByRole('main').getByRole('listitem')
const entryOf = (page: Page, subject: string): Locator =>
  entries(page).filter({ has: page.getByRole('heading', { name: subject, exact: true }) })

async function openList(page: Page, way: CuttableConnection): Promise<void> {
  await page.goto(`${way.url}/dashboard/transactions`)
  await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeAttached()
}

async function save(sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(sheet).toBeHidden()
}

async function fillDay(sheet: Locator, date: string): Promise<void> {
  await sheet.getByText('Outra data', { exact: true }).click()
  await sheet.getByLabel('Dia', { exact: true }).fill(formatDate(date))
}

async function move(page: Page, description: string, date: string): Promise<void> {
  const sheet = await edit(page, description)
  await fillDay(sheet, date)
  await save(sheet)
}

async function attach(page: Page, description: string): Promise<void> {
  const sheet = await edit(page, description)
  const receipts = sheet.getByRole('region', { name: 'Comprovantes' })
  await receipts.getByLabel('Arquivos de comprovante').setInputFiles(xmlFile())
  await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
}

/** Ticks transactions. @returns the bar of what can be done with them */
async function tick(page: Page, ...descriptions: string[]): Promise<Locator> {
  for (const description of descriptions) await page.getByRole('checkbox', { name: `Marcar ${description}`, exact: true }).check()
  return page.getByRole('region', { name: 'Marcadas' })
}

async function categorise(page: Page, category: string, ...descriptions: string[]): Promise<void> {
  const bar = await tick(page, ...descriptions)
  await bar.getByRole('button', { name: 'Categoria' }).click()
  await page
    .getByRole('dialog', { name: /^Categoria d/ })
    .getByRole('button', { name: category, exact: true })
    .click()
  await expect(bar).toBeHidden()
}

/** Restores the connection and opens the refused commands, of which each names the month. */
async function expectRefused(page: Page, way: CuttableConnection, { refused, sent }: { refused: number; sent: string }): Promise<void> {
  way.isCut = false
  await expect(parkedPanel(page)).toContainText(`${refused} lançamentos não foram aceitos`, { timeout: 30_000 })
  await expect(parkedPanel(page)).toContainText(sent)
  await page.goto(`${way.url}/dashboard/review`)
  await expect(entries(page).filter({ hasText: refusal })).toHaveCount(refused)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test(
  'single changes that a device queued for a month closed elsewhere are refused by its name, and hold up nothing else',
  { tag: ['@desktop', '@long'] },
  async ({ page, way, app, request }) => {
    test.setTimeout(180_000)
    const other = await otherDevice(page, app, request)
    await record(
      page,
      { description: 'Encomendas', amount: 700, category: 'Vendas', transactionDate: inMonth(10) },
      { description: 'Engano', amount: 15, category: 'Vendas', transactionDate: inMonth(11) },
      { description: 'Feira', amount: 40, type: 'expense', transactionDate: inMonth(12) },
      { description: 'Sinal da festa', amount: 120, category: 'Vendas', transactionDate: inMonth(13), isScheduled: true },
      { description: 'Torta', amount: 60, category: 'Vendas' },
    )
    await other.call('POST', '/wallets', { name: 'Caixa', kind: 'cash' })
    await openList(page, way)
    await expectCached(page, 'month list', month)

    await test.step('a deletion that the server has is undone, and then the month is closed elsewhere', async () => {
      await (await askToDelete(page, 'Engano')).getByRole('button', { name: 'Excluir' }).click()
      await expect.poll(other.transactions).not.toHaveProperty('Engano')
      way.isCut = true
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect(rowOf(page, 'Engano')).toContainText('Aguardando envio')
      expect(await other.close()).toMatchObject({ month: { state: 'closed', totals: { income: 700, expense: 40, count: 2 } } })
    })

    await test.step('the device, which does not know it, queues everything that a person does', async () => {
      const transfer = await openNew(page)
      await transfer.getByText('Transferência', { exact: true }).click()
      await transfer.getByLabel('Valor').fill('200')
      await transfer.getByLabel('Descrição').fill('Troco')
      await transfer.getByLabel('Para', { exact: true }).selectOption('Caixa')
      await fillDay(transfer, inMonth(14))
      await save(transfer)
      const sale = await openNew(page)
      await sale.getByLabel('Valor').fill('15')
      await sale.getByLabel('Descrição').fill('Bolo')
      await fillDay(sale, inMonth(20))
      await save(sale)
      await attach(page, 'Bolo')
      await move(page, 'Encomendas', day())
      await move(page, 'Torta', inMonth(15))
      await page.getByRole('button', { name: 'Confirmar Sinal da festa', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sim, Recebido' }).click()
      // A closed month takes notes and receipts.
      const note = await edit(page, 'Feira')
      await note.getByLabel('Observação').fill('Duas notas')
      await save(note)
      await attach(page, 'Feira')
      const present = await openNew(page)
      await present.getByLabel('Valor').fill('9')
      await present.getByLabel('Descrição').fill('Pão')
      await save(present)
      await expect(page.locator('[data-strip="offline"]')).toContainText('10 lançamentos aguardando envio.')
    })

    await test.step('each that changes the month is refused by its name, and the others arrive', async () => {
      await expectRefused(page, way, { refused: 6, sent: 'Outros 3 foram enviados.' })
      await expect(entryOf(page, 'Bolo')).toContainText('1 lançamento espera esta decisão')
      const now = await other.transactions()
      expect(Object.keys(now).toSorted()).toEqual(['Encomendas', 'Feira', 'Pão', 'Sinal da festa', 'Torta'])
      expect(now).toMatchObject({
        Feira: { note: 'Duas notas', attachmentCount: 1 },
        Encomendas: { date: inMonth(10) },
        Torta: { date: day() },
        'Sinal da festa': { isReceived: false },
      })
    })

    await test.step('nothing is lost: what is not discarded goes in once the month is open', async () => {
      await page.getByRole('button', { name: 'Descartar Troco' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
      await expect(entries(page)).toHaveCount(5)
      await other.reopen()
      await openList(page, way)
      await expect(page.getByRole('checkbox', { name: 'Marcar Feira', exact: true })).toHaveCount(1)
      for (const subject of ['Engano', 'Sinal da festa']) {
        await page.goto(`${way.url}/dashboard/review`)
        await page.getByRole('button', { name: `Tentar de novo ${subject}` }).click()
        await expect(entryOf(page, subject)).toHaveCount(0)
      }
      for (const subject of ['Bolo', 'Encomendas', 'Torta']) {
        await page.goto(`${way.url}/dashboard/review`)
        await page.getByRole('button', { name: `Corrigir ${subject}` }).click()
        await save(page.getByRole('dialog'))
        // The form closes before the device has its change.
        await expect(statusMessage(page, subject === 'Bolo' ? 'Transação lançada' : 'Alteração salva')).toBeVisible()
      }
      await expect
        .poll(other.transactions, { timeout: 30_000 })
        .toMatchObject({ Engano: {}, Bolo: { attachmentCount: 1 }, Torta: { date: inMonth(15) }, 'Sinal da festa': { isReceived: true } })
      const now = await other.transactions()
      expect(now['Encomendas']!.date.slice(0, 7)).toBe(day().slice(0, 7))
      expect(Object.keys(now)).toHaveLength(7)
      await expect(page.getByText('Aguardando envio')).toHaveCount(0)
    })
  },
)

test(
  'changes of several transactions and imports queued for a month closed elsewhere are refused by its name, and repeated',
  { tag: ['@desktop', '@long'] },
  async ({ page, way, app, request }) => {
    test.setTimeout(180_000)
    const other = await otherDevice(page, app, request)
    const expense = (description: string, amount: number) =>
      ({ description, amount, type: 'expense', transactionDate: inMonth(10) }) as const
    await record(page, ...['Moinho', 'Gás', 'Luz', 'Água', 'Ana', 'Bia', 'Caio', 'Duda'].map((name, index) => expense(name, 10 + index)))
    await record(page, { description: 'Posto', amount: 80, type: 'expense' })
    const row = { id: crypto.randomUUID(), key: 'a'.repeat(64), date: inMonth(12), amount: 33, type: 'expense', description: 'Tarifa' }
    await other.call('POST', '/imports', { fileName: 'antigo.ofx', format: 'ofx', rows: [row] })
    await page.goto(`${way.url}/dashboard/import/list`)
    await expect(page.getByText('antigo.ofx', { exact: true })).toBeVisible()
    await expectCached(page, 'import list', 'antigo.ofx')
    await openList(page, way)
    await expectCached(page, 'month list', month)

    await test.step('a change that the server has is undone, and then the month is closed elsewhere', async () => {
      await categorise(page, 'Marketing', 'Ana', 'Bia', 'Caio', 'Duda')
      await expect.poll(async () => (await other.transactions())['Duda']!.category).toBe('Marketing')
      way.isCut = true
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect(rowOf(page, 'Duda')).toContainText('Sem categoria')
      expect(await other.close()).toMatchObject({ month: { state: 'closed', totals: { count: 9 } } })
    })

    await test.step('the device, which does not know it, queues everything that a person does', async () => {
      await categorise(page, 'Fornecedores', 'Moinho', 'Posto')
      const bar = await tick(page, 'Gás', 'Luz', 'Água')
      await bar.getByRole('button', { name: 'Excluir' }).click()
      await page
        .getByRole('dialog', { name: /^Excluir a/ })
        .getByRole('button', { name: /^Excluir/ })
        .click()
      // The device has what it shows; a page that is left earlier may lose it.
      for (const name of ['Gás', 'Luz', 'Água']) await expect(rowOf(page, name)).toHaveCount(0)
      await page.goto(`${way.url}/dashboard/import/list`)
      const undo = page.getByRole('button', { name: 'Desfazer a importação de antigo.ofx' })
      await undo.click()
      await expect(undo).toHaveCount(0)
      await page.goto(`${way.url}/dashboard/import`)
      await choose(page, statement)
      await expect(page.getByText(/Sem internet, o extrato ainda não foi comparado/)).toBeVisible()
      await accept(page, '2 transações')
      const present = await openNew(page)
      await present.getByLabel('Valor').fill('9')
      await present.getByLabel('Descrição').fill('Pão')
      await save(present)
      await expect(page.locator('[data-strip="offline"]')).toContainText('6 lançamentos aguardando envio.')
    })

    const before = await other.transactions()
    await test.step('each that changes the month is refused by its name, and the others arrive', async () => {
      await expectRefused(page, way, { refused: 5, sent: 'Outro foi enviado.' })
      const { Pão: added, ...now } = await other.transactions()
      expect(added).toMatchObject({ date: day() })
      expect(now).toEqual(before)
    })

    await test.step('of several, those of open months are changed without the others', async () => {
      const several = entryOf(page, '2 transações')
      await expect(several.getByText(/^Moinho, .*: o mês está fechado$/)).toBeVisible()
      await expect(several).not.toContainText('não existe mais')
      await several.getByRole('button', { name: 'Mudar 1 transação' }).click()
      await expect(several).toHaveCount(0)
      await expect.poll(async () => (await other.transactions())['Posto']!.category).toBe('Fornecedores')
      await expect(entryOf(page, '3 transações').getByRole('button', { name: /^Excluir \d/ })).toHaveCount(0)
    })

    await test.step('nothing is lost: the rest goes in once the month is open', async () => {
      await other.reopen()
      for (const subject of ['3 transações', '4 transações', 'antigo.ofx']) {
        await page.getByRole('button', { name: `Tentar de novo ${subject}` }).click()
        await expect(entryOf(page, subject)).toHaveCount(0)
      }
      await page.getByRole('button', { name: 'Corrigir Extrato, Inter' }).click()
      await accept(page, '2 transações')
      await expect
        .poll(async () => Object.keys(await other.transactions()).toSorted(), { timeout: 30_000 })
        .toEqual(['Ana', 'Bia', 'Caio', 'Cliente', 'Duda', 'Fornecedor', 'Moinho', 'Posto', 'Pão'])
      expect((await other.transactions())['Duda']).toMatchObject({ category: null })
    })
  },
)

/** A table of Inter with one line of the closed month and one of this month. */
const statement = {
  name: 'Extrato-Inter.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      ' Extrato Conta Corrente',
      'Conta ;12345678',
      `Período ;${formatDate(inMonth(16))} a ${formatDate(day())}`,
      'Saldo ;1.050,00',
      '',
      'Data Lançamento;Histórico;Descrição;Valor;Saldo',
      `${formatDate(inMonth(16))};Pix recebido;Cliente;100,00;1.100,00`,
      `${formatDate(day())};Pix enviado;Fornecedor;-50,00;1.050,00`,
    ].join('\n'),
  ),
}
