import { callApi, reais, statusMessage } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { ask, figure, movements, openFund, fundStatus, readFund, readMovements, withFund } from './emergency-fund-page.js'

test.beforeEach(signInNewPerson)

test(
  'a phone deposits the missing amount, undoes a deposit, and closes a dialog with the back button',
  { tag: '@phone' },
  async ({ page }) => {
    await test.step('the first deposit starts the fund, and can be undone', async () => {
      await openFund(page)
      const dialog = await ask(page, 'Adicionar')
      for (const [wrong, text] of [
        ['', 'Digite o valor'],
        ['0', 'O valor deve ser maior que zero'],
        ['abc', 'Digite um valor como 386,70'],
      ] as const) {
        await dialog.getByLabel('Valor').fill(wrong)
        await dialog.getByRole('button', { name: 'Adicionar' }).click()
        await expect(dialog.getByLabel('Valor')).toHaveAccessibleDescription(text)
      }
      await dialog.getByLabel('Valor').fill('300,5')
      await dialog.getByLabel('Descrição').fill('Sobra de novembro')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(fundStatus(page).getByRole('button', { name: 'Adicionar' })).toBeFocused()
      await expect(statusMessage(page, `Depósito de ${reais('300,50')}`)).toBeVisible()
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.699,50'))
      await expect(figure(page, 'Gasto seguro sugerido')).toHaveText(reais('30,05'))
      await expect(movements(page)).toHaveCount(1)
      await expect(movements(page)).toContainText('Sobra de novembro')
      await expect(movements(page)).toContainText(`+${reais('300,50')}`)
      await expect(movements(page)).toContainText(`Ficou ${reais('300,50')}`)
      await expect.poll(async () => await readFund(page)).toMatchObject({ targetMonths: 3, currentAmount: 300.5, targetAmount: 9000 })

      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('9.000,00'))
      await expect(movements(page)).toHaveCount(2)
      await expect(movements(page).first()).toContainText('Ajuste')
      await expect(movements(page).first()).toContainText(`-${reais('300,50')}`)
      await expect.poll(async () => (await readFund(page))?.currentAmount).toBe(0)
    })

    await test.step('the missing amount is one tap away, and the weight touches the ground', async () => {
      await withFund(page, 8613.3)
      const gauge = fundStatus(page).getByRole('progressbar', { name: 'Reserva de Emergência' })
      await expect(gauge).toHaveAttribute('aria-valuetext', `95,7 por cento, ${reais('8.613,30')} de ${reais('9.000')}`)
      const dialog = await ask(page, 'Adicionar')
      await dialog.getByRole('button', { name: `Tudo o que falta: ${reais('386,70')}` }).click()
      await expect(dialog.getByLabel('Valor')).toHaveValue('386,70')
      await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
      await expect(fundStatus(page)).toContainText('Meta alcançada')
      await expect(fundStatus(page)).toContainText(`A reserva cobre 3 meses de despesas: ${reais('9.000,00')}.`)
      await expect(figure(page, 'Tempo Estimado')).toHaveText('0 meses')
      await expect(gauge).toHaveAttribute('aria-valuenow', '100')
    })

    await test.step('the back button closes a dialog', async () => {
      await withFund(page, 500)
      const dialog = await ask(page, 'Retirar')
      await expect(page).toHaveURL(/\?retirar=1$/)
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(/\/dashboard\/emergency$/)
      await page.goto('/dashboard/emergency?adicionar=1')
      const deposit = page.getByRole('dialog', { name: 'Adicionar à reserva' })
      await deposit.getByLabel('Valor').fill('300')
      await page.keyboard.press('Escape')
      await expect(deposit).toBeHidden()
    })
  },
)

test(
  'money is withdrawn down to zero, and older movements are loaded on request',
  { tag: ['@desktop', '@long'] },
  async ({ page, app, request }) => {
    await test.step('a withdrawal down to zero is accepted, more is refused at the field', async () => {
      await withFund(page, 4350)
      const dialog = await ask(page, 'Retirar')
      await dialog.getByLabel('Valor').fill('4350,01')
      await dialog.getByRole('button', { name: 'Retirar' }).click()
      await expect(dialog.getByLabel('Valor')).toHaveAccessibleDescription(`Você tem ${reais('4.350,00')} na reserva.`)
      await expect(dialog.getByLabel('Valor')).toBeFocused()
      await dialog.getByLabel('Valor').fill('950')
      await dialog.getByLabel('Descrição').fill('Conserto do freezer')
      await dialog.getByRole('button', { name: 'Retirar' }).click()
      await expect(statusMessage(page, `Retirada de ${reais('950,00')}`)).toBeVisible()
      await expect(movements(page).first()).toContainText('Conserto do freezer')
      await expect(movements(page).first()).toContainText(`-${reais('950,00')}`)
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('5.600,00'))
      await expect
        .poll(async () => await readMovements(page))
        .toMatchObject([
          { kind: 'withdrawal', amount: 950, description: 'Conserto do freezer', balance: 3400 },
          { kind: 'adjustment', amount: 4350, balance: 4350 },
        ])

      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('4.650,00'))
      await expect.poll(async () => (await readFund(page))?.currentAmount).toBe(4350)
    })

    await test.step('older movements are loaded on request', async () => {
      await signInNewPerson({ page, request, app })

      for (let amount = 1; amount <= 21; amount += 1) await callApi(page, 'POST', '/emergency-fund/add', { amount })
      await openFund(page)
      await expect(movements(page)).toHaveCount(20)
      await expect(movements(page).first()).toContainText(`+${reais('21,00')}`)
      await page.getByRole('button', { name: 'Mostrar mais' }).click()
      await expect(movements(page)).toHaveCount(21)
      await expect(movements(page).last()).toContainText(`+${reais('1,00')}`)
      await expect(page.getByRole('button', { name: 'Mostrar mais' })).toHaveCount(0)
    })
  },
)
