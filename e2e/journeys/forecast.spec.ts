import type { Page } from '@playwright/test'
import type { ForecastAnswerBody } from '@prumo/shared/forecast'
import type { OnWire } from '@prumo/shared/money-fields'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { callApi, day, expectCached, reais, record, statusMessage, formatDate } from '../ledger.js'
import { dismissFirstSteps, signInNewPerson, signInNewPersonAt, openOverview } from '../people.js'
import { expect, test } from '../test.js'

const MONTHS = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro']

/** `5 de janeiro` */
function spokenDate(date: string): string {
  const number = Number(date.slice(8))
  return `${number === 1 ? '1º' : number} de ${MONTHS[Number(date.slice(5, 7)) - 1]}`
}

async function openForecast(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/forecast${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'O que vem pela frente' })).toBeAttached()
}

const lowest = (page: Page) => page.getByRole('region', { name: /^Menor saldo até / })
const overdue = (page: Page) => page.getByRole('region', { name: /^Atrasadas?, fora da conta/ })
const chart = (page: Page) => page.getByRole('region', { name: 'Gráfico do saldo previsto' })
/** The selected day. */
const spoken = (page: Page) => page.locator('section[aria-labelledby="forecast-day"]')

/** Creates a rent ten days from now, and an order after it. */
async function expectRent(page: Page): Promise<void> {
  await record(
    page,
    { description: 'Aluguel do ponto', amount: 2100, type: 'expense', isScheduled: true, transactionDate: day(10) },
    { description: 'Festa da firma', amount: 2485, isScheduled: true, transactionDate: day(20) },
  )
}

test('the overview leads to the lowest balance, and a touch selects the day', { tag: '@phone' }, async ({ page, request }) => {
  await test.step('the overview shows the lowest balance and links to its reason; the bank balance is asked for once', async () => {
    await signInNewPerson({ page, request })
    await record(page, { description: 'Vendas', amount: 300 })
    await expectRent(page)
    const asked: string[] = []
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
    await openOverview(page)
    await dismissFirstSteps(page)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Na conta hoje' })).toContainText('Quanto você tem na conta hoje?')
    expect(asked.filter((path) => path === '/api/forecast' || path === '/api/balance')).toEqual([])
    await page.getByRole('link', { name: 'Ver o que vem' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'O que vem pela frente' })).toBeFocused()

    const question = page.getByRole('region', { name: 'Quanto você tem na conta hoje?' })
    await expect(question).toContainText(`a previsão começa do primeiro lançamento: ${reais('300,00')}.`)
    await expect(lowest(page)).toContainText(`-${reais('1.800,00')}`)
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Usar este' }).click()
    await expect(question.getByText('Digite o valor')).toBeVisible()
    await question.getByLabel('Saldo da conta').fill('2.512,30')
    await question.getByRole('button', { name: 'Usar este' }).click()
    await expect(question).toHaveCount(0)
    await expect(lowest(page)).toContainText(reais('412,30'))
    await expect(lowest(page)).toContainText(`em ${spokenDate(day(10))}, com Aluguel do ponto`)
    await expect(page.getByText(`A previsão começa em ${reais('2.512,30')}, o saldo de hoje.`)).toBeVisible()
    await expect.poll(() => callApi(page, 'GET', '/balance')).toMatchObject({ balance: { amount: 2512.3, date: day() } })

    // Stated again, below zero: the phone's keypad for amounts has no minus.
    await page.getByRole('button', { name: 'Corrigir o saldo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Quanto você tem na conta hoje?' })
    await dialog.getByLabel('Saldo da conta').fill('100')
    await dialog.getByText('Está negativo').click()
    await dialog.getByRole('button', { name: 'Usar este' }).click()
    await expect(lowest(page)).toContainText(`-${reais('2.200,00')}`)
    await expect.poll(() => callApi(page, 'GET', '/balance')).toMatchObject({ balance: { amount: -100 } })
    await page.getByRole('button', { name: 'Voltar' }).click()
    await expect(page.getByRole('region', { name: 'Na conta hoje' })).toContainText(
      `Vão faltar ${reais('2.200,00')} em ${spokenDate(day(10))}, com Aluguel do ponto.`,
    )
  })

  await test.step('a touch on the chart selects a day, and so do the buttons beside its name', async () => {
    await callApi(page, 'PUT', '/balance', { amount: 3000 })
    await openForecast(page)
    await expect(spoken(page)).toContainText(`-${reais('2.100,00')}`)
    await expect(spoken(page)).toContainText(`Fica${reais('900,00')}`)
    await page.getByRole('button', { name: 'Próximo dia com lançamentos' }).click()
    await expect(spoken(page)).toContainText('Festa da firma')
    const box = (await chart(page).getByRole('img').boundingBox())!
    await page.touchscreen.tap(box.x + box.width * 0.35, box.y + 60)
    await expect(spoken(page)).toContainText('Aluguel do ponto')
    await page.getByText('60 dias').click()
    await expect(page).toHaveURL(/\?dias=60$/)
    await expect(lowest(page)).toContainText(`Menor saldo até ${spokenDate(day(60))}`)
  })
})

