import { edit, NBSP, onPhone, record, rowOf } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { figure, firstField, openList, openNew, reads, rowAmount } from './transactions-page.js'

test.beforeEach(signInNewPerson)

test('an expense is entered in the order of the form, and the balance changes at once', async ({ page }) => {
  await openList(page)
  await expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
  const sheet = await openNew(page)
  await sheet.getByText('Despesa').click()
  await sheet.getByLabel('Valor').fill('386,7')
  await sheet.getByLabel('Descrição').fill('Embalagens Aurora')
  await expect(sheet.getByLabel('Valor')).toHaveValue('386,70')
  await sheet.getByText('Fornecedores').click()
  await sheet.getByText('Ontem').click()
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet).toBeHidden()

  const row = rowOf(page, 'Embalagens Aurora')
  await expect(row).toContainText('Fornecedores')
  await expect(row).toContainText('Realizada')
  await expect(row.getByText(rowAmount(page, '-', '386,70'), { exact: true })).toBeVisible()
  await expect(row.getByText(`Despesa de R$${NBSP}386,70`)).toBeAttached()
  await expect(figure(page, 'Despesas')).toHaveText(reads('386,70'))
  await expect(figure(page, 'Saldo')).toHaveText(reads('-386,70'))
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Transação lançada' })).toBeVisible()

  await page.reload()
  await expect(row).toContainText(onPhone(page) ? 'Fornecedores' : 'ontem')
})

test('Enter saves, and Ctrl Enter saves and starts the next one', { tag: '@keyboard' }, async ({ page }) => {
  await openList(page)
  await page.keyboard.press('n')
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(firstField(page, sheet)).toBeFocused()
  await sheet.getByLabel('Valor').focus()
  await page.keyboard.type('1450')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bolo de casamento')
  await page.keyboard.press('Control+Enter')
  await expect(sheet.getByLabel('Valor')).toBeFocused()
  await expect(sheet.getByLabel('Valor')).toHaveValue('')
  await expect(sheet.getByRole('status')).toHaveText('Bolo de casamento: pronto. Agora a próxima.')
  await page.keyboard.type('R$ 2.214,35')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Maquininha')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(rowOf(page, 'Bolo de casamento')).toContainText(rowAmount(page, '+', '1.450,00'))
  await expect(rowOf(page, 'Maquininha')).toContainText(rowAmount(page, '+', '2.214,35'))
  await expect(figure(page, 'Saldo')).toHaveText(reads('3.664,35'))
})

test('the form of a transaction reports missing fields and offers the categories of its type', { tag: '@desktop' }, async ({ page }) => {
  await test.step('missing fields are reported at the fields, from the top', async () => {
    await openList(page)
    const sheet = await openNew(page)
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expect(sheet.getByLabel('Valor')).toBeFocused()
    await expect(sheet.getByLabel('Valor')).toHaveAccessibleDescription('Digite o valor')
    await expect(sheet.getByLabel('Descrição')).toHaveAccessibleDescription('Digite uma descrição')
    await sheet.getByLabel('Valor').fill('0')
    await sheet.getByLabel('Descrição').focus()
    await expect(sheet.getByLabel('Valor')).toHaveAccessibleDescription('O valor deve ser maior que zero')
    await sheet.getByLabel('Valor').fill('-5')
    await expect(sheet.getByLabel('Valor')).not.toHaveAccessibleDescription(/./)
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expect(sheet.getByLabel('Valor')).toHaveAccessibleDescription('Digite o valor sem o sinal de menos')
  })

  await test.step('another type has other categories, and says that the chosen one was removed', async () => {
    await page.goto('about:blank')

    await openList(page)
    const sheet = await openNew(page)
    const sales = sheet.getByRole('radio', { name: 'Vendas' })
    await sheet.getByText('Vendas').click()
    await expect(sales).toBeChecked()
    await sheet.getByText('Vendas').click()
    await expect(sales).not.toBeChecked()
    await sheet.getByText('Vendas').click()
    await sheet.getByText('Despesa').click()
    await expect(sales).toHaveCount(0)
    await expect(sheet.getByRole('status').filter({ hasText: 'A categoria foi limpa: cada tipo tem as suas.' })).toBeVisible()
  })

  await test.step('a person can enter a category of their own', async () => {
    await page.goto('about:blank')

    await openList(page)
    const sheet = await openNew(page)
    await sheet.getByText('Despesa').click()
    await sheet.getByLabel('Valor').fill('124')
    await sheet.getByLabel('Descrição').fill('Gás')
    await sheet.getByText('Criar categoria').click()
    await sheet.getByLabel('Nome da categoria').fill(' Contas da loja ')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Gás')).toContainText('Contas da loja')
    await edit(page, 'Gás')
    await expect(page.getByRole('radio', { name: 'Contas da loja' })).toBeChecked()
    await page.keyboard.press('Escape')
    const next = await openNew(page)
    await next.getByText('Despesa').click()
    await expect(next.getByRole('radio', { name: 'Contas da loja' })).toBeVisible()
    await next.getByText('Receita').click()
    await expect(next.getByRole('radio', { name: 'Contas da loja' })).toHaveCount(0)
  })
})

test('a transaction is corrected in place', { tag: '@phone' }, async ({ page }) => {
  await record(
    page,
    { description: 'Aluguel do ponto', amount: 2100, type: 'expense', category: 'Aluguel' },
    { description: 'Venda no balcão', amount: 50 },
  )
  await openList(page)
  const sheet = await edit(page, 'Aluguel do ponto')
  await expect(sheet.getByLabel('Valor')).toHaveValue('2.100,00')
  await expect(sheet.getByRole('radio', { name: 'Despesa' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'Aluguel' })).toBeChecked()
  await sheet.getByLabel('Valor').fill('2.250,5')
  await sheet.getByLabel('Descrição').fill('Aluguel da loja')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(rowOf(page, 'Aluguel da loja')).toContainText(rowAmount(page, '-', '2.250,50'))
  await expect(page.getByRole('button', { name: 'Editar Aluguel da loja' })).toBeVisible()
  await expect(figure(page, 'Saldo')).toHaveText(reads('-2.200,50'))
})
