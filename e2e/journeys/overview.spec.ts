import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { callApi, day, expectCached, NBSP, record, rowOf } from '../ledger.js'
import { signInNewPerson, signInNewPersonAt, openOverview } from '../people.js'
import { expect, test } from '../test.js'
import { openNew } from './transactions/transactions-page.js'

const MONTHS = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro']

/** The name, first day and key of the month so many months from this one. */
function month(offset = 0): { name: string; first: string; key: string } {
  const [year = 0, number = 0] = day().split('-').map(Number)
  const date = new Date(Date.UTC(year, number - 1 + offset, 1))
  return { name: MONTHS[date.getUTCMonth()] ?? '', first: date.toISOString().slice(0, 10), key: date.toISOString().slice(0, 7) }
}

test.beforeEach(signInNewPerson)

test('before the first transaction there is one action, and after it a chart with a table', { tag: '@phone' }, async ({ page }) => {
  await test.step('before the first transaction there is a frame, and one action', async () => {
    await openOverview(page)
    // A fast typist saves before the list is loaded.
    await page.route(/\/api\/transactions\?/, (route) => new Promise((resolve) => setTimeout(() => resolve(route.fallback()), 2_000)))
    const result = page.getByRole('region', { name: 'Resultado do mês' })
    await expect(result).toContainText('Lance a primeira transação e esta linha começa a se mover.')
    await result.getByRole('link', { name: 'Lançar a primeira transação' }).click()
    const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
    await sheet.getByLabel('Valor').fill('100')
    await sheet.getByLabel('Descrição').fill('Primeira venda')
    await page.keyboard.press('Enter')
    // Back on the overview, whose chart is announced when it changes.
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(result.locator('[data-settles="true"]')).toBeVisible()
    await expect(result).toContainText(`Sobrou em ${month().name}, até hoje`)
    await expect(result).toContainText(`R$${NBSP}100,00`)
    await expect(rowOf(page, 'Primeira venda')).toBeVisible()
  })

  await test.step('the link to the table is beside the bob', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await record(page, { description: 'Venda', amount: 10 })
    await openOverview(page)
    const result = page.getByRole('region', { name: 'Resultado do mês' })
    const bob = (await result.getByRole('img').locator('path').last().boundingBox())!
    const toggle = (await result.getByRole('button', { name: 'Ver como tabela' }).boundingBox())!
    expect(toggle.y - (bob.y + bob.height)).toBeLessThan(16)
    expect(toggle.y + toggle.height - (bob.y + bob.height)).toBeLessThan(60)
  })
})

