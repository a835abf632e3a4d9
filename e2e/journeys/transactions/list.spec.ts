import { askToDelete, day, NBSP, onPhone, record, rowOf, formatDate } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { answerList, figure, filters, leaveFilters, openList, openNew, reads, rowAmount } from './transactions-page.js'

test.beforeEach(signInNewPerson)

test('a scheduled transaction waits for confirmation, and a confirmation can be undone', async ({ page }) => {
  await openList(page)
  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('980')
  await sheet.getByLabel('Descrição').fill('Cesta corporativa')
  await sheet.getByText('Outra data').click()
  const date = sheet.getByLabel('Dia')
  if (onPhone(page)) await date.fill(day(5))
  else await date.fill(formatDate(day(5)).replace(/\//g, ''))
  await expect(sheet.getByLabel('Agendar')).toBeChecked()
  await sheet.getByRole('button', { name: 'Salvar' }).click()

  const row = rowOf(page, 'Cesta corporativa')
  await expect(page.getByText(/^A confirmar até/).last()).toBeVisible()
  await expect(figure(page, 'Saldo')).toHaveText(reads('0,00'))
  await expect(
    page
      .getByText(/^A confirmar até/)
      .first()
      .locator('xpath=ancestor-or-self::*[self::tr or self::p]'),
  ).toContainText('980,00')

  const ask = () => row.getByRole('button', { name: /^Confirmar/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Este valor foi recebido?' })
  await ask()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button', { name: /^Confirmar/ })).toBeFocused()

  await ask()
  await dialog.getByRole('button', { name: 'Não Recebido' }).click()
  await expect(row).toContainText('Não Recebido')
  await expect(row.locator('s')).toHaveText(rowAmount(page, '+', '980,00'))
  await expect(figure(page, 'Saldo')).toHaveText(reads('0,00'))
  await page.getByRole('button', { name: 'Desfazer' }).click()

  await ask()
  await dialog.getByRole('button', { name: 'Sim, Recebido' }).click()
  await expect(row).toContainText('Recebido')
  await expect(row.locator('s')).toHaveCount(0)
  await expect(page.getByText(/^A confirmar até/)).toHaveCount(0)
  await expect(figure(page, 'Saldo')).toHaveText(reads('980,00'))
  await page.reload()
  await expect(row).toContainText('Recebido')
})

test('expected transactions are folded, and a deletion names the transaction and can be undone', async ({ page, app, request }) => {
  await test.step('the next expected transaction is above the days, and the others at a tap', async () => {
    await record(
      page,
      { description: 'Venda', amount: 10 },
      ...[4, 1, 3, 6, 2, 5].map((days) => ({
        description: `Prevista ${days}`,
        amount: days,
        isScheduled: true,
        transactionDate: day(days),
      })),
    )
    await openList(page)
    const shown = page.getByRole('main').getByText(/^(Prevista \d|Venda)$/)
    await expect(shown).toHaveText(
      onPhone(page) ? ['Prevista 1', 'Venda'] : [...[1, 2, 3, 4, 5].map((days) => `Prevista ${days}`), 'Venda'],
    )
    await page.getByRole('button', { name: 'Ver as 6' }).click()
    await expect(shown).toHaveText([...[1, 2, 3, 4, 5, 6].map((days) => `Prevista ${days}`), 'Venda'])
    await expect(page.getByRole('button', { name: 'Confirmar Prevista 6' })).toBeVisible()
    await page.getByRole('button', { name: 'Recolher' }).click()
    await expect(page.getByText('Prevista 6', { exact: true })).toHaveCount(0)
  })

  await test.step('a deletion asks with the transaction’s name, and can be undone', async () => {
    await signInNewPerson({ page, request, app })

    await record(
      page,
      { description: 'Embalagens Aurora', amount: 386.7, type: 'expense' },
      { description: 'Gás', amount: 118, type: 'expense' },
    )
    await openList(page)
    const dialog = await askToDelete(page, 'Embalagens Aurora')
    await expect(dialog).toHaveAccessibleName(`Excluir Embalagens Aurora, -R$${NBSP}386,70`)
    await expect(dialog).toContainText('Tem certeza que deseja excluir esta transação?')
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(rowOf(page, 'Embalagens Aurora')).toHaveCount(0)
    await expect(page.getByText('Transação excluída')).toBeVisible()
    if (onPhone(page)) {
      const tabs = await page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true }).boundingBox()
      // It slides in.
      await expect
        .poll(async () => {
          const toast = await page.getByRole('button', { name: 'Desfazer' }).boundingBox()
          return (toast?.y ?? Infinity) + (toast?.height ?? 0)
        })
        .toBeLessThan(tabs?.y ?? 0)
    }
    await expect(figure(page, 'Despesas')).toHaveText(reads('118,00'))
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(rowOf(page, 'Embalagens Aurora')).toBeVisible()
    await page.reload()
    await expect(rowOf(page, 'Embalagens Aurora')).toBeVisible()
    await expect(figure(page, 'Despesas')).toHaveText(reads('504,70'))
  })
})

test('filters are in the address: reload, back and a shared link keep them', async ({ page }) => {
  await record(
    page,
    { description: 'Cesta da Ótica Vale', amount: 980, category: 'Vendas' },
    { description: 'Conserto da ótica', amount: 70, type: 'expense' },
    { description: 'Energia', amount: 90, type: 'expense', transactionDate: '2026-03-10' },
  )
  await openList(page)
  await expect(page.getByText('3 transações')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Limpar' })).toHaveCount(0)
  // The list begins within the visible part of the screen.
  if (onPhone(page)) expect((await rowOf(page, 'Cesta da Ótica Vale').boundingBox())?.y).toBeLessThan(300)

  let set = await filters(page)
  await set.getByRole('searchbox').fill('OTICA')
  await leaveFilters(page, '2 transações')
  await expect(page).toHaveURL(/[?]q=OTICA$/)
  set = await filters(page)
  if (onPhone(page)) await set.getByText('Despesas', { exact: true }).click()
  else await set.getByLabel('Tipo').selectOption('Despesas')
  await leaveFilters(page, '1 transação')
  await expect(page).toHaveURL(/q=OTICA&tipo=despesas$/)
  await page.reload()
  await expect(rowOf(page, 'Conserto da ótica')).toBeVisible()
  await expect(figure(page, 'Receitas')).toHaveText(reads('0,00'))
  await expect(figure(page, 'Despesas')).toHaveText(reads('70,00'))
  const totals = page.getByRole('region', { name: 'Totais de todos os meses, só despesas, com “OTICA”' })
  await expect(totals).toBeVisible()
  if (!onPhone(page)) await expect(totals).toContainText('1 realizada')
  if (onPhone(page)) {
    // Active filters are beside the button, and are removed by a tap.
    await page.getByRole('button', { name: 'Tirar o filtro: Despesas' }).click()
    await expect(page.getByRole('button', { name: 'Filtros' })).toBeFocused()
    await expect(page.getByText('2 transações')).toBeVisible()
    await expect(figure(page, 'Saldo')).toHaveText(reads('910,00'))
  } else {
    await expect(page.getByRole('searchbox')).toHaveValue('OTICA')
    await page.goBack()
    await expect(page.getByText('2 transações')).toBeVisible()
    await expect(figure(page, 'Saldo')).toHaveText(reads('910,00'))
  }
  set = await filters(page)
  await set.getByRole('button', { name: 'Limpar' }).click()
  await expect(set.getByRole('searchbox')).toHaveValue('')
  if (!onPhone(page)) await expect(set.getByRole('button', { name: 'Período' })).toBeFocused()
  await leaveFilters(page, '3 transações')

  set = await filters(page)
  if (!onPhone(page)) await set.getByRole('button', { name: 'Período' }).click()
  await set.getByRole('button', { name: /^Mês/ }).click()
  const earlier = page.getByRole('button', { name: 'Ano anterior' })
  await expect(earlier).toBeVisible()
  while ((await page.getByText('2026', { exact: true }).count()) === 0) await earlier.click()
  await page.getByRole('button', { name: 'março de 2026' }).click()
  await expect(page).toHaveURL(/[?]mes=2026-03$/)
  await leaveFilters(page, '1 transação')
  await expect(figure(page, 'Despesas')).toHaveText(reads('90,00'))

  await page.goto('/dashboard/transactions?categoria=Vendas&de=2026-01-01')
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
  if (onPhone(page)) await page.getByRole('button', { name: /Tirar o filtro: Vendas/ }).click()
  else {
    await page.getByRole('button', { name: 'Categorias: Vendas' }).click()
    await page.getByRole('group', { name: 'Categorias' }).getByRole('button', { name: 'Todas' }).click()
    await page.keyboard.press('Escape')
  }
  await expect(page.getByText('3 transações')).toBeVisible()

  await page.goto('/dashboard/transactions?q=nada+disso')
  await expect(page.getByText('Tente outro mês ou limpe os filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(page.getByText('3 transações')).toBeVisible()
  await expect(page.getByRole('button', { name: onPhone(page) ? 'Filtros' : 'Período' })).toBeFocused()
})

test('a new transaction keeps the filters of the list behind it', { tag: '@desktop' }, async ({ page }) => {
  await record(page, { description: 'Bolo', amount: 10 })
  await page.goto('/dashboard/transactions?q=bolo')
  await expect(page.getByRole('searchbox')).toHaveValue('bolo')
  const sheet = await openNew(page)
  // A link to the form names no filters: a moment later they are in its address.
  await expect(page).toHaveURL(/[?&]q=bolo/)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/[?]q=bolo$/)
})

test('ten thousand transactions scroll with a screenful rendered at a time', { tag: ['@desktop', '@long'] }, async ({ page }) => {
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
  await page.route('**/api/transactions?*', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit'))
    return answerList(route, { transactions: rows.slice(from, to), nextCursor: to < COUNT ? String(to) : null })
  })
  await openList(page)
  const count = page.getByText('10.000 transações', { exact: true })
  // A page is read once the end of the one before is near, however long that takes.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect(await count.count()).toBe(1)
  }).toPass({ intervals: [40] })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(rowOf(page, 'Lançamento 10000')).toBeInViewport()
  expect(await page.getByRole('button', { name: /^Editar Lançamento/ }).count()).toBeLessThan(80)

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rowOf(page, 'Lançamento 1')).toBeVisible()
})