test(
  'arrow keys move through the days, and the printed page has figure, chart and table',
  { tag: ['@desktop', '@keyboard'] },
  async ({ page, request }) => {
    await test.step('arrow keys move through the days, and each is announced', async () => {
      await signInNewPerson({ page, request })
      await expectRent(page)
      await callApi(page, 'PUT', '/balance', { amount: 3000 })
      await openForecast(page, '?dias=90')
      const drawing = chart(page).getByRole('img')
      await expect(drawing).toHaveAccessibleName(
        `Saldo previsto, de hoje a ${spokenDate(day(90))}. Começa em ${reais('3.000,00')}. O menor é ${reais('900,00')}, em ${spokenDate(day(10))}. Termina em ${reais('3.385,00')}.`,
      )
      await chart(page).focus()
      await page.keyboard.press('ArrowRight')
      await expect(spoken(page)).toContainText('Festa da firma')
      await expect(statusMessage(page, `${spokenDate(day(20))}: entram ${reais('2.485,00')}, fica ${reais('3.385,00')}.`)).toBeAttached()
      // It is the last day.
      await page.keyboard.press('ArrowRight')
      await expect(spoken(page)).toContainText('Festa da firma')
      await page.keyboard.press('Home')
      await expect(spoken(page)).toContainText('Aluguel do ponto')

      const table = page.getByRole('table', { name: 'Dia a dia' })
      await expect(table.getByRole('row')).toHaveCount(3)
      await expect(table.getByRole('row').nth(1)).toContainText('2.100,00900,00')
      await page.reload()
      await expect(page.getByRole('radio', { name: '90 dias' })).toBeChecked()
    })

    await test.step('the printed page has the figure, the chart and the table, and nothing of the program around it', async () => {
      await openForecast(page)
      await expect(lowest(page)).toContainText(reais('900,00'))
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText('Doce Lar Confeitaria', { exact: true }).last()).toBeVisible()
      await expect(page.getByText(/^Previsão de 30 dias, impressa em /)).toBeVisible()
      await expect(chart(page).getByRole('img')).toBeVisible()
      await expect(page.getByRole('table', { name: 'Dia a dia' })).toBeVisible()
      for (const hidden of [
        spoken(page),
        page.getByRole('navigation', { name: 'Principal' }),
        page.getByRole('button', { name: 'Corrigir o saldo' }),
      ])
        await expect(hidden).toBeHidden()
    })
  },
)

