import type { Page } from '@playwright/test'
import { expectAccessible, preferDark } from '../../accessibility.js'
import { CuttableConnection } from '../../cuttable-connection.js'
import { askToDelete, callApi, day, edit, expectCached, NBSP, rowOf, statusMessage, formatDate } from '../../ledger.js'
import { signInNewPerson, signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { openNew } from './transactions-page.js'

interface PendingRow {
  id: string
  description: string
  amount: number
  date: string
  instalment: { number: number; of: number } | null
}

const SCREEN = '/dashboard/transactions/recorrentes'
const rent = { kind: 'recurring', type: 'expense', description: 'Aluguel', category: 'Aluguel', amount: 900, every: 'week' }
const repeat = (page: Page, about: object = {}) => callApi(page, 'POST', '/recurrences', { ...rent, start: day(1), ...about })
const listed = async (page: Page) =>
  (await callApi<{ transactions: PendingRow[] }>(page, 'GET', '/transactions?limit=500')).transactions.toSorted((one, other) =>
    one.date < other.date ? -1 : 1,
  )
const amounts = async (page: Page) => (await listed(page)).map(({ amount }) => amount)
const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

/** Unfolds the list: only the nearest occurrence is shown. */
async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard/transactions')
  await expect(rowOf(page, 'Aluguel').first()).toBeVisible()
}

