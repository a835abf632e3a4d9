import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { callApi, day, expectCached, NBSP, record, rowOf } from '../ledger.js'
import { dismissFirstSteps, signInNewPerson, signInNewPersonAt, openOverview } from '../people.js'
import { endRoutes } from '../routes.js'
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

const onHand = (page: Page) => page.getByRole('region', { name: 'Na conta hoje' })
const week = (page: Page) => page.getByRole('region', { name: /^Em 7 dias/ })
const result = (page: Page) => page.getByRole('region', { name: 'Resultado do mês' })
const steps = (page: Page) => page.getByRole('region', { name: 'Por onde começar' })

/** States today's balance, in reais. */
const state = (page: Page, amount: number) => callApi(page, 'PUT', '/balance', { amount })

test('a new account has three steps that tick themselves, and draws no zeros', { tag: '@phone' }, async ({ page }) => {
  await openOverview(page)
  await expect(result(page)).toContainText('Ainda sem transações.')
  await expect(result(page).getByRole('img')).toHaveCount(0)
  await expect(steps(page).getByRole('link', { name: 'Escolher extrato' })).toBeVisible()

  await test.step('the balance is said in its step', async () => {
    await steps(page).getByRole('button', { name: 'Diga o saldo de hoje' }).click()
    await steps(page).getByLabel('Saldo da conta').fill('1.842,15')
    await steps(page).getByRole('button', { name: 'Usar este' }).click()
    await expect(steps(page)).toContainText('O saldo já está informado.')
    await expect(onHand(page)).toContainText(`Dá para tirar até R$${NBSP}1.842,15 sem faltar nos próximos 30 dias.`)
  })

  await test.step('the first transaction leads back, and months appear from the second one on', async () => {
    await page.getByRole('link', { name: 'Nova Transação' }).click()
    const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
    await sheet.getByLabel('Valor').fill('100')
    await sheet.getByLabel('Descrição').fill('Primeira venda')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Início' }).click()
    await expect(result(page)).toContainText(`Sobrou em ${month().name}, até hoje`)
    await expect(result(page)).toContainText('Os meses aparecem lado a lado a partir do segundo. Ver a transação')
    await record(page, { description: 'Venda de antes', amount: 10, transactionDate: month(-1).first })
    await openOverview(page)
    await expect(result(page).getByRole('img')).toBeVisible()
  })

  await test.step('one button removes the steps for good', async () => {
    await steps(page).getByRole('button', { name: 'Não mostrar mais' }).click()
    await expect(steps(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.reload()
    await expect(onHand(page)).toContainText(`R$${NBSP}1.842,15`)
    await expect(steps(page)).toHaveCount(0)
  })
})

test('what is due within a week is named beside its sums, which open it', { tag: '@desktop' }, async ({ page }) => {
  await dismissFirstSteps(page)
  await state(page, 500)
  await record(
    page,
    { description: 'Ótica Vale', amount: 920, isScheduled: true, transactionDate: day(-2) },
    { description: 'Aluguel', amount: 780, type: 'expense', isScheduled: true, transactionDate: day(3) },
    { description: 'Enel', amount: 142.25, type: 'expense', isScheduled: true, transactionDate: day(7) },
    { description: 'Forno', amount: 99, type: 'expense', isScheduled: true, transactionDate: day(8) },
  )
  await openOverview(page)
  await expect(onHand(page)).toContainText(`Vão faltar R$${NBSP}521,25 em `)
  await expect(onHand(page)).toContainText(', com Forno. Ver o que vem')
  await expect(week(page)).toContainText('atrasada, ')
  await expect(week(page)).toContainText('A atrasada soma aqui, mas não na previsão.')
  await expect(week(page).getByRole('link', { name: /^A receber/ })).toContainText('+920,00')
  await week(page)
    .getByRole('link', { name: /^A pagar/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`tipo=despesas&status=confirmar&ate=${day(7)}$`))
  await expect(page.getByText('2 transações', { exact: true })).toBeVisible()
})

test('months can be chosen on a phone, and every bar opens its transactions', { tag: '@phone' }, async ({ page }) => {
  await dismissFirstSteps(page)
  await state(page, 500)
  await record(
    page,
    { description: 'Venda', amount: 20 },
    { description: 'Venda de antes', amount: 300, transactionDate: month(-1).first },
    { description: 'Custos de antes', amount: 120, type: 'expense', transactionDate: month(-1).first },
  )
  await openOverview(page)
  await expect(result(page)).toContainText(`R$${NBSP}20,00`)
  await result(page).getByRole('button', { name: 'Mês anterior' }).click()
  await expect(result(page)).toContainText(`R$${NBSP}180,00`)
  await expect(page).toHaveURL(new RegExp(`mes=${month(-1).key}$`))
  await result(page)
    .getByRole('link', { name: new RegExp(`^Saiu em ${month(-1).name}`) })
    .click()
  await expect(page).toHaveURL(new RegExp(`mes=${month(-1).key}&tipo=despesas$`))
  await expect(rowOf(page, 'Custos de antes')).toBeVisible()
  await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
})

test('the overview shows what remained, compared with the month before', { tag: '@desktop' }, async ({ page }) => {
  await record(
    page,
    { description: 'Vendas', amount: 14_930 },
    { description: 'Custos', amount: 11_711.6, type: 'expense' },
    { description: 'Vendas de antes', amount: 1_840, transactionDate: month(-1).first },
    { description: 'Ainda por vir', amount: 5_000, isScheduled: true, transactionDate: day(1) },
  )
  await openOverview(page)
  await expect(result(page)).toContainText(`Sobrou em ${month().name}, até hoje`)
  await expect(result(page)).toContainText(`R$${NBSP}3.218,40`)
  await expect(result(page)).toContainText(`R$${NBSP}1.378,40 a mais que em ${month(-1).name} até o dia `)

  const chart = result(page).getByRole('img')
  await expect(chart).toHaveAccessibleName(
    new RegExp(`Em ${month().name} de \\d{4}: entrou R\\$\\s14\\.930,00, saiu R\\$\\s11\\.711,60, sobrou R\\$\\s3\\.218,40`),
  )
  await result(page).getByRole('button', { name: 'Ver como tabela' }).click()
  await expect(result(page).getByRole('row')).toHaveCount(7)
  await expect(result(page).getByRole('row').last()).toContainText(`R$${NBSP}3.218,40`)
  await result(page).getByRole('button', { name: 'Ver como gráfico' }).click()

  await result(page).getByRole('link', { name: 'Saiu', exact: true }).click()
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
      await expect(result(page)).toContainText('Sobrou em dezembro de 2024')
      await expect(result(page)).toContainText(`R$${NBSP}300,00`)
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
      await expect(week(page)).toContainText('Ainda por vir')
      await latest.getByRole('link', { name: 'Ver todas' }).click()
      await expect(page.getByText('8 transações')).toBeVisible()
    })

    await test.step('a deficit has a sign, not only a colour', async () => {
      await signInNewPerson({ page, request, app })

      await record(page, { description: 'Aluguel', amount: 880, type: 'expense' })
      await openOverview(page)
      await expect(result(page)).toContainText(`Faltou em ${month().name}`)
      await expect(result(page)).toContainText(`-R$${NBSP}880,00`)
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
  await result(page)
    .getByRole('button', { name: new RegExp(`^Mostrar ${month(-1).name} `) })
    .click()
  await expect(result(page)).toContainText(`R$${NBSP}300,00`)
  const latest = page.getByRole('region', { name: `Transações de ${month(-1).name}` })
  await expect(latest).toContainText('Venda de antes')
  await expect(latest).not.toContainText('Venda de hoje')
  await expect(week(page)).toContainText('Ainda por vir')
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
  await strip.getByRole('button', { name: 'Adiar Cesta corporativa' }).click()
  await page.getByRole('dialog', { name: 'Adiar Cesta corporativa' }).getByRole('button', { name: 'Cancelar' }).click()
  await strip.getByRole('button', { name: 'Confirmar Cesta corporativa' }).click()
  await page.getByRole('button', { name: 'Sim, Recebido' }).click()
  await expect(strip).toContainText(`Boleto vence hoje: R$${NBSP}250,00. Já pagou?`)
  // The week names what is due until its answer has come.
  const latest = page.getByRole('region', { name: 'Últimas transações' }).getByRole('listitem')
  await expect(latest.filter({ hasText: 'Cesta corporativa' })).toContainText('Recebido')
  await strip.getByRole('button', { name: 'Confirmar Boleto' }).click()
  await page.getByRole('dialog', { name: 'Esta conta foi paga?' }).getByRole('button', { name: 'Não Paga' }).click()
  await expect(latest.filter({ hasText: 'Boleto' })).toContainText('Não paga')
  await expect(strip).toHaveCount(0)
  await expect(page.getByText('Tudo em dia.')).toBeVisible()
})

test('a new transaction appears in the month and its chart before the server has it', { tag: '@desktop' }, async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 }, { description: 'Venda de antes', amount: 30, transactionDate: month(-1).first })
  await openOverview(page)
  await expect(result(page)).toContainText(`R$${NBSP}10,00`)
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
  await expect(result(page)).toContainText(`R$${NBSP}42,50`)
  await expect(result(page).getByRole('img')).toHaveAccessibleName(new RegExp(`Em ${month().name} de \\d{4}: entrou R\\$\\s42,50`))
  await expect(rowOf(page, 'Bolo')).toContainText('Aguardando envio')
  await endRoutes(page)
  await expect(rowOf(page, 'Bolo')).toContainText('Realizada')
  await expect(result(page)).toContainText(`R$${NBSP}42,50`)
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
    await expect(page.getByText('Ainda sem transações.')).toBeVisible()
    await expect(steps(page)).toBeVisible()
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
    await record(
      page,
      { description: 'Venda', amount: 386.7 },
      { description: 'Farinha', amount: 86.7, type: 'expense' },
      { description: 'Venda de antes', amount: 10, transactionDate: month(-1).first },
    )
    await state(page, 500)
    await page.goto(`${way.url}/dashboard`)
    await expect(result(page)).toContainText(`R$${NBSP}300,00`)
    await expect(onHand(page)).toContainText(`Dá para tirar até R$${NBSP}500,00`)
    await expectCached(page, 'transaction months', '"income":38670')
    await expectCached(page, 'transaction latest-settled', 'amount')
    await expectCached(page, 'wallet list', '"onHand"')

    way.isCut = true
    await page.clock.setFixedTime(new Date(`${month(1).first}T12:00:00-03:00`))
    await page.reload()
    await expect(result(page)).toContainText(`Sobrou em ${month().name}`)
    await expect(result(page)).toContainText(`R$${NBSP}300,00`)
    await expect(result(page).getByRole('img')).toHaveAccessibleName(new RegExp(`Em ${month().name} de \\d{4}: entrou R\\$\\s386,70`))
    await expect(onHand(page)).toContainText(`Dá para tirar até R$${NBSP}500,00`)
    await expect(page.getByRole('alert')).toHaveCount(0)

    // Today's transactions are all of the new month.
    const sheet = await openNew(page)
    await sheet.getByLabel('Valor').fill('12,50')
    await sheet.getByLabel('Descrição').fill('Bolo de pote')
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await page.getByRole('link', { name: 'Visão Geral' }).filter({ visible: true }).click()
    await expect(result(page)).toContainText(`Sobrou em ${month(1).name}, até hoje`)
    await expect(result(page)).toContainText(`R$${NBSP}12,50`)
    await result(page).getByRole('button', { name: 'Ver como tabela' }).click()
    await expect(
      result(page)
        .getByRole('row')
        .filter({ hasText: new RegExp(month().name, 'i') }),
    ).toContainText(`R$${NBSP}386,70`)
    await way.close()
  },
)
