import { day, reais, record, statusMessage } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { figure, openFund, fundStatus, readFund, target, withFund } from './emergency-fund-page.js'

test.beforeEach(signInNewPerson)

test('the target is set in months, by an average entered or measured', { tag: '@desktop' }, async ({ page, app, request }) => {
  await test.step('the target is months times the average, and is stored', async () => {
    await openFund(page)
    await target(page).getByRole('button', { name: 'Salvar meta' }).click()
    await expect(statusMessage(page, 'Meta da reserva salva')).toBeVisible()
    await expect(fundStatus(page)).toContainText(`0% da meta de ${reais('9.000,00')}, 3 meses de despesas.`)

    await target(page).getByText('6', { exact: true }).click()
    await target(page).getByLabel('Média de despesas por mês').fill('4500,5')
    await target(page).getByLabel('Média de despesas por mês').blur()
    await expect(target(page)).toContainText(`6 meses × ${reais('4.500,50')} = ${reais('27.003,00')}`)
    const elsewhere = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Transações' })
    await elsewhere.click()
    await expect(page).toHaveURL(/\/dashboard\/transactions$/)
    await page.goBack()
    await target(page).getByRole('button', { name: 'Continuar de onde parou' }).click()
    await target(page).getByRole('button', { name: 'Salvar meta' }).click()
    await expect(figure(page, 'Falta Guardar')).toHaveText(reais('27.003,00'))
    await expect
      .poll(async () => await readFund(page))
      .toMatchObject({ targetMonths: 6, monthlyExpenseAverage: 4500.5, currentAmount: 0, targetAmount: 27_003 })

    await page.reload()
    await expect(target(page).getByRole('radio', { name: '6' })).toBeChecked()
    await expect(target(page).getByLabel('Média de despesas por mês')).toHaveValue('4.500,50')
  })

  await test.step('an average that is not a number becomes zero, visibly, and shows no date', async () => {
    await withFund(page, 100)
    const average = target(page).getByLabel('Média de despesas por mês')
    await average.fill('três mil')
    await average.blur()
    await expect(average).toHaveValue('0,00')
    await expect(statusMessage(page, `Sem um valor válido, a média fica em ${reais('0,00')}.`)).toBeVisible()
    await average.fill('')
    await average.press('Enter')
    await expect(average).toHaveValue('0,00')
    await expect(figure(page, 'Tempo Estimado')).toHaveText('—')
    await expect(fundStatus(page)).toContainText('Informe quanto custa um mês para ter uma meta.')
    await expect.poll(async () => (await readFund(page))?.monthlyExpenseAverage).toBe(0)
  })

  await test.step('an expense recorded elsewhere moves the target of the fund', async () => {
    await openOverview(page)
    await withFund(page, 0, { targetMonths: 3, monthlyExpenseAverage: 1000 })
    await expect(figure(page, 'Falta Guardar')).toHaveText(reais('3.000,00'))
    await record(page, { description: 'Aluguel', amount: 6000, type: 'expense' })
    await page.goBack()
    await page.goForward()
    await expect(figure(page, 'Falta Guardar')).toHaveText(reais('6.000,00'))
    await expect(figure(page, 'Tempo Estimado')).toHaveText('15 meses')
  })

  await test.step('measured expenses take precedence over the entered average', async () => {
    await signInNewPerson({ page, request, app })

    await record(
      page,
      { description: 'Aluguel', amount: 4680.6, type: 'expense' },
      { description: 'Farinha', amount: 4680.6, type: 'expense', transactionDate: day(-40) },
    )
    await withFund(page, 0, { monthlyExpenseAverage: 1000 })
    await expect(fundStatus(page)).toContainText(
      `A conta usa a média de despesas dos últimos 3 meses, ${reais('3.120,40')} por mês. Só houve despesas em 2 deles`,
    )
    await expect(target(page)).toContainText(`3 meses × ${reais('3.120,40')} = ${reais('9.361,20')}`)
    await expect(figure(page, 'Falta Guardar')).toHaveText(reais('9.361,20'))
    await expect(target(page).getByLabel('Média informada')).toHaveValue('1.000,00')
    await expect(target(page)).toContainText('Este valor só vale se não houver despesas em 3 meses.')
  })
})
