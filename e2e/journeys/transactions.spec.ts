import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { askToDelete, call, day, edit, figure, onPhone, record, rowOf, written } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'

const NBSP = '\u00a0'

test.beforeEach(async ({ page, request }) => {
  await signIn(page, await register(request))
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeAttached()
})

async function openNew(page: Page) {
  await page.getByRole('link', { name: 'Nova Transação' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(sheet.getByLabel('Valor')).toBeFocused()
  return sheet
}

test('an expense is told in the order of the form, and the balance moves at once', async ({ page }) => {
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
  await expect(row.getByText(`-R$${NBSP}386,70`, { exact: true })).toBeVisible()
  await expect(row.getByText(`Despesa de R$${NBSP}386,70`)).toBeAttached()
  await expect(figure(page, 'Despesas')).toHaveText(`R$${NBSP}386,70`)
  await expect(figure(page, 'Saldo')).toHaveText(`-R$${NBSP}386,70`)
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Transação lançada' })).toBeVisible()

  await page.reload()
  await expect(row).toContainText(onPhone(page) ? 'Fornecedores' : written(day(-1)))
})

test('Enter saves, Ctrl Enter saves and goes on with the next', async ({ page }) => {
  await page.keyboard.press('n')
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await expect(sheet.getByLabel('Valor')).toBeFocused()
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
  await expect(rowOf(page, 'Bolo de casamento')).toContainText(`+R$${NBSP}1.450,00`)
  await expect(rowOf(page, 'Maquininha')).toContainText(`+R$${NBSP}2.214,35`)
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}3.664,35`)
})

test('what is missing is said at the fields, from the top', async ({ page }) => {
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

test('another type has other categories, and says that the chosen one is gone', async ({ page }) => {
  const sheet = await openNew(page)
  const sales = sheet.getByRole('radio', { name: 'Vendas' })
  await sheet.getByText('Vendas').click()
  await expect(sales).toBeChecked()
  await sheet.getByText('Vendas').click()
  await expect(sales).not.toBeChecked()
  await sheet.getByText('Vendas').click()
  await sheet.getByText('Despesa').click()
  await expect(sales).toHaveCount(0)
  await expect(sheet.getByRole('status')).toHaveText('A categoria foi limpa: cada tipo tem as suas.')
})

test('a category can be one of the person’s own', async ({ page }) => {
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
})

test('what is scheduled waits for its answer, and an answer can be taken back', async ({ page }) => {
  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('980')
  await sheet.getByLabel('Descrição').fill('Cesta corporativa')
  await sheet.getByText('Outra data').click()
  const date = sheet.getByLabel('Dia')
  if (onPhone(page)) await date.fill(day(5))
  else await date.fill(written(day(5)).replace(/\//g, ''))
  await expect(sheet.getByLabel('Agendar')).toBeChecked()
  await sheet.getByRole('button', { name: 'Salvar' }).click()

  const row = rowOf(page, 'Cesta corporativa')
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}0,00`)
  await expect(page.getByRole('region', { name: /^Totais/ })).toContainText(`Com o previsto R$${NBSP}980,00`)

  const ask = () => row.getByRole('button', { name: /^Confirmar/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Este valor foi recebido?' })
  await ask()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button', { name: /^Confirmar/ })).toBeFocused()

  await ask()
  await dialog.getByRole('button', { name: 'Não Recebido' }).click()
  await expect(row).toContainText('Não Recebido')
  await expect(row.locator('s')).toHaveText(`+R$${NBSP}980,00`)
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}0,00`)
  await page.getByRole('button', { name: 'Desfazer' }).click()

  await ask()
  await dialog.getByRole('button', { name: 'Sim, Recebido' }).click()
  await expect(row).toContainText('Recebido')
  await expect(row.locator('s')).toHaveCount(0)
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}980,00`)
  await page.reload()
  await expect(row).toContainText('Recebido')
})

test('a transaction is corrected where it stands', async ({ page }) => {
  await record(page, { description: 'Aluguel do ponto', amount: 2100, type: 'expense', category: 'Aluguel' }, { description: 'Venda no balcão', amount: 50 })
  await page.reload()
  const sheet = await edit(page, 'Aluguel do ponto')
  await expect(sheet.getByLabel('Valor')).toHaveValue('2.100,00')
  await expect(sheet.getByRole('radio', { name: 'Despesa' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'Aluguel' })).toBeChecked()
  await sheet.getByLabel('Valor').fill('2.250,5')
  await sheet.getByLabel('Descrição').fill('Aluguel da loja')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(rowOf(page, 'Aluguel da loja')).toContainText(`-R$${NBSP}2.250,50`)
  await expect(page.getByRole('button', { name: 'Editar Aluguel da loja' })).toBeVisible()
  await expect(figure(page, 'Saldo')).toHaveText(`-R$${NBSP}2.200,50`)
})