test.describe('with a connection', () => {
  test.beforeEach(signInNewPerson)

  test('a purchase in instalments is entered once, previewed part by part, and recorded as so many', async ({ page }) => {
    await page.goto('/dashboard/transactions')
    const sheet = await openNew(page)
    await sheet.getByText('Despesa', { exact: true }).click()
    await sheet.getByLabel('Valor').fill('100')
    await sheet.getByLabel('Descrição').fill('Vitrine')
    await sheet.getByText('Parcelado', { exact: true }).click()
    await expect(sheet.getByText('Primeira parcela')).toBeVisible()
    await expect(sheet.getByLabel('Valor total')).toHaveValue('100,00')
    await expect(sheet.getByRole('checkbox', { name: 'Agendar' })).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Uma parcela a mais' }).click()
    await expect(sheet.getByText('3 × R$ 33,34, 33,33, 33,33')).toBeVisible()
    await expect(sheet.getByRole('list').last().getByRole('listitem')).toHaveCount(3)
    await sheet.getByRole('button', { name: 'Salvar 3 parcelas' }).click()
    await expect(statusMessage(page, '3 parcelas lançadas')).toBeVisible()
    await expect(rowOf(page, 'Vitrine').filter({ hasText: '1/3' })).toBeVisible()
    await expect
      .poll(async () => (await listed(page)).map(({ amount, instalment }) => `${instalment?.number} ${amount}`))
      .toEqual(['1 33.34', '2 33.33', '3 33.33'])
  })

  test('of a loan that is half paid only the rest is recorded', { tag: ['@desktop', '@long'] }, async ({ page }) => {
    await page.goto('/dashboard/transactions')
    const sheet = await openNew(page)
    await sheet.getByLabel('Valor').fill('4800')
    await sheet.getByLabel('Descrição').fill('Moto')
    await sheet.getByText('Parcelado', { exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Parcelas' }).fill('48')
    await sheet.getByRole('textbox', { name: 'Já pagas' }).fill('24')
    await expect(sheet.getByText('Próxima parcela')).toBeVisible()
    await sheet.getByRole('button', { name: 'Salvar 24 parcelas' }).click()
    await expect(rowOf(page, 'Moto').filter({ hasText: '25/48' })).toBeVisible()
    await expect
      .poll(async () => (await listed(page)).map(({ instalment }) => instalment?.number))
      .toEqual(Array.from({ length: 24 }, (_, at) => 25 + at))
  })

  test('a total below one centavo an instalment is refused at its field', { tag: ['@desktop', '@long'] }, async ({ page }) => {
    await page.goto('/dashboard/transactions')
    const sheet = await openNew(page)
    await sheet.getByLabel('Valor').fill('0,01')
    await sheet.getByLabel('Descrição').fill('Bala')
    await sheet.getByText('Parcelado', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Salvar 2 parcelas' }).click()
    await expect(sheet.getByText('Cada parcela precisa de pelo menos um centavo.')).toBeVisible()
    expect(await listed(page)).toEqual([])
  })

  test('a change asks whether it applies to the next ones, and so does a deletion', async ({ page }) => {
    await repeat(page)
    await openList(page)
    const sheet = await edit(page, 'Aluguel')
    await sheet.getByLabel('Valor').fill('950')
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    const question = page.getByRole('dialog', { name: 'Mudar só esta?' })
    await expect(question).toContainText('Aluguel se repete toda semana. Você mudou o valor:')
    await expect(question).toContainText(`-R$${NBSP}900,00`)
    await expect(question.getByRole('radio', { name: /^Esta e as próximas/ })).toBeChecked()
    await expect(question).toContainText('já há 6 lançadas')
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(sheet.getByLabel('Valor')).toHaveValue('950,00')
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await question.getByRole('radio', { name: /^Só esta/ }).check()
    await question.getByRole('button', { name: 'Salvar a mudança' }).click()
    await expect(sheet).toBeHidden()
    await expect.poll(() => amounts(page)).toEqual([950, 900, 900, 900, 900, 900, 900])

    const deletion = await askToDelete(page, 'Aluguel')
    await expect(deletion.getByRole('radio', { name: /^Só esta/ })).toBeChecked()
    await deletion.getByRole('radio', { name: /^Esta e as próximas/ }).check()
    await deletion.getByRole('button', { name: 'Excluir' }).click()
    await expect(statusMessage(page, 'Não se repete mais')).toBeVisible()
    await expect.poll(() => listed(page)).toEqual([])
  })

  test('another date asks too, and can move the next ones along', { tag: ['@desktop', '@long'] }, async ({ page }) => {
    await repeat(page)
    await openList(page)
    const sheet = await edit(page, 'Aluguel')
    await sheet.getByText('Outra data', { exact: true }).click()
    await sheet.getByLabel('Dia').fill(formatDate(day(3)))
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    const question = page.getByRole('dialog', { name: 'Mudar só esta?' })
    await expect(question).toContainText('Você mudou a data:')
    await expect(question.getByRole('radio', { name: /^Só esta/ })).toBeChecked()
    await question.getByRole('radio', { name: /^Esta e as próximas/ }).check()
    await question.getByRole('button', { name: 'Salvar a mudança' }).click()
    await expect(statusMessage(page, 'Mudança salva nesta e nas próximas')).toBeVisible()
    const weekly = Array.from({ length: 7 }, (_, at) => day(3 + 7 * at))
    await expect.poll(async () => (await listed(page)).map(({ date }) => date)).toEqual(weekly)
    await expect(rowOf(page, 'Aluguel')).toHaveCount(weekly.length)
  })

  test('a change of a settled occurrence asks nothing', { tag: ['@desktop', '@long'] }, async ({ page }) => {
    await repeat(page)
    const [first] = await listed(page)
    await callApi(page, 'PUT', `/transactions/${first?.id}`, { isConfirmed: true, isReceived: true })
    await openList(page)
    await page.getByRole('button', { name: /^Ver as/ }).click()
    const sheets = page.getByRole('dialog', { name: 'Editar transação' })
    // The settled one is dated tomorrow: it is the last in the list.
    await page.getByRole('button', { name: 'Editar Aluguel', exact: true }).last().click()
    await sheets.getByLabel('Valor').fill('901')
    await sheets.getByRole('button', { name: 'Salvar' }).click()
    await expect(sheets).toBeHidden()
    await expect.poll(() => amounts(page)).toContain(901)
    expect(await amounts(page)).toContain(900)
  })

  test('the list shows the next occurrence and the monthly amount; one is changed, paused and resumed', async ({ page }) => {
    await page.goto(SCREEN)
    await expect(page.getByRole('heading', { name: 'Nada se repete ainda' })).toBeVisible()
    await repeat(page)
    await repeat(page, { description: 'Café da Praça', category: 'Vendas', type: 'income', amount: 100, every: 'month', start: day(5) })
    await page.reload()
    const figure = page.getByRole('region', { name: 'Por mês' })
    await expect(figure).toContainText(`R$${NBSP}3.900,00 de contas fixas`)
    await expect(figure).toContainText(`R$${NBSP}100,00 que entram`)
    await expect(row(page, 'Aluguel')).toContainText('Toda semana')

    await page.getByRole('button', { name: 'Editar Aluguel' }).click()
    const sheet = page.getByRole('dialog', { name: 'Editar o que se repete' })
    await sheet.getByLabel('Valor').fill('1000')
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expect(statusMessage(page, 'Mudança salva nesta e nas próximas')).toBeVisible()
    await expect(row(page, 'Aluguel')).toContainText(`-R$${NBSP}1.000,00`)
    await expect.poll(async () => (await amounts(page)).filter((amount) => amount === 1000).length).toBe(7)

    await page.getByRole('button', { name: 'Editar Aluguel' }).click()
    await sheet.getByRole('button', { name: 'Pausar' }).click()
    await page.getByRole('dialog', { name: 'Pausar Aluguel' }).getByRole('button', { name: 'Pausar' }).click()
    await expect(page.getByRole('region', { name: 'Pausadas' })).toContainText('Aluguel')
    await expect.poll(async () => (await listed(page)).map(({ description }) => description)).not.toContain('Aluguel')
    await page.getByRole('button', { name: 'Retomar Aluguel' }).click()
    await expect(page.getByRole('region', { name: 'Pausadas' })).toHaveCount(0)
    await expect.poll(async () => (await listed(page)).filter(({ description }) => description === 'Aluguel').length).toBe(7)
  })

  test('the list shows the end of a recurrence, on the phone too', { tag: '@long' }, async ({ page }) => {
    await repeat(page, { until: day(100) })
    await repeat(page, { description: 'Internet', every: 'month' })
    await page.goto(SCREEN)
    await expect(row(page, 'Aluguel').getByText(formatDate(day(100)))).toBeVisible()
    await expect(row(page, 'Internet').getByText('sem fim')).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`the list, its form and the questions are accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
      if (theme === 'dark') await preferDark(page)
      await repeat(page)
      await repeat(page, { kind: 'instalments', count: 3, every: 'month', description: 'Vitrine' })
      await page.goto(SCREEN)
      await expect(row(page, 'Vitrine')).toContainText('1/3')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Editar Aluguel' }).click()
      await expect(page.getByRole('dialog', { name: 'Editar o que se repete' }).getByLabel('Valor')).toBeVisible()
      await expectAccessible(page)
      await openList(page)
      await (await askToDelete(page, 'Aluguel')).getByRole('radio', { name: /^Só esta/ }).focus()
      await expectAccessible(page)
    })
  }
})

test(
  'a recurrence made offline is visible at once, can be changed and paused, and is sent later',
  { tag: '@long' },
  async ({ page, app, request }) => {
    test.setTimeout(120_000)
    const way = await CuttableConnection.to(app.url)
    try {
      await signInNewPersonAt(way.url, { page, request })
      await page.goto(`${way.url}${SCREEN}`)
      await expect(page.getByRole('heading', { name: 'Nada se repete ainda' })).toBeVisible()
      await page.goto(`${way.url}/dashboard/transactions`)
      await expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
      await expectCached(page, 'transaction list', 'nextCursor')
      await expectCached(page, 'recurrence list', '"data":[]')
      way.isCut = true
      const sheet = await openNew(page)
      await sheet.getByText('Despesa', { exact: true }).click()
      await sheet.getByLabel('Valor').fill('900')
      await sheet.getByLabel('Descrição').fill('Aluguel')
      await sheet.getByText('Toda semana', { exact: true }).click()
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(rowOf(page, 'Aluguel').first()).toBeVisible()
      await page.goto(`${way.url}${SCREEN}`)
      await page.getByRole('button', { name: 'Editar Aluguel' }).click()
      const form = page.getByRole('dialog', { name: 'Editar o que se repete' })
      await form.getByLabel('Descrição').fill('Aluguel do ponto')
      await form.getByRole('button', { name: 'Salvar' }).click()
      await expect(row(page, 'Aluguel do ponto')).toBeVisible()
      await page.goto(`${way.url}/dashboard/transactions`)
      await expect(rowOf(page, 'Aluguel do ponto').first()).toBeVisible()
      way.isCut = false
      const stored = async () => {
        const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
        const answer = await request.get(`${app.url}/api/transactions`, { headers: { Authorization: `Bearer ${token}` } })
        return ((await answer.json()) as { transactions: PendingRow[] }).transactions.map(({ description }) => description)
      }
      await expect.poll(stored, { timeout: 30_000 }).toEqual(Array.from({ length: 7 }, () => 'Aluguel do ponto'))
    } finally {
      await way.close()
    }
  },
)
