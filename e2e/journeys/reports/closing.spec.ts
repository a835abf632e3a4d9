import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../../accessibility.js'
import { CuttableConnection } from '../../cuttable-connection.js'
import { askToDelete, callApi, edit, expectCached, formatDate, onPhone, reais, record, rowOf, statusMessage } from '../../ledger.js'
import { signInNewPerson, signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { openNew } from '../transactions/transactions-page.js'
import { band, fullName, month, name, ofMonth, part, refusal } from './closing-page.js'

async function recordMonth(page: Page): Promise<void> {
  await record(
    page,
    { description: 'Encomendas', amount: 700, category: 'Vendas', transactionDate: `${month}-10` },
    { description: 'Moinho Central', amount: 300, type: 'expense', category: 'Fornecedores', transactionDate: `${month}-11` },
    { description: 'Feira', amount: 40, type: 'expense', transactionDate: `${month}-12` },
    { description: 'Sinal da festa', amount: 120, category: 'Vendas', transactionDate: `${month}-13`, isScheduled: true },
  )
}

for (const device of ['@desktop', '@phone']) {
  test(
    `a month is closed, holds what is in it, and is reopened with a reason ${device}`,
    { tag: device === '@phone' ? ['@phone', '@long'] : device },
    async ({ page, request }) => {
      test.setTimeout(120_000)
      await signInNewPerson({ page, request })
      await recordMonth(page)

      await test.step('Relatórios leads to the proof and to what is still open', async () => {
        await page.goto('/dashboard/reports')
        await page.getByRole('link', { name: `Fechar ${name}` }).click()
        await expect(part(page, 'A prova')).toContainText(`entrou ${reais('700,00')}`)
        await expect(part(page, 'A prova')).toContainText(`saiu -${reais('340,00')}`)
        const checks = part(page, 'Antes de fechar')
        await expect(checks).toContainText('1 a confirmar')
        await expect(checks).toContainText('1 sem categoria')
        await expect(checks).toContainText('Nenhuma impede.')
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })

      await test.step('it closes anyway, and shows what it was closed with', async () => {
        await page.getByRole('button', { name: `Fechar ${name} assim` }).click()
        await expect(band(page)).toContainText('O que é deste mês não muda.')
        await expect(part(page, 'Quanto')).toContainText(`sobrou ${reais('360,00')}`)
        await expect(part(page, 'O fechamento')).toContainText('3 transações.')
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await preferDark(page)
        await expectAccessible(page)
      })

      await test.step('its rows have no ticks and no fields, and the form says why at the field', async () => {
        await page.goto(ofMonth)
        await expect(band(page)).toBeVisible()
        const row = rowOf(page, 'Moinho Central')
        await expect(row.getByRole('checkbox')).toHaveCount(0)
        await expect(row.getByRole('button', { name: /Data de|Mais ações|Excluir/ })).toHaveCount(0)
        if (onPhone(page)) await row.getByRole('button', { name: 'Editar Moinho Central' }).click()
        else await row.getByText('Moinho Central').click()
        const sheet = page.getByRole('dialog', { name: 'Editar transação' })
        await sheet.getByLabel('Valor').fill('310,00')
        await sheet.getByRole('button', { name: 'Salvar' }).click()
        await expect(sheet.getByText(refusal).first()).toBeVisible()
        await sheet.getByLabel('Valor').fill('300,00')
        await sheet.getByLabel('Observação').fill('Duas notas')
        await sheet.getByRole('button', { name: 'Salvar' }).click()
        await expect(sheet).toBeHidden()
        await expect(rowOf(page, 'Moinho Central')).toContainText('com observação')
        await expectNoSidewaysScroll(page)
      })

      await test.step('reopening asks for a reason, and the next closing says what changed', async () => {
        await band(page).getByRole('link', { name: 'Reabrir' }).click()
        const sheet = page.getByRole('dialog', { name: `Reabrir ${name}?` })
        await expectAccessible(page)
        await sheet.getByRole('button', { name: `Reabrir ${name}` }).click()
        await expect(sheet.getByText('Diga por que vai reabrir')).toBeVisible()
        await sheet.getByLabel('Motivo').fill('Faltou a nota da feira')
        await sheet.getByRole('button', { name: `Reabrir ${name}` }).click()
        await expect(part(page, 'Antes de fechar')).toBeVisible()
        await page.goto(ofMonth)
        const form = await edit(page, 'Feira')
        await form.getByLabel('Valor').fill('55,00')
        await form.getByRole('button', { name: 'Salvar' }).click()
        await expect(form).toBeHidden()
        await expect.poll(() => callApi(page, 'GET', `/transactions/summary?month=${month}`)).toMatchObject({ summary: { expense: 355 } })
        await page.goto(`/dashboard/reports/fechar?mes=${month}`)
        await page.getByRole('button', { name: `Fechar ${name} assim` }).click()
        const history = part(page, 'O fechamento')
        await expect(history).toContainText(`Mudou desde o último fechamento: Feira, de ${reais('40,00')} para ${reais('55,00')}.`)
        await expect(history).toContainText('“Faltou a nota da feira”')
      })

      await test.step('the package is one file of the device, with the month in it', async () => {
        // Without the dialog of the browser, which a test cannot answer.
        await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
        await page.getByRole('button', { name: 'Baixar o pacote' }).click()
        const sheet = page.getByRole('dialog', { name: `Pacote de ${name}` })
        await expectAccessible(page)
        const [download] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Fazer o pacote' }).click()])
        expect(download.suggestedFilename()).toBe(`prumo-${month}.zip`)
        const archive = (await readFile(await download.path())).toString('latin1')
        for (const file of ['transacoes.csv', 'transacoes.xlsx', 'relatorio.html', 'prova.json']) expect(archive).toContain(file)
        expect(archive).toContain('Moinho Central')
        await expect(sheet).toBeHidden()
        await page.goto('/dashboard/activity')
        await expect(page.getByRole('main')).toContainText(`reabriu ${fullName}`)
      })
    },
  )

  test(
    `what a device changed while it was offline stands in Revisar ${device}`,
    { tag: device === '@desktop' ? ['@desktop', '@long'] : device },
    async ({ page, app, request }) => {
      test.setTimeout(150_000)
      const way = await CuttableConnection.to(app.url)
      try {
        await signInNewPersonAt(way.url, { page, request })
        await recordMonth(page)
        await page.goto(`${way.url}${ofMonth}`)
        await expect(rowOf(page, 'Feira')).toBeVisible()
        await expectCached(page, 'month list', month)
        const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
        const elsewhere = async (method: 'GET' | 'POST', path: string, data?: object) => {
          const answer = await request.fetch(`${app.url}/api${path}`, {
            method,
            headers: { Authorization: `Bearer ${token}` },
            ...(data && { data }),
          })
          await expect(answer).toBeOK()
          return answer.json()
        }

        way.isCut = true
        expect(await elsewhere('POST', `/months/${month}/close`, {})).toMatchObject({ month: { state: 'closed' } })
        // This device does not know it yet.
        const sheet = await openNew(page)
        await sheet.getByLabel('Valor').fill('15,00')
        await sheet.getByLabel('Descrição').fill('Gás')
        await sheet.getByText('Outra data').click()
        await sheet.getByLabel('Dia', { exact: true }).fill(onPhone(page) ? `${month}-20` : formatDate(`${month}-20`))
        await sheet.getByRole('button', { name: 'Salvar' }).click()
        await expect(sheet).toBeHidden()
        const form = await edit(page, 'Moinho Central')
        await form.getByLabel('Valor').fill('301,00')
        await form.getByRole('button', { name: 'Salvar' }).click()
        await expect(form).toBeHidden()
        await (await askToDelete(page, 'Feira')).getByRole('button', { name: 'Excluir' }).click()
        // The device has what it shows; a page that is left earlier may lose it.
        await expect(rowOf(page, 'Feira')).toHaveCount(0)
        await page.goto(`${way.url}/dashboard/review`)

        way.isCut = false
        const entries = page.getByRole('main').getByRole('listitem')
        await expect(entries.filter({ hasText: refusal })).toHaveCount(3, { timeout: 30_000 })
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        expect(await elsewhere('GET', `/transactions/summary?month=${month}`)).toMatchObject({ summary: { expense: 340, count: 3 } })

        // Reopened, all of it goes in: nothing that was typed is lost.
        await entries.filter({ hasText: 'Feira' }).getByRole('link', { name: 'Ver o mês' }).click()
        await band(page).getByRole('button', { name: 'Reabrir' }).click()
        await page.getByLabel('Motivo').fill('Faltaram três lançamentos')
        await page.getByRole('button', { name: `Reabrir ${name}` }).click()
        await expect(part(page, 'Antes de fechar')).toBeVisible()
        await page.goto(`${way.url}/dashboard/review`)
        await page.getByRole('button', { name: 'Tentar de novo Feira' }).click()
        await page.getByRole('button', { name: 'Corrigir Moinho Central' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
        // The form closes before the device has its change.
        await expect(statusMessage(page, 'Alteração salva')).toBeVisible()
        await page.goto(`${way.url}/dashboard/review`)
        await page.getByRole('button', { name: 'Corrigir Gás' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect
          .poll(() => elsewhere('GET', `/transactions/summary?month=${month}`), { timeout: 30_000 })
          .toMatchObject({ summary: { income: 715, expense: 301, count: 3 } })
      } finally {
        await way.close()
      }
    },
  )
}