test('deleting names what goes, asks, and can be undone', async ({ page }) => {
  await record(page, { description: 'Embalagens Aurora', amount: 386.7, type: 'expense' }, { description: 'Gás', amount: 118, type: 'expense' })
  await page.reload()
  const dialog = await askToDelete(page, 'Embalagens Aurora')
  await expect(dialog).toHaveAccessibleName(`Excluir Embalagens Aurora, -R$${NBSP}386,70`)
  await expect(dialog).toContainText('Tem certeza que deseja excluir esta transação?')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(rowOf(page, 'Embalagens Aurora')).toHaveCount(0)
  await expect(page.getByText('Transação excluída')).toBeVisible()
  if (onPhone(page)) {
    const toast = await page.getByRole('button', { name: 'Desfazer' }).boundingBox()
    const tabs = await page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true }).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(tabs?.y ?? 0)
  }
  await expect(figure(page, 'Despesas')).toHaveText(`R$${NBSP}118,00`)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(rowOf(page, 'Embalagens Aurora')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'Embalagens Aurora')).toBeVisible()
  await expect(figure(page, 'Despesas')).toHaveText(`R$${NBSP}504,70`)
})

test('filters live in the address: reload, back and a shared link keep them', async ({ page }) => {
  await record(
    page,
    { description: 'Cesta da Ótica Vale', amount: 980, category: 'Vendas' },
    { description: 'Conserto da ótica', amount: 70, type: 'expense' },
    { description: 'Energia', amount: 90, type: 'expense', transactionDate: '2026-03-10' },
  )
  await page.reload()
  await expect(page.getByText('3 transações')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Limpar' })).toHaveCount(0)

  await page.getByRole('searchbox').fill('OTICA')
  await expect(page.getByRole('status').filter({ hasText: '2 transações' })).toBeVisible()
  await expect(page).toHaveURL(/[?]q=OTICA$/)
  await page.getByText('Despesas', { exact: true }).last().click()
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/q=OTICA&tipo=despesas$/)
  await page.reload()
  await expect(rowOf(page, 'Conserto da ótica')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('OTICA')
  await expect(figure(page, 'Receitas')).toHaveText(`R$${NBSP}980,00`)
  await expect(page.getByText('A busca e os outros filtros não mudam estes valores.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('2 transações')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByText('3 transações')).toBeVisible()

  await page.getByRole('button', { name: /^Mês/ }).click()
  if ((await page.getByText('2026', { exact: true }).count()) === 0) await page.getByRole('button', { name: 'Ano anterior' }).click()
  await page.getByRole('button', { name: 'março de 2026' }).click()
  await expect(page).toHaveURL(/[?]mes=2026-03$/)
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
  await expect(figure(page, 'Despesas')).toHaveText(`R$${NBSP}90,00`)

  await page.goto('/dashboard/transactions?categoria=Vendas&de=2026-01-01')
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Tirar o filtro: Vendas/ }).click()
  await expect(page.getByText('3 transações')).toBeVisible()

  await page.getByRole('searchbox').fill('nada disso')
  await expect(page.getByText('Tente outro mês ou limpe os filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(page.getByText('3 transações')).toBeVisible()
})

test('a new transaction leaves the filters behind it alone', async ({ page }) => {
  await record(page, { description: 'Bolo', amount: 10 })
  await page.goto('/dashboard/transactions?q=bolo')
  await expect(page.getByRole('searchbox')).toHaveValue('bolo')
  const sheet = await openNew(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/[?]q=bolo$/)
})

test('what the server does not take is taken back, says why, and is not lost', async ({ page }) => {
  await page.route('**/api/transactions', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' } }) : route.continue(),
  )
  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('386,70')
  await sheet.getByLabel('Descrição').fill('Embalagens Aurora')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Embalagens Aurora não foi salva. Erro interno do servidor. Tente novamente mais tarde.')).toBeVisible()
  await expect(rowOf(page, 'Embalagens Aurora')).toHaveCount(0)
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}0,00`)

  await page.unroute('**/api/transactions')
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(sheet.getByLabel('Valor')).toHaveValue('386,70')
  await expect(sheet.getByLabel('Descrição')).toHaveValue('Embalagens Aurora')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Embalagens Aurora')).toBeVisible()
})

test('what changed or went elsewhere meanwhile is not written over', async ({ page }) => {
  const [sale, rent] = await record(page, { description: 'Venda', amount: 10 }, { description: 'Aluguel', amount: 20, type: 'expense' })
  await page.reload()
  const sheet = await edit(page, 'Venda')
  await call(page, 'PUT', `/transactions/${sale?.id}`, { amount: 15 })
  await sheet.getByLabel('Descrição').fill('Venda grande')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A alteração de Venda não foi salva. Este registro mudou em outro lugar. Atualize e tente de novo.')).toBeVisible()
  await expect(rowOf(page, 'Venda')).toContainText(`+R$${NBSP}15,00`)
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(sheet.getByLabel('Descrição')).toHaveValue('Venda grande')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Venda grande')).toBeVisible()

  await edit(page, 'Aluguel')
  await call(page, 'DELETE', `/transactions/${rent?.id}`)
  await page.getByLabel('Valor').fill('30')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A alteração de Aluguel não foi salva. Transação original não encontrada.')).toBeVisible()
  await expect(rowOf(page, 'Aluguel')).toHaveCount(0)
})

test('a list that does not load keeps the frame and offers to try again', async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 })
  await page.route('**/api/transactions?*', (route) => route.fulfill({ status: 404, json: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } }))
  await page.reload()
  await expect(page.getByText('Não conseguimos carregar as transações.')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.unroute('**/api/transactions?*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(rowOf(page, 'Venda')).toBeVisible()
})

test('ten thousand transactions are scrolled through, a screenful drawn at a time', async ({ page }) => {
  test.setTimeout(240_000)
  const COUNT = 10_000
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    userId: '01890000-0000-7000-8000-000000000000',
    description: `Lançamento ${index + 1}`,
    amount: 10,
    type: index % 2 ? 'expense' : 'income',
    category: null,
    date: day(-Math.floor(index / 8)),
    isScheduled: false,
    isConfirmed: true,
    isReceived: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
  }))
  await page.route('**/api/transactions?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit'))
    return route.fulfill({ json: { transactions: rows.slice(from, to), nextCursor: to < COUNT ? String(to) : null } })
  })
  await page.reload()
  await expect(page.getByText('Mais de 100 transações')).toBeVisible()
  const count = page.getByText('10.000 transações', { exact: true })
  for (let step = 0; step < 400 && !(await count.count()); step += 1) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(40)
  }
  await expect(count).toBeAttached()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(rowOf(page, 'Lançamento 10000')).toBeInViewport()
  expect(await page.getByRole('button', { name: /^Editar Lançamento/ }).count()).toBeLessThan(80)

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rowOf(page, 'Lançamento 1')).toBeVisible()
})

test('everything works by keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await page.keyboard.press('n')
  await expect(page.getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('25')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Venda no balcão')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: 'Vendas' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Serviços' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Dia')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid')
  await expect(grid.locator(':focus')).toHaveText(String(Number(day(-1).slice(8))))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(grid).toBeHidden()
  await expect(page.getByLabel('Dia')).toHaveValue(written(day(1)))
  await expect(page.getByLabel('Agendar')).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Valor')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const row = rowOf(page, 'Venda no balcão')
  await row.getByRole('button', { name: /^Confirmar/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sim, Recebido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Recebido')

  await row.getByRole('button', { name: /^Editar/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Valor')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: /^Editar/ })).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(row).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the list and what it opens are accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
    if (theme === 'dark') await preferDark(page)
    await page.reload()
    await expect(page.getByText('Comece pela última venda ou pela última conta paga.')).toBeVisible()
    await expectAccessible(page)
    const [, missed] = await record(
      page,
      { description: 'Bolo de casamento', amount: 1450, category: 'Vendas' },
      { description: 'Pedido cancelado', amount: 180, isScheduled: true },
      { description: 'Cesta corporativa', amount: 980, isScheduled: true },
      { description: 'Aluguel do ponto', amount: 2100, type: 'expense', transactionDate: day(-3) },
    )
    await call(page, 'PUT', `/transactions/${missed?.id}`, { isConfirmed: true })
    await page.reload()
    await expect(page.getByText('4 transações')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Mês/ }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Confirmar Cesta corporativa' }).click()
    await expect(page.getByRole('button', { name: 'Sim, Recebido' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    const sheet = await openNew(page)
    await sheet.getByText('Outra data').click()
    if (!onPhone(page)) await sheet.getByRole('button', { name: 'Abrir calendário' }).click()
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expectAccessible(page)
    await page.goto('/dashboard/transactions?q=nada&categoria=&status=confirmar')
    await expect(page.getByText('Tente outro mês ou limpe os filtros.')).toBeVisible()
    await expectAccessible(page)
  })
}

test('nothing scrolls sideways at 320 pixels, also with text at twice its size', async ({ page }) => {
  await record(page, { description: 'Um pedido com um nome tão comprido que não cabe em linha nenhuma', amount: 999_999_999.99 }, { description: 'Cesta', amount: 980, isScheduled: true })
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/dashboard/transactions', '/dashboard/transactions?nova=1', '/dashboard/transactions?categoria=Vendas&de=2026-01-01&ate=2026-12-31&status=confirmar']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectNoSidewaysScroll(page)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    await expectNoSidewaysScroll(page)
  }
})
