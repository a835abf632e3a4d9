import { reais } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { figure, openFund, fundStatus, readFund, target, withFund } from './emergency-fund-page.js'

test.beforeEach(signInNewPerson)

test('an account without a fund sees a first target, what it takes, and one action', { tag: '@phone' }, async ({ page }) => {
  await openFund(page)
  await expect(page).toHaveTitle('Reserva de Emergência · Prumo')
  await expect(fundStatus(page)).toContainText('Vamos começar')
  await expect(fundStatus(page)).toContainText(
    `Enquanto você não define a meta, ela é de ${reais('10.000,00')}. Com o primeiro valor guardado, passa a ${reais('9.000,00')}`,
  )
  await expect(fundStatus(page)).toContainText(reais('0,00'))
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('10.000,00'))
  await expect(figure(page, 'Tempo Estimado')).toHaveText('17 meses')
  await expect(fundStatus(page).getByRole('button')).toHaveText(['Adicionar'])
  await expect(target(page).getByRole('radio', { name: '3 (recomendado)' })).toBeChecked()
  await expect(target(page).getByLabel('Média de despesas por mês')).toHaveValue('3.000,00')
  await expect(target(page)).toContainText(`Ao salvar, a meta passa de ${reais('10.000,00')} para ${reais('9.000,00')}.`)
  await expect(page.getByText('Nada entrou nem saiu ainda.')).toBeVisible()
  await expect(page.getByText('Tesouro Selic')).toBeVisible()
  expect(await readFund(page)).toBeNull()
})

test('the menu leads to the fund, whose message depends on the percentage', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await test.step('the menu leads to the fund', async () => {
    await openOverview(page)
    await page.getByRole('link', { name: 'Reserva' }).click()
    await expect(page).toHaveURL(/\/dashboard\/emergency$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Reserva de Emergência' })).toBeFocused()
  })

  await test.step('the message depends on the percentage', async () => {
    for (const [amount, message] of [
      [2249.99, 'Vamos começar'],
      [2250, 'Progresso sólido'],
      [6750, 'Quase lá'],
      [9000, 'Meta alcançada'],
    ] as const) {
      await withFund(page, amount)
      await expect(fundStatus(page).getByRole('heading', { level: 3 })).toHaveText(message)
    }
  })
})
