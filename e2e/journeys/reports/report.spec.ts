import { callApi, day, reais, record } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { choosePeriod, monthName, monthsAgo, openReports, part } from './reports-page.js'

test.beforeEach(signInNewPerson)

/** Reais, escaped for a pattern. */
const inPattern = (text: string) => reais(text).replace('$', '\\$')

test(
  'the report answers how much, when, where and what it means; and each number links to its rows',
  { tag: '@phone' },
  async ({ page }) => {
    await record(
      page,
      { description: 'Bolos', amount: 1000, category: 'Vendas', transactionDate: monthsAgo(1) },
      { description: 'Farinha', amount: 1500.5, type: 'expense', category: 'Fornecedores', transactionDate: monthsAgo(1) },
      { description: 'Festa', amount: 2000.25, category: 'Vendas' },
      { description: 'Anúncio', amount: 120, type: 'expense' },
      { description: 'Ainda não', amount: 999, isScheduled: true },
    )
    await callApi(page, 'POST', '/goals', {
      title: 'Forno',
      targetAmount: 10,
      currentAmount: 10,
      deadline: monthsAgo(0),
      category: 'Outros',
    })
    await openOverview(page)
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    await page.getByRole('link', { name: 'Relatórios' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Relatórios' })).toBeFocused()

    await expect(part(page, 'Quanto').getByRole('listitem')).toHaveText([
      /4 transações em 3 meses/,
      new RegExp(`Entrou ${inPattern('3.000,25')}`),
      new RegExp(`Saiu ${inPattern('1.620,50')}`),
      new RegExp(`Sobrou ${inPattern('1.379,75')}`),
    ])
    await expect(part(page, 'Quando').getByRole('img')).toHaveAttribute(
      'aria-label',
      new RegExp(`Em ${monthName(monthsAgo(1))}.*, faltou ${inPattern('500,50')}`),
    )
    await part(page, 'Quando')
      .getByRole('button', { name: /Ver como tabela/ })
      .click()
    await expect(part(page, 'Quando').getByRole('row').last()).toContainText(reais('1.880,25'))
    await expect(part(page, 'Saldo acumulado').getByRole('img', { name: 'Saldo acumulado desde' })).toHaveAttribute(
      'aria-label',
      new RegExp(inPattern('1.379,75')),
    )
    await part(page, 'Saldo acumulado')
      .getByRole('button', { name: /Ver como tabela/ })
      .click()
    await expect(part(page, 'Saldo acumulado').getByRole('row').last()).toContainText(reais('1.379,75'))
    await expect(part(page, 'O que isso diz').getByRole('listitem')).toContainText([
      /A receita subiu 100,0%/,
      new RegExp(`No total de 3 meses, sobrou dinheiro\\. Em ${monthName(monthsAgo(1))} faltaram ${inPattern('500,50')}`),
      /Você concluiu 1 de 1 meta, 100,0%/,
    ])
    await expect(part(page, 'O que isso diz')).toContainText('O maior gasto foi com Fornecedores.')

    await expect(part(page, 'Onde').getByRole('listitem')).toHaveText([/Vendas 100,0%/, /Fornecedores 92,6%/, /Sem categoria 7,4%/])
    await part(page, 'Onde').getByRole('link', { name: 'Sem categoria' }).click()
    await expect(page).toHaveURL(/tipo=despesas&categoria=&de=.*&ate=/)
    await expect(page.getByText('1 transação', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Anúncio')
  },
)

test('a report says first what changed most, and what came once', { tag: '@phone' }, async ({ page }) => {
  const expense = { type: 'expense' as const, category: 'Fornecedores', description: 'Moinho Central' }
  await record(
    page,
    ...[5, 4, 3].map((months) => ({ ...expense, amount: 100, transactionDate: monthsAgo(months).slice(0, 8) + '01' })),
    ...[2, 1, 0].map((months) => ({ ...expense, amount: 200, transactionDate: monthsAgo(months).slice(0, 8) + '01' })),
    { type: 'expense', category: 'Fornecedores', description: 'Batedeira', amount: 512, transactionDate: monthsAgo(1).slice(0, 8) + '01' },
    { description: 'Bolo', amount: 90, category: 'Vendas', transactionDate: monthsAgo(4).slice(0, 8) + '01' },
  )
  await openReports(page)
  const changes = part(page, 'O que mudou')
  await expect(changes.getByRole('listitem')).toContainText([
    new RegExp(`Fornecedores: ${inPattern('812,00')} a mais que em .*Inclui Batedeira, de 01/\\d\\d: ${inPattern('512,00')}, uma vez só`),
    new RegExp(`Vendas: ${inPattern('90,00')} a menos`),
  ])
  await expect(page.getByRole('region').first()).toHaveAccessibleName('O que mudou')
  await changes.getByRole('link', { name: 'Fornecedores' }).click()
  await expect(page.getByText('4 transações', { exact: true })).toBeVisible()
})

test('an empty report leads to a transaction, and the period is in the address', { tag: '@desktop' }, async ({ page }) => {
  await test.step('an empty report has one action', async () => {
    await openReports(page)
    await expect(page.getByRole('heading', { name: 'Nada entrou nem saiu neste período' })).toBeVisible()
    await page.getByRole('link', { name: 'Lançar uma transação' }).click()
    await expect(page.getByRole('dialog', { name: 'Nova Transação' })).toBeVisible()

    await record(page, { description: 'Bolo', amount: 10, transactionDate: day(-200) })
    await openReports(page)
    await page.getByRole('button', { name: 'Ver 1 ano' }).click()
    await expect(part(page, 'Quanto')).toContainText('transação em 1 ano')
  })

  await test.step('the period is in the address, and a single month is not compared', async () => {
    await record(page, { description: 'Antes', amount: 50, transactionDate: monthsAgo(4) }, { description: 'Agora', amount: 10 })
    await openReports(page)
    await expect(part(page, 'Quanto')).toContainText('transação em 3 meses')
    await expect(part(page, 'Quando')).toContainText('com um mês ainda não há o que comparar')
    await choosePeriod(page, '6 meses')
    await expect(page).toHaveURL(/periodo=6months$/)
    await expect(part(page, 'Quanto')).toContainText('transações em 6 meses')
    await page.reload()
    await expect(part(page, 'Quanto')).toContainText('transações em 6 meses')
    await choosePeriod(page, '1 mês')
    await expect(part(page, 'Quando')).toContainText('Um mês só não se compara com nada.')
    await expect(part(page, 'Saldo acumulado')).toHaveCount(0)
    await page.goBack()
    await expect(part(page, 'Quanto')).toContainText('transações em 6 meses')
  })
})

test(
  'what another device records changes figures and texts without a reload',
  { tag: ['@desktop', '@long'] },
  async ({ page }, { annotations }) => {
    await record(page, { description: 'Bolo', amount: 10 })
    await openReports(page)
    await expect(part(page, 'O que isso diz')).toContainText('por dia, em média.')
    const days = Number(day().slice(8))
    const daily = (sum: number) =>
      reais(new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum / days))
    const delays: number[] = []
    for (const [amount, sum] of [
      [200, 210],
      [300, 510],
      [400, 910],
    ] as const) {
      await record(page, { description: 'Torta', amount })
      const since = Date.now()
      await expect(part(page, 'O que isso diz')).toContainText(`${daily(sum)} por dia`)
      delays.push(Date.now() - since)
      await expect(part(page, 'O que isso diz')).not.toContainText('Atualizando…')
    }
    annotations.push({ type: 'delay', description: `${delays.join(', ')} ms from the answered command to the words on the screen` })
    process.stdout.write(`insights on screen after ${delays.join(', ')} ms\n`)
    expect(Math.max(...delays)).toBeLessThan(10_000)
  },
)

test('the report is reached and used by keyboard', { tag: '@keyboard' }, async ({ page }) => {
  await record(page, { description: 'Bolo', amount: 10, category: 'Vendas' })
  await openOverview(page)
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { level: 1, name: 'Relatórios' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: '3 meses' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/periodo=6months$/)
  await expect(page.getByRole('radio', { name: '6 meses' })).toBeFocused()
  await expect(part(page, 'Quanto')).toContainText('em 6 meses')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Fechar / })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(part(page, 'Quando').getByRole('table')).toBeVisible()
  await part(page, 'O que isso diz').getByRole('button', { name: 'Exportar' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Arquivo JSON' }).focus()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^prumo-relatorio-\d{4}-\d\d-\d\d\.json$/)
})