test(
  'an overdue transaction is not counted until it is confirmed, today or on another day, or postponed',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await signInNewPerson({ page, request })
    await record(
      page,
      { description: 'Cesta corporativa', amount: 980, isScheduled: true, transactionDate: day(-1) },
      { description: 'Boleto da gráfica', amount: 100, type: 'expense', isScheduled: true, transactionDate: day(-9) },
      { description: 'Encomenda antiga', amount: 50, isScheduled: true, transactionDate: day(-12) },
      { description: 'Energia', amount: 300, type: 'expense', isScheduled: true, transactionDate: day(5) },
    )
    await callApi(page, 'PUT', '/balance', { amount: 1000, date: day(-5) })
    await openForecast(page)
    await expect(overdue(page).getByRole('heading')).toHaveText('Atrasadas, fora da conta 3')
    await expect(overdue(page).getByRole('listitem').first()).toContainText('Encomenda antiga')
    await expect(lowest(page)).toContainText(reais('700,00'))

    await page.getByRole('button', { name: 'Confirmar Cesta corporativa' }).click()
    const receipt = page.getByRole('dialog', { name: 'Este valor foi recebido?' })
    await expect(receipt.getByLabel('Quando')).toHaveValue(formatDate(day()))
    await receipt.getByRole('button', { name: 'Sim, Recebido' }).click()
    await expect(lowest(page)).toContainText(reais('1.680,00'))
    await expect(statusMessage(page, 'Cesta corporativa: recebido')).toBeVisible()

    // Paid before the balance was stated, so the balance includes it.
    await page.getByRole('button', { name: 'Confirmar Boleto da gráfica' }).click()
    const payment = page.getByRole('dialog', { name: 'Esta conta foi paga?' })
    await payment.getByLabel('Quando').fill(formatDate(day(1)))
    await payment.getByRole('button', { name: 'Sim, Paga' }).click()
    await expect(payment.getByText('Escolha hoje ou um dia que já passou')).toBeVisible()
    await payment.getByLabel('Quando').fill(formatDate(day(-8)))
    await payment.getByRole('button', { name: 'Sim, Paga' }).click()
    await expect(overdue(page).getByRole('heading')).toHaveText('Atrasada, fora da conta 1')
    await expect(lowest(page)).toContainText(reais('1.680,00'))

    await page.getByRole('button', { name: 'Adiar Encomenda antiga' }).click()
    const later = page.getByRole('dialog', { name: 'Adiar Encomenda antiga' })
    await later.getByLabel('Para quando').fill(formatDate(day(3)))
    await later.getByRole('button', { name: 'Adiar', exact: true }).click()
    await expect(overdue(page)).toHaveCount(0)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('50,00')
    await expect(lowest(page)).toContainText(reais('1.730,00'))
    // The screen shows a command before the server has it.
    const stored = async () => {
      const { transactions } = await callApi<{ transactions: { description: string; date: string; isReceived: boolean }[] }>(
        page,
        'GET',
        '/transactions',
      )
      return Object.fromEntries(transactions.map((each) => [each.description, [each.date, each.isReceived]]))
    }
    await expect.poll(stored).toMatchObject({
      'Cesta corporativa': [day(), true],
      'Boleto da gráfica': [day(-8), true],
      'Encomenda antiga': [day(3), false],
    })
  },
)

test(
  'with enough history there is a band of the usual range; before that it says when',
  { tag: ['@desktop', '@dark'] },
  async ({ page, request }) => {
    await preferDark(page)
    await signInNewPerson({ page, request })
    await record(page, { description: 'Venda', amount: 10, transactionDate: day(-22) })
    await expectRent(page)
    await callApi(page, 'PUT', '/balance', { amount: 5000 })
    await openForecast(page)
    const none = page.getByRole('region', { name: 'Ainda não dá para estimar o resto' })
    await expect(none).toContainText(`O primeiro lançamento é de ${spokenDate(day(-22))}, há 22 dias.`)
    await expect(none).toContainText(`em ${spokenDate(day(68))}.`)
    await expect(page.getByText('Com o que costuma acontecer')).toHaveCount(0)
    for (let ago = 100; ago > 0; ago -= 5) await record(page, { description: 'Venda', amount: ago * 7, transactionDate: day(-ago) })
    await expect(page.getByText('Com o que costuma acontecer')).toBeVisible({ timeout: 30_000 })
    await expect(none).toHaveCount(0)
    await expect(spoken(page)).toContainText(/Pelo seu histórico, deve ficar entre R\$\s[\d.]+00 e R\$\s[\d.]+00/)
    await expect(page.getByText('Atualizando…')).toHaveCount(0)
    await expectAccessible(page)
  },
)

