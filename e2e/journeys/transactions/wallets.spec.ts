import { callApi, onPhone, record, rowOf } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { figure, filters, openList, openNew, reads, rowAmount } from './transactions-page.js'

test.beforeEach(signInNewPerson)

interface ListedWallets {
  wallets: { name: string; balance: { amount: number } }[]
  onHand: { amount: number }
}

test('money moves between two wallets without being income or expense', async ({ page }) => {
  await openList(page)
  await record(page, { description: 'Venda no balcão', amount: 500 }, { description: 'Pix da gaveta', amount: 80, type: 'expense' })
  await callApi(page, 'POST', '/wallets', { name: 'Caixa', kind: 'cash' })
  await page.reload()
  await expect(rowOf(page, 'Venda no balcão')).toContainText('Conta principal')

  await test.step('by the form', async () => {
    const sheet = await openNew(page)
    await sheet.getByText('Transferência', { exact: true }).click()
    await sheet.getByLabel('Valor').fill('200')
    const sides = sheet.getByRole('group', { name: 'Transferência' })
    await expect(sides.getByText('220,00')).toBeVisible()
    await expect(sides.getByText('fica com')).toHaveCount(2)
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expect(sheet).toBeHidden()
    const row = rowOf(page, 'Conta principal → Caixa')
    await expect(row).toContainText('Transferência')
    await expect(row.getByText(rowAmount(page, '', '200,00'), { exact: true })).toBeVisible()
    await expect(figure(page, 'Saldo')).toHaveText(reads('420,00'))
  })

  await test.step('from an expense that was one', async () => {
    if (onPhone(page)) {
      await page.getByRole('button', { name: 'Editar Pix da gaveta' }).click()
      const sheet = page.getByRole('dialog', { name: 'Editar transação' })
      await sheet.getByText('Transferência', { exact: true }).click()
      await sheet.getByRole('button', { name: 'Salvar' }).click()
    } else {
      await page.getByRole('button', { name: 'Mais ações de Pix da gaveta' }).click()
      await page.getByRole('menuitem', { name: 'É uma transferência' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'É uma transferência' }).click()
    }
    await expect(rowOf(page, 'Pix da gaveta')).toContainText('Transferência')
    await expect(figure(page, 'Saldo')).toHaveText(reads('500,00'))
    await expect
      .poll(() => callApi<ListedWallets>(page, 'GET', '/wallets'))
      .toMatchObject({
        wallets: [
          { name: 'Conta principal', balance: { amount: 220 } },
          { name: 'Caixa', balance: { amount: 280 } },
        ],
        onHand: { amount: 500 },
      })
  })

  await test.step('and the list of one wallet shows its side', async () => {
    const bar = await filters(page)
    if (onPhone(page)) {
      await bar.getByText('Caixa', { exact: true }).click()
      await page.getByRole('button', { name: 'Ver 2 transações' }).click()
    } else {
      await bar.getByRole('button', { name: 'Conta' }).click()
      await bar.getByRole('checkbox', { name: 'Caixa' }).check()
      await bar.getByRole('button', { name: /^Ver a/ }).click()
    }
    await expect(rowOf(page, 'Conta principal → Caixa').getByText(rowAmount(page, '+', '200,00'))).toBeVisible()
    await expect(rowOf(page, 'Venda no balcão')).toHaveCount(0)
  })
})