test('the overview shows what remained, compared with the month before, and what could be saved', { tag: '@desktop' }, async ({ page }) => {
  await record(
    page,
    { description: 'Vendas', amount: 14_930 },
    { description: 'Custos', amount: 11_711.6, type: 'expense' },
    { description: 'Vendas de antes', amount: 1_840, transactionDate: month(-1).first },
    { description: 'Ainda por vir', amount: 5_000, isScheduled: true, transactionDate: day(1) },
  )
  await openOverview(page)
  const result = page.getByRole('region', { name: 'Resultado do mês' })
  await expect(result).toContainText(`Sobrou em ${month().name}, até hoje`)
  await expect(result).toContainText(`R$${NBSP}3.218,40`)
  await expect(result).toContainText(`R$${NBSP}1.378,40 a mais que em ${month(-1).name} até o dia `)
  await expect(result).toContainText(`Para a reserva, o sugerido são R$${NBSP}780,77 por mês.`)

  const chart = result.getByRole('img')
  await expect(chart).toHaveAccessibleName(
    new RegExp(`Em ${month().name} de \\d{4}: entrou R\\$\\s14\\.930,00, saiu R\\$\\s11\\.711,60, sobrou R\\$\\s3\\.218,40`),
  )
  await result.getByRole('button', { name: 'Ver como tabela' }).click()
  await expect(result.getByRole('row')).toHaveCount(7)
  await expect(result.getByRole('row').last()).toContainText(`R$${NBSP}3.218,40`)
  await result.getByRole('button', { name: 'Ver como gráfico' }).click()

  await result.getByRole('link', { name: 'Saiu' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/transactions\\?mes=${month().key}&tipo=despesas$`))
  await expect(rowOf(page, 'Custos')).toBeVisible()
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
})

test(
  'the overview shows the latest month and transactions, and a deficit with its sign',
  { tag: '@desktop' },
  async ({ page, app, request }) => {
    await test.step('the latest month with settled transactions is shown when this one has none', async () => {
      await record(page, { description: 'Venda antiga', amount: 300, transactionDate: '2024-12-05' })
      await openOverview(page)
      const result = page.getByRole('region', { name: 'Resultado do mês' })
      await expect(result).toContainText('Sobrou em dezembro de 2024')
      await expect(result).toContainText(`R$${NBSP}300,00`)
    })

    await test.step('the latest five transactions are shown, none of them in the future', async () => {
      await record(
        page,
        ...[1, 2, 3, 4, 5, 6].map((number) => ({ description: `Venda ${number}`, amount: number, transactionDate: day(number - 7) })),
        { description: 'Ainda por vir', amount: 5_000, isScheduled: true, transactionDate: day(2) },
      )
      await openOverview(page)
      const latest = page.getByRole('region', { name: 'Últimas transações' })
      await expect(latest.getByText(/^Venda \d$/)).toHaveText(['Venda 6', 'Venda 5', 'Venda 4', 'Venda 3', 'Venda 2'])
      await expect(latest.getByText('Ainda por vir')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Previstas' })).toContainText('Ainda por vir')
      await latest.getByRole('link', { name: 'Ver todas' }).click()
      await expect(page.getByText('8 transações')).toBeVisible()
    })

    await test.step('a deficit has a sign, not only a colour', async () => {
      await signInNewPerson({ page, request, app })

      await record(page, { description: 'Aluguel', amount: 880, type: 'expense' })
      await openOverview(page)
      const result = page.getByRole('region', { name: 'Resultado do mês' })
      await expect(result).toContainText(`Faltou em ${month().name}`)
      await expect(result).toContainText(`-R$${NBSP}880,00`)
      await expect(result).not.toContainText('Para a reserva')
    })
  },
)

test('choosing a month changes the figures of the month, and the others show their date', { tag: '@desktop' }, async ({ page }) => {
  await record(
    page,
    { description: 'Venda de hoje', amount: 20 },
    { description: 'Venda de antes', amount: 300, transactionDate: month(-1).first },
    { description: 'Ainda por vir', amount: 5_000, isScheduled: true, transactionDate: day(2) },
  )
  await callApi(page, 'POST', '/goals', { title: 'Forno', targetAmount: 800, deadline: day(30), category: 'Equipamentos' })
  await openOverview(page)
  await page.getByRole('button', { name: /^Mês/ }).click()
  if (month(-1).key.slice(0, 4) !== month().key.slice(0, 4)) await page.getByRole('button', { name: 'Ano anterior' }).click()
  await page.getByRole('button', { name: new RegExp(`^${month(-1).name}`) }).click()
  await expect(page.getByRole('region', { name: 'Resultado do mês' })).toContainText(`R$${NBSP}300,00`)
  const latest = page.getByRole('region', { name: `Transações de ${month(-1).name}` })
  await expect(latest).toContainText('Venda de antes')
  await expect(latest).not.toContainText('Venda de hoje')
  await expect(page.getByRole('region', { name: 'Previstas' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Metas em andamento' })).toContainText(/hoje, \d+º? de /)
  await latest.getByRole('link', { name: 'Ver todas' }).click()
  await expect(page).toHaveURL(new RegExp(`mes=${month(-1).key}$`))
})

test('the oldest unanswered transaction is asked about first, and the balance follows the answer', { tag: '@phone' }, async ({ page }) => {
  await record(
    page,
    { description: 'Venda', amount: 20 },
    { description: 'Cesta corporativa', amount: 980, isScheduled: true, transactionDate: day(-1) },
    { description: 'Boleto', amount: 250, type: 'expense', isScheduled: true, transactionDate: day() },
    { description: 'Mais adiante', amount: 70, isScheduled: true, transactionDate: day(3) },
  )
  await openOverview(page)
  const strip = page.getByRole('region', { name: 'Para confirmar' })
  await expect(strip).toContainText(`Cesta corporativa era para ontem: R$${NBSP}980,00. Já recebeu?`)
  await expect(strip.getByRole('link')).toHaveText('Mais 1 para confirmar')
  await strip.getByRole('button', { name: 'Confirmar Cesta corporativa' }).click()
  await page.getByRole('button', { name: 'Sim, Recebido' }).click()
  await expect(strip).toContainText(`Boleto vence hoje: R$${NBSP}250,00. Já pagou?`)
  await expect(rowOf(page, 'Cesta corporativa')).toContainText('Recebido')
  await strip.getByRole('button', { name: 'Confirmar Boleto' }).click()
  await page.getByRole('dialog', { name: 'Esta conta foi paga?' }).getByRole('button', { name: 'Não Paga' }).click()
  await expect(rowOf(page, 'Boleto')).toContainText('Não paga')
  await expect(strip).toHaveCount(0)
})

test('a new transaction appears in the month and its chart before the server has it', { tag: '@desktop' }, async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 })
  await openOverview(page)
  const result = page.getByRole('region', { name: 'Resultado do mês' })
  await expect(result).toContainText(`R$${NBSP}10,00`)
  await page.route('**/api/transactions', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: { error: 'x', code: 'UNAVAILABLE' } }) : route.fallback(),
  )
  await page.keyboard.press('n')
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  await sheet.getByLabel('Valor').fill('32,5')
  await sheet.getByLabel('Descrição').fill('Bolo')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').first().click()
  await expect(result).toContainText(`R$${NBSP}42,50`)
  await expect(result.getByRole('img')).toHaveAccessibleName(new RegExp(`Em ${month().name} de \\d{4}: entrou R\\$\\s42,50`))
  await expect(rowOf(page, 'Bolo')).toContainText('Aguardando envio')
  await page.unrouteAll()
  await expect(rowOf(page, 'Bolo')).toContainText('Realizada')
  await expect(result).toContainText(`R$${NBSP}42,50`)
})

test('installing is offered on the second visit, and not again once refused', { tag: '@phone' }, async ({ page, context }) => {
  await record(page, { description: 'Venda', amount: 10 })
  await openOverview(page)
  const offer = (of: Page) => of.getByRole('region', { name: 'Instalar' })
  await expect(rowOf(page, 'Venda')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)

  const visit = async () => {
    const another = await context.newPage()
    await openOverview(another)
    await expect(rowOf(another, 'Venda')).toBeVisible()
    return another
  }
  const second = await visit()
  await expect(offer(second)).toContainText('Deixe o Prumo à mão.')
  await offer(second).getByRole('link', { name: 'Ver como instalar' }).click()
  await expect(second).toHaveURL(/aba=instalacao$/)
  await second.goBack()
  await offer(second).getByRole('button', { name: 'Agora não' }).click()
  await expect(offer(second)).toHaveCount(0)
  await expect(second.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(offer(await visit())).toHaveCount(0)
})

for (const theme of ['light', 'dark'] as const) {
  test(`the overview is accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
    if (theme === 'dark') await preferDark(page)
    await openOverview(page)
    await expect(page.getByText('Lance a primeira transação e esta linha começa a se mover.')).toBeVisible()
    await expectAccessible(page)
    await record(
      page,
      { description: 'Venda', amount: 14_930 },
      { description: 'Custos', amount: 11_711.6, type: 'expense', transactionDate: month(-1).first },
      { description: 'Cesta corporativa', amount: 980, isScheduled: true, transactionDate: day(-1) },
    )
    await page.reload()
    await expect(page.getByRole('region', { name: 'Para confirmar' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Resultado do mês' }).getByRole('img')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ver como tabela' }).click()
    await expectAccessible(page)
  })
}

test('nothing scrolls sideways at 320 pixels, also with text at twice its size', async ({ page }) => {
  await record(
    page,
    { description: 'Venda', amount: 999_999_999.99 },
    { description: 'Custos', amount: 888_888_888.88, type: 'expense' },
    { description: 'Cesta', amount: 980, isScheduled: true, transactionDate: day(-1) },
  )
  await page.setViewportSize({ width: 320, height: 700 })
  await openOverview(page)
  await expect(page.getByRole('region', { name: 'Para confirmar' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await expectNoSidewaysScroll(page)
})

test(
  'the overview opens offline on the first of a month, with the data of the month before',
  { tag: ['@desktop', '@long'] },
  async ({ page, app, request }) => {
    const way = await CuttableConnection.to(app.url)
    await signInNewPersonAt(way.url, { page, request })
    await record(page, { description: 'Venda', amount: 386.7 }, { description: 'Farinha', amount: 86.7, type: 'expense' })
    await page.goto(`${way.url}/dashboard`)
    const result = page.getByRole('region', { name: 'Resultado do mês' })
    await expect(result).toContainText(`R$${NBSP}300,00`)
    await expectCached(page, 'transaction months', '"income":38670')
    await expectCached(page, 'transaction latest-settled', 'amount')

    way.isCut = true
    await page.clock.setFixedTime(new Date(`${month(1).first}T12:00:00-03:00`))
    await page.reload()
    await expect(result).toContainText(`Sobrou em ${month().name}`)
    await expect(result).toContainText(`R$${NBSP}300,00`)
    await expect(result.getByRole('img')).toHaveAccessibleName(new RegExp(`Em ${month().name} de \\d{4}: entrou R\\$\\s386,70`))
    await expect(page.getByRole('alert')).toHaveCount(0)

    // Today's transactions are all of the new month.
    const sheet = await openNew(page)
    await sheet.getByLabel('Valor').fill('12,50')
    await sheet.getByLabel('Descrição').fill('Bolo de pote')
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await page.getByRole('link', { name: 'Visão Geral' }).filter({ visible: true }).click()
    await expect(result).toContainText(`Sobrou em ${month(1).name}, até hoje`)
    await expect(result).toContainText(`R$${NBSP}12,50`)
    await result.getByRole('button', { name: 'Ver como tabela' }).click()
    await expect(result.getByRole('row').filter({ hasText: new RegExp(month().name, 'i') })).toContainText(`R$${NBSP}386,70`)
    await way.close()
  },
)