test('the error of the forecast of 30 days ago is shown where it is known', { tag: ['@phone', '@light'] }, async ({ page, request }) => {
  await page.route('**/api/forecast*', async (route) => {
    const { 'if-none-match': _known, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const { forecast } = (await response.json()) as OnWire<ForecastAnswerBody>
    const review = { from: day(-30), to: day(), predicted: 2200, low: 1890.4, high: 2610.1, actual: 2186.86 }
    await route.fulfill({ response, json: { forecast: { ...forecast, review, stale: true } } })
  })
  await signInNewPerson({ page, request })
  await expectRent(page)
  await openForecast(page)
  await expect(
    page.getByText(`Há 30 dias o Prumo previa ${reais('1.900')} a ${reais('2.600')} para hoje. Foram ${reais('2.187')}.`),
  ).toBeVisible()
  await expect(page.getByText('Atualizando…')).toBeVisible()
})

test('an empty account has no chart, and one action', { tag: ['@phone', '@light'] }, async ({ page, request }) => {
  await signInNewPerson({ page, request })
  await openOverview(page)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('link', { name: 'Previsão' }).click()
  await expect(page.getByRole('heading', { name: 'Ainda não há o que prever' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Agendar uma transação' }).click()
  await expect(page.getByRole('dialog', { name: 'Nova Transação' })).toBeVisible()
})

test(
  'the cached forecast is shown offline, with queued commands included',
  { tag: ['@phone', '@long'] },
  async ({ page, app, request }) => {
    const way = await CuttableConnection.to(app.url)
    try {
      await signInNewPersonAt(way.url, { page, request })
      await record(page, { description: 'Cesta corporativa', amount: 980, isScheduled: true, transactionDate: day(-1) })
      await callApi(page, 'PUT', '/balance', { amount: 1000, date: day(-5) })
      await page.goto(`${way.url}/dashboard/forecast`)
      await expect(lowest(page)).toContainText(reais('1.000,00'))
      await expectCached(page, 'transaction forecast', '"amount":1000')
      await expectCached(page, 'balance one', '"amount":1000')
      await page.getByRole('button', { name: 'Adiar Cesta corporativa' }).click()
      await page.keyboard.press('Escape')
      way.isCut = true
      await page.getByRole('button', { name: 'Confirmar Cesta corporativa' }).click()
      await page.getByRole('button', { name: 'Sim, Recebido' }).click()
      await expect(lowest(page)).toContainText(reais('1.980,00'))
      await page.getByRole('button', { name: 'Corrigir o saldo' }).click()
      await page.getByRole('dialog').getByLabel('Saldo da conta').fill('1.500')
      await page.getByRole('button', { name: 'Usar este' }).click()
      await expect(lowest(page)).toContainText(reais('1.500,00'))
      await expect(page.getByText(/^Sem internet\./).first()).toBeVisible()
      await page.reload()
      await expect(lowest(page)).toContainText(reais('1.500,00'))
      way.isCut = false
      await expect
        .poll(() => callApi(page, 'GET', '/balance'), { timeout: 30_000 })
        .toMatchObject({ balance: { amount: 1500, date: day() } })
      await expect(lowest(page)).toContainText(reais('1.500,00'))
    } finally {
      await way.close()
    }
  },
)

test('at 320 pixels nothing scrolls sideways, with the longest amounts too', { tag: ['@phone', '@long'] }, async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signInNewPerson({ page, request })
  await record(
    page,
    {
      description: 'Encomenda de duzentos doces para a formatura da turma',
      amount: 1_340_000.5,
      isScheduled: true,
      transactionDate: day(2),
    },
    { description: 'Aluguel', amount: 999_999.99, type: 'expense', isScheduled: true, transactionDate: day(-3) },
  )
  await openForecast(page)
  await expect(overdue(page)).toBeVisible()
  await expectNoSidewaysScroll(page)
})
