import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { chooseInPalette, tabTo } from '../keys.js'
import { callApi, day, expectCached, formatDate, reais, record } from '../ledger.js'
import { openOverview, signInNewPerson, signInNewPersonAt } from '../people.js'
import { expect, test } from '../test.js'

const MONTHS = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro']
const year = Number(day().slice(0, 4))
const thisMonth = day().slice(0, 7)

/** The month that many months before this one. */
function monthsAgo(months: number): string {
  const [of, month] = thisMonth.split('-').map(Number)
  return new Date(Date.UTC(of!, month! - 1 - months, 1)).toISOString().slice(0, 7)
}

/** `outubro de 2026` */
function spokenMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}`
}

async function openMei(page: Page): Promise<void> {
  await page.goto('/dashboard/mei')
  await expect(page.getByRole('heading', { level: 1, name: 'MEI em dia' })).toBeAttached()
}

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const paper = (page: Page) => page.getByRole('article')
const left = (page: Page) => section(page, `Ainda cabem em ${year}`)

test('three answers make the measure, and a sale says how it counts', { tag: '@phone' }, async ({ page, request }) => {
  await test.step('the questions are reached from "Mais", and their answers show the limit', async () => {
    await signInNewPerson({ page, request })
    await record(
      page,
      { description: 'Encomendas', amount: 6_000, category: 'Vendas' },
      { description: 'Aporte', amount: 300, category: 'Aporte' },
    )
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    await page.getByRole('dialog', { name: 'Mais' }).getByRole('link', { name: 'MEI em dia' }).click()
    await expect(page.getByText('Quanto falta para o limite,')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Quando o MEI foi aberto').fill('2024-03-12')
    await page.getByText('Fabrico o que vendo').click()
    await page.getByText('Presto serviços').click()
    await page.getByRole('button', { name: 'Ver meu limite' }).click()
    await expect(left(page)).toContainText(reais('75.000,00'))
    await expect(left(page)).toContainText(`Já entraram ${reais('6.000,00')} do limite de ${reais('81.000,00')}.`)
    await expect
      .poll(() => callApi(page, 'GET', '/mei'))
      .toMatchObject({ mei: { openedOn: '2024-03-12', activities: ['industry', 'services'] } })
    await expectNoSidewaysScroll(page)
  })

  await test.step('what was left out opens its rows, and a transaction says that it counts', async () => {
    await page.getByRole('button', { name: 'Ver o que ficou de fora' }).click()
    await page
      .getByRole('dialog', { name: `Fora da receita de ${year}` })
      .getByRole('link', { name: /^Aporte/ })
      .click()
    const form = page.getByRole('dialog', { name: 'Editar transação' })
    await form.getByText('Para o MEI').click()
    await form.getByText('É receita do MEI', { exact: true }).click()
    await form.getByText('Com nota fiscal').click()
    await form.getByLabel('Atividade').selectOption('Serviços')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(form).toBeHidden()
    await openMei(page)
    await expect(left(page)).toContainText(reais('74.700,00'))
  })

  await test.step('the sheet has it in its field, also in the dark', async () => {
    await section(page, 'O que vem')
      .getByRole('link', { name: /^Ver a folha/ })
      .last()
      .click()
    await expect(paper(page).getByRole('row', { name: /^VIII / })).toContainText('300,00')
    await expect(paper(page).getByRole('row', { name: /^X / })).toContainText('6.300,00')
    await expect(page.getByRole('button', { name: 'Salvar como feito' })).toBeDisabled()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await preferDark(page)
    await page.reload()
    await expect(paper(page).getByRole('row', { name: /^X / })).toContainText('6.300,00')
    await expectAccessible(page)
  })
})

test(
  'the DAS is recognised, a sheet is marked as done, and a change since is said',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const last = monthsAgo(1)
    await test.step('payments that look like the DAS are confirmed at once, and lead to their transactions', async () => {
      await signInNewPerson({ page, request })
      await callApi(page, 'PUT', '/mei', { openedOn: '2024-03-12', activities: ['industry', 'services'] })
      await record(
        page,
        { description: 'Encomendas', amount: 7_047.4, category: 'Vendas', transactionDate: `${last}-10` },
        { description: 'Encomendas', amount: 6_480.1, category: 'Vendas', transactionDate: `${monthsAgo(3)}-10` },
      )
      for (const months of [2, 3]) {
        const { year: view } = await callApi<{ year: { das: { month: string; amount: number }[] } }>(
          page,
          'GET',
          `/mei/years/${monthsAgo(months).slice(0, 4)}`,
        )
        const amount = view.das.find(({ month }) => month === monthsAgo(months))!.amount
        await record(page, { description: 'Simples Nacional', amount, type: 'expense', transactionDate: `${monthsAgo(months - 1)}-15` })
      }
      await page.goto(`/dashboard/mei?ano=${monthsAgo(2).slice(0, 4)}`)
      await section(page, 'DAS').getByRole('button', { name: 'Conferir' }).click()
      await page
        .getByRole('dialog', { name: /parece/ })
        .getByRole('button', { name: /^Confirmar/ })
        .click()
      const paid = section(page, 'DAS').getByRole('link', { name: /^Paga em 15/ })
      await expect(paid.first()).toBeVisible()
      await expectAccessible(page)
      await paid.first().click()
      await expect(page.getByRole('dialog', { name: 'Editar transação' })).toContainText('DAS de')
    })

    await test.step('a month is marked as done, and says later what changed', async () => {
      await page.goto(`/dashboard/mei/relatorio?mes=${last}`)
      await expect(paper(page)).toContainText('7.047,40')
      await page.getByRole('button', { name: 'Salvar como feito' }).click()
      const done = section(page, 'Já feitos')
      await expect(done).toContainText(`Feito em ${formatDate(day())}: ${reais('7.047,40')}.`)
      await expect.poll(() => callApi(page, 'GET', '/mei/deliveries')).toMatchObject({ deliveries: [{ kind: 'monthly_report', of: last }] })
      await record(page, { description: 'Venda esquecida', amount: 60, category: 'Vendas', transactionDate: `${last}-11` })
      await page.reload()
      await expect(done).toContainText(`Depois mudou: agora é ${reais('7.107,40')}.`)
      await done.getByText('Ver o que mudou').click()
      await expect(done).toContainText(`indústria sem nota: de ${reais('7.047,40')} para ${reais('7.107,40')}`)
      await expectAccessible(page)
    })

    await test.step('a figure of the sheet opens its rows', async () => {
      await paper(page).getByRole('row', { name: /^IV / }).getByRole('button').click()
      const rows = page.getByRole('dialog', { name: /sem nota$/ })
      await expect(rows.getByRole('region', { name: spokenMonth(last) })).toContainText('Venda esquecida')
      await page.keyboard.press('Escape')
    })

    await test.step('on paper there is the sheet alone', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
      await expect(paper(page)).toBeVisible()
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      await page.emulateMedia({ media: null })
      await page.goto(`/dashboard/mei/dasn?ano=${last.slice(0, 4)}`)
      await expect(paper(page)).toContainText('Receita bruta total')
      await page.emulateMedia({ media: 'print' })
      const declaration = (await page.pdf({ format: 'A4' })).toString('latin1')
      expect(declaration.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      await page.emulateMedia({ media: null })
    })
  },
)

test(
  'everything works by keyboard: set up, a row of a figure, a change, and a report that is done',
  { tag: ['@keyboard', '@long'] },
  async ({ page, request }) => {
    await signInNewPerson({ page, request })
    await record(page, { description: 'Aula', amount: 1_000, category: 'Serviços' })
    await openOverview(page)
    await chooseInPalette(page, 'MEI em dia')
    await tabTo(page, page.getByLabel('Quando o MEI foi aberto'))
    await page.keyboard.type('12032024')
    await tabTo(page, page.getByRole('checkbox', { name: /^Presto serviços/ }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(left(page)).toContainText(reais('80.000,00'))

    const rows = page.getByRole('button', { name: 'Ver a única' })
    await tabTo(page, rows)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: `Receita de ${year}` }).getByRole('link', { name: /^Aula/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows).toBeFocused()

    const change = page.getByRole('button', { name: 'Mudar o que conta' })
    await tabTo(page, change)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Dados do MEI' })
    await tabTo(page, sheet.getByRole('group', { name: 'Tem empregado' }).getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(change).toBeFocused()
    await expect.poll(() => callApi(page, 'GET', '/mei')).toMatchObject({ mei: { hasEmployee: true } })

    await page.goto(`/dashboard/mei/relatorio?mes=${monthsAgo(1)}`)
    await expect(paper(page)).toContainText(spokenMonth(monthsAgo(1)))
    await tabTo(page, page.getByRole('button', { name: 'Salvar como feito' }))
    await page.keyboard.press('Enter')
    await expect(section(page, 'Já feitos')).toContainText(`Feito em ${formatDate(day())}: ${reais('0,00')}.`)
  },
)

test('the panel is read without a connection', { tag: '@desktop' }, async ({ page, app, request }) => {
  const way = await CuttableConnection.to(app.url)
  try {
    await signInNewPersonAt(way.url, { page, request })
    await callApi(page, 'PUT', '/mei', { openedOn: '2024-03-12', activities: ['services'] })
    await record(page, { description: 'Aula', amount: 1_000, category: 'Serviços' })
    await page.goto(`${way.url}/dashboard/mei`)
    await expect(left(page)).toContainText(reais('80.000,00'))
    await expectCached(page, 'mei profile', '2024-03-12')
    await expectCached(page, `mei year ${year}`, '100000')
    way.isCut = true
    await page.reload()
    await expect(left(page)).toContainText(reais('80.000,00'))
    await expect(section(page, 'DAS')).toContainText('Como se calcula')
  } finally {
    await way.close()
  }
})
