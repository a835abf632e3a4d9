import { CuttableConnection } from '../../cuttable-connection.js'
import { askToDelete, day, edit, NBSP, rowOf } from '../../ledger.js'
import { signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { figure, openNew, reads, rowAmount } from './transactions-page.js'

test(
  'a transaction corrected twice and deleted offline survives a reload, and is sent once',
  { tag: '@desktop' },
  async ({ page, app, request }) => {
    test.setTimeout(120_000)
    const way = await CuttableConnection.to(app.url)
    try {
      await signInNewPersonAt(way.url, { page, request })
      await page.goto(`${way.url}/dashboard/transactions`)
      const write = async (description: string, amount: string) => {
        const sheet = await openNew(page)
        await sheet.getByLabel('Valor').fill(amount)
        await sheet.getByLabel('Descrição').fill(description)
        await page.keyboard.press('Enter')
        await expect(sheet).toBeHidden()
      }
      const correct = async (description: string, amount: string) => {
        const sheet = await edit(page, description)
        await sheet.getByLabel('Valor').fill(amount)
        await page.keyboard.press('Enter')
        await expect(sheet).toBeHidden()
      }
      // Reads the account past the cut connection.
      const stored = async () => {
        const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
        const answer = await request.get(`${app.url}/api/transactions`, { headers: { Authorization: `Bearer ${token}` } })
        const { transactions } = (await answer.json()) as { transactions: { description: string; amount: number }[] }
        return transactions.map(({ description, amount }) => `${description} ${amount}`).toSorted()
      }
      const expectShown = async () => {
        await expect(rowOf(page, 'Embalagens')).toContainText(rowAmount(page, '+', '386,70'))
        await expect(rowOf(page, 'Bolo')).toContainText(rowAmount(page, '+', '55,00'))
        await expect(rowOf(page, 'Engano')).toHaveCount(0)
        await expect(figure(page, 'Receitas')).toHaveText(reads('441,70'))
        await expect(page.getByText('2 transações')).toBeVisible()
      }
      await write('Embalagens', '38,67')
      await write('Engano', '10')
      await expect.poll(stored).toEqual(['Embalagens 38.67', 'Engano 10'])

      const navigation = page.getByRole('navigation', { name: 'Principal' })
      const result = page.getByRole('region', { name: 'Resultado do mês' })
      await navigation.getByRole('link').first().click()
      await expect(result).toContainText(`R$${NBSP}48,67`)
      await navigation.getByRole('link', { name: 'Transações' }).click()

      way.isCut = true
      await correct('Embalagens', '386,7')
      await expect(figure(page, 'Receitas')).toHaveText(reads('396,70'))
      await correct('Embalagens', '380')
      await correct('Embalagens', '386,70')
      await (await askToDelete(page, 'Engano')).getByRole('button', { name: 'Excluir' }).click()
      // A transaction that is only queued is corrected like any other.
      await write('Bolo', '50')
      await correct('Bolo', '55')
      await expectShown()
      await expect(rowOf(page, 'Embalagens')).toContainText('Aguardando envio')

      await page.reload()
      await expectShown()
      await expect(rowOf(page, 'Bolo')).toContainText('Aguardando envio')
      await correct('Bolo', '54')
      await correct('Bolo', '55')
      await navigation.getByRole('link').first().click()
      await expect(result).toContainText(`R$${NBSP}441,70`)
      await navigation.getByRole('link', { name: 'Transações' }).click()
      expect(await stored()).toEqual(['Embalagens 38.67', 'Engano 10'])

      way.dropEvery = 2
      way.isCut = false
      await expect(page.getByText('Aguardando envio')).toHaveCount(0, { timeout: 30_000 })
      await expect.poll(stored, { timeout: 30_000 }).toEqual(['Bolo 55', 'Embalagens 386.7'])
      await expectShown()
      await page.goto(`${way.url}/dashboard/transactions?mes=${day().slice(0, 7)}`)
      await expectShown()
    } finally {
      await way.close()
    }
  },
)
