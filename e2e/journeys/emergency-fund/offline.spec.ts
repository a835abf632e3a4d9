import { CuttableConnection } from '../../cuttable-connection.js'
import { callApi, parkedPanel, reais } from '../../ledger.js'
import { signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { ask, figure, movements, fundStatus, readFund, readMovements } from './emergency-fund-page.js'

test(
  'movements made offline are sent once, and a refused one stays with its reason',
  { tag: ['@desktop', '@long'] },
  async ({ page, app, request }) => {
    const way = await CuttableConnection.to(app.url)
    try {
      await signInNewPersonAt(way.url, { page, request })
      await page.goto(`${way.url}/dashboard/emergency`)
      const move = async (button: 'Adicionar' | 'Retirar', amount: string, description: string) => {
        const dialog = await ask(page, button)
        await dialog.getByLabel('Valor').fill(amount)
        await dialog.getByLabel('Descrição').fill(description)
        await dialog.getByRole('button', { name: button, exact: true }).click()
        await expect(dialog).toBeHidden()
      }
      await move('Adicionar', '500', 'De antes')
      await expect.poll(async () => (await readFund(page))?.currentAmount).toBe(500)

      way.isCut = true
      await move('Adicionar', '300', 'Sobra')
      await move('Retirar', '100', 'Gás')
      const waiting = async () => {
        await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.300,00'))
        await expect(movements(page)).toContainText(['Gás', 'Sobra', 'De antes'])
        await expect(movements(page)).toContainText([`Ficou ${reais('700,00')}`, `Ficou ${reais('800,00')}`, `Ficou ${reais('500,00')}`])
        await expect(movements(page).filter({ hasText: 'Aguardando envio' })).toHaveCount(2)
        await expect(fundStatus(page)).toContainText('Aguardando envio')
      }
      await waiting()
      await page.reload()
      await waiting()
      expect((await readFund(page))?.currentAmount).toBe(500)

      way.dropEvery = 2
      way.isCut = false
      await expect(page.getByText('Aguardando envio')).toHaveCount(0, { timeout: 30_000 })
      await expect(movements(page)).toContainText(['Gás', 'Sobra', 'De antes'])
      await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.300,00'))
      // Between two commands, no mark may be shown for a moment.
      await expect
        .poll(() => readMovements(page))
        .toMatchObject([
          { kind: 'withdrawal', amount: 100, balance: 700 },
          { kind: 'deposit', amount: 300, balance: 800 },
          { kind: 'deposit', amount: 500, balance: 500 },
        ])

      way.dropEvery = 0
      way.isCut = true
      await move('Retirar', '600', 'Freezer')
      await expect(movements(page).first()).toContainText('Aguardando envio')
      await callApi(page, 'POST', '/emergency-fund/withdraw', { amount: 650 })
      way.isCut = false
      const refused = `Você quis retirar ${reais('600,00')}. Você tem ${reais('50,00')} na reserva.`
      await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito', { timeout: 30_000 })
      const stays = async () => {
        await expect(fundStatus(page)).toContainText('Sua mudança não entrou')
        await expect(fundStatus(page)).toContainText(refused)
        await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.950,00'))
        await expect(movements(page)).toHaveCount(4)
        await expect(movements(page).filter({ hasText: 'Freezer' })).toHaveCount(0)
      }
      await stays()
      await page.reload()
      await stays()
      expect((await readFund(page))?.currentAmount).toBe(50)
    } finally {
      await way.close()
    }
  },
)
