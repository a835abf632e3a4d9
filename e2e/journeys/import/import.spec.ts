import type { Page } from '@playwright/test'
import { readDeviceContents } from '../../device-contents.js'
import { callApi, edit, expectCached, onPhone, parkedPanel, statusMessage } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { accept, answerWallet, broken, choose, inter, expectReview, nubank, openImport, unknown, walletQuestion } from './statements.js'

interface ListedTransactions {
  transactions: { description: string; amount: number; type: string; importId: string | null }[]
}

const listed = async (page: Page) => (await callApi<ListedTransactions>(page, 'GET', '/transactions?limit=500')).transactions
const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 2, name })

test.beforeEach(signInNewPerson)

test('statements of two banks are imported without duplicates, and their balances add up', async ({ page }) => {
  await openImport(page)
  await choose(page, inter, nubank)
  await expectReview(page)
  await expect(page.getByText('Fecha com o saldo do banco.')).toBeVisible()
  await expect(heading(page, /^Novas 4$/)).toBeVisible()
  await expect(page.getByText('Pix enviado: Moinho 12')).toBeVisible()
  await expect(page.getByLabel('Categoria de Moinho 12')).toHaveValue('Fornecedores')
  await page.getByLabel('Categoria de Moinho 12').selectOption('Marketing')
  await page.getByRole('button', { name: 'Usar Marketing na outra igual' }).click()
  await expect(page.getByLabel('Categoria de Moinho 44')).toHaveValue('Marketing')
  await page.getByRole('button', { name: 'Usar sempre? Marketing para Moinho 12' }).click()
  await page
    .getByRole('dialog', { name: 'Sempre assim' })
    .getByRole('button', { name: /^Criar/ })
    .click()
  await expect(page.getByRole('button', { name: /^Usar sempre/ })).toHaveCount(0)
  const pencil = (name: string) => page.getByRole('button', { name: `Editar a descrição de ${name}` })
  await pencil('Tarifa: Cesta de servicos').click()
  await page.getByLabel('Descrição', { exact: true }).fill('Tarifa do banco')
  await page.keyboard.press('Enter')
  await expect(pencil('Tarifa do banco')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Descrição', { exact: true }).fill('Outra')
  await page.keyboard.press('Escape')
  await expect(pencil('Tarifa do banco')).toBeFocused()
  await accept(page, '4 transações')

  // A second account is asked for, and gets a wallet of its own.
  await answerWallet(page)

  // The payment of the card's bill is left out, with the reason.
  await expect(page.getByText(/^Nubank, \d.*, 3 linhas\./)).toBeVisible()
  await expect(page.getByText(/Pagamento de fatura: as compras/)).toBeVisible()
  await accept(page, '2 transações')
  await expect(statusMessage(page, '2 transações importadas')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/transactions$/)
  await expect(page.getByText('Do extrato').first()).toBeVisible()
  await expect.poll(async () => (await listed(page)).length).toBe(6)

  // Importing the same file again adds nothing.
  await openImport(page)
  await choose(page, inter)
  await expect(heading(page, /^Já importadas 4$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nada para importar' })).toBeDisabled()
})

test('the second account of one file is asked for', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  const file = nubank.buffer.toString()
  const [statement = ''] = /<STMTTRNRS>.*<\/STMTTRNRS>/s.exec(file) ?? []
  await openImport(page)
  await choose(page, { ...nubank, buffer: Buffer.from(file.replace(statement, statement + statement.replace('999-1', '999-2'))) })
  await accept(page, '2 transações')
  await expect(walletQuestion(page)).toBeVisible()
})

test('undoing an import keeps a row that was changed since, and the file can be imported again', { tag: '@long' }, async ({ page }) => {
  await openImport(page)
  await choose(page, inter)
  await accept(page, '4 transações')
  await expect(statusMessage(page, '4 transações importadas')).toBeVisible()
  await expect.poll(async () => (await listed(page)).length).toBe(4)
  const sheet = await edit(page, 'Ana Lima')
  await sheet.getByLabel('Descrição').fill('Bolo da Ana')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(statusMessage(page, 'Alteração salva')).toBeVisible()

  await page.goto('/dashboard/import/list')
  await page.getByRole('button', { name: 'Desfazer a importação de Extrato-Inter.csv' }).click()
  await expect(page.getByText('3 saíram; ficou 1 que você tinha alterado.')).toBeVisible()
  await page.getByRole('button', { name: /^Ver a que ficou/ }).click()
  await expect(page.getByRole('dialog', { name: 'Ficaram na conta' }).getByText('Bolo da Ana')).toBeVisible()
  expect(await listed(page)).toMatchObject([{ description: 'Bolo da Ana' }])

  await openImport(page)
  await choose(page, inter)
  await expect(heading(page, /^Novas 3$/)).toBeVisible()
  await accept(page, '3 transações')
  await expect.poll(async () => (await listed(page)).length).toBe(4)
})

test('an unknown table is mapped once, and leaving the review asks first', async ({ page }) => {
  await test.step('the columns of an unknown table are named once, and recognised from then on', async () => {
    await openImport(page)
    await choose(page, unknown)
    await expect(page.getByRole('heading', { level: 1, name: 'Qual coluna é qual?' })).toBeAttached()
    if (await page.getByLabel('O que é a coluna Credito').isVisible()) {
      await page.getByLabel('O que é a coluna Credito').selectOption('Entrou')
      await page.getByLabel('O que é a coluna Debito').selectOption('Saiu')
    } else {
      await page.getByText('Saiu e entrou').click()
      await page.getByLabel('Saiu', { exact: true }).selectOption('Debito')
      await page.getByLabel('Entrou', { exact: true }).selectOption('Credito')
    }
    await page.getByRole('button', { name: 'Conferir 2 linhas' }).click()
    await expectReview(page)
    await expect(page.getByText('RECEB PIX ANA', { exact: true })).toBeVisible()
    await openImport(page)
    await choose(page, unknown)
    await expectReview(page)
  })

  await test.step('leaving the review asks first', async () => {
    await openImport(page)
    await choose(page, inter)
    await expectReview(page)
    if (onPhone(page)) await page.getByRole('button', { name: 'Voltar' }).click()
    else await page.getByRole('link', { name: 'Metas' }).click()
    const question = page.getByRole('dialog', { name: 'Sair sem importar?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Continuar conferindo' }).click()
    await expectReview(page)
  })
})

test('a line that was not understood is recorded by hand with its text', { tag: '@long' }, async ({ page }) => {
  await openImport(page)
  await choose(page, broken)
  await expect(heading(page, /^Não entendidas 1$/)).toBeVisible()
  await page.getByRole('button', { name: /^Lançar à mão/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(sheet.getByLabel('Descrição')).toHaveValue('Cesta de servicos')
  await sheet.getByLabel('Valor').fill('12')
  await sheet.getByText('Despesa', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => listed(page)).toMatchObject([{ description: 'Cesta de servicos', amount: 12, type: 'expense' }])
  // The statement is still open.
  await accept(page, '3 transações')
  await expect.poll(async () => (await listed(page)).length).toBe(4)
})

test('a statement accepted offline is queued, and compared again before it is sent', async ({ page, context }) => {
  // The list is cached, so it opens offline.
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
  await expectCached(page, 'transaction list', 'nextCursor')
  await openImport(page)
  await choose(page, inter)
  await expect(heading(page, /^Novas 4$/)).toBeVisible()
  await openImport(page)
  await context.setOffline(true)
  await choose(page, inter)
  await expect(page.getByText(/Sem internet, o extrato ainda não foi comparado/)).toBeVisible()
  await accept(page, '4 transações')
  await expect(page.getByText('Ana Lima').first()).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await listed(page)).length, { timeout: 30_000 }).toBe(4)
})

test(
  'a statement accepted on two devices is recorded once, and the second device says what to do',
  { tag: '@long' },
  async ({ page, context }) => {
    await openImport(page)
    await choose(page, inter)
    await expect(heading(page, /^Novas 4$/)).toBeVisible()
    const answered = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
    expect(answered).not.toBeNull()
    await context.setOffline(true)
    await accept(page, '4 transações')
    // Shown once the device has them.
    await expect(statusMessage(page, '4 transações importadas')).toBeVisible()
    // The other device sends the same rows under other ids.
    const rows = await acceptedRows(page)
    await callApi(page, 'POST', '/imports', { fileName: 'outro.csv', format: 'csv', bank: 'Inter', rows })
    await context.setOffline(false)
    await expect(parkedPanel(page)).toBeVisible({ timeout: 30_000 })
    await page.goto('/dashboard/review')
    await expect(page.getByText(/Confira de novo: suas escolhas continuam/)).toBeVisible()
    await page.getByRole('button', { name: /^Corrigir/ }).click()
    await expectReview(page)
    await expect(heading(page, /^Já importadas 4$/)).toBeVisible()
    expect(await listed(page)).toHaveLength(4)
  },
)

/** The rows of the queued command, as another device would send them. */
async function acceptedRows(page: Page): Promise<object[]> {
  const kept = (await readDeviceContents(page)) as { command?: { name: string; args: { rows: Record<string, unknown>[] } } }[]
  const waiting = kept.find(({ command }) => command?.name === 'import.accept')
  const rows = waiting?.command?.args.rows ?? []
  return rows.map(({ key, date, amount, type, description, category }) => ({
    id: crypto.randomUUID(),
    key,
    date,
    amount,
    type,
    description,
    category,
  }))
}
