import { type Page } from '@playwright/test'
import { callApi, day, NBSP, onPhone, statusMessage } from '../ledger.js'
import { signInNewPerson } from '../people.js'
import { expect, test } from '../test.js'

const main = (page: Page) => page.getByRole('main')

/** The entry of the wallets in the menu, on a phone in the sheet behind "Mais". */
async function expectInMenu(page: Page, isThere: boolean): Promise<void> {
  if (!onPhone(page)) return expect(page.getByRole('navigation', { name: 'Principal' }).getByText('Contas')).toHaveCount(isThere ? 1 : 0)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Mais' })
  await expect(sheet.getByRole('link', { name: 'Metas' }).or(sheet.getByRole('link', { name: 'Reserva' }))).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Contas' })).toHaveCount(isThere ? 1 : 0)
  await sheet.getByRole('button', { name: 'Fechar' }).click()
  await expect(sheet).toBeHidden()
}

for (const size of ['desktop', 'phone']) {
  test(
    `a card is created, its closed bill is paid, and it is archived and brought back, on a ${size}`,
    { tag: size === 'phone' ? '@phone' : ['@desktop', '@long'] },
    async ({ page, request, app }) => {
      await signInNewPerson({ page, request, app })
      await page.goto('/dashboard/contas')
      await expect(page.getByText('Você tem uma conta. Tem caixa ou cartão?')).toBeVisible()
      await expectInMenu(page, false)

      await page.getByRole('button', { name: 'Nova conta' }).click()
      const sheet = page.getByRole('dialog', { name: 'Nova conta' })
      await sheet.getByText('Cartão', { exact: true }).click()
      await sheet.getByLabel('Nome').fill('Nubank')
      // Closed three days ago, due in four.
      await sheet.getByLabel('Fecha no dia').fill(String(Number(day(-3).slice(8))))
      await sheet.getByLabel('Vence no dia').fill(String(Number(day(4).slice(8))))
      await expect(sheet.getByText(/^Uma compra de hoje entra na fatura que fecha em/)).toBeVisible()
      await sheet.getByRole('button', { name: 'Criar cartão' }).click()
      await expect(statusMessage(page, 'Cartão criado')).toBeVisible()
      await expectInMenu(page, true)

      const findCard = async () => {
        const { wallets } = await callApi<{ wallets: { id: string; name: string }[] }>(page, 'GET', '/wallets')
        return wallets.find(({ name }) => name === 'Nubank')?.id
      }
      // The screen shows it before the server has it.
      await expect.poll(findCard).toBeDefined()
      const card = await findCard()
      const bought = { walletId: card, type: 'expense', transactionDate: day(-5) }
      await callApi(page, 'POST', '/transactions', { ...bought, description: 'Moinho Central', amount: 297.6 })
      await main(page).getByRole('link', { name: 'Nubank', exact: true }).click()
      await expect(main(page).getByText('Moinho Central')).toBeVisible()
      await page.getByRole('button', { name: `Pagar R$${NBSP}297,60` }).click()

      const form = page.getByRole('dialog', { name: 'Nova Transação' })
      await expect(form.getByLabel('Valor')).toHaveValue('297,60')
      await form.getByRole('button', { name: 'Salvar' }).click()
      await expect(statusMessage(page, 'Transferência lançada')).toBeVisible()
      await page.goto(`/dashboard/contas/${card}`)
      await expect(page.getByRole('region', { name: 'Faturas fechadas' })).toContainText('da Conta principal')
      await expect(page.getByRole('region', { name: 'Fatura aberta' })).toContainText('nenhuma compra até hoje')

      await page.getByRole('button', { name: 'Ações de Nubank' }).click()
      await page.getByRole('menuitem', { name: 'Arquivar' }).click()
      await expect(statusMessage(page, 'Cartão arquivado')).toBeVisible()
      await page.goto('/dashboard/contas')
      await main(page).getByText('Arquivadas').click()
      await page.getByRole('button', { name: 'Trazer de volta Nubank' }).click()
      await expect(page.getByRole('region', { name: 'Cartões' })).toContainText('Nubank')
      await expect(page.getByRole('region', { name: 'Somas' })).toContainText(`Na conta -R$${NBSP}297,60`)
    },
  )
}
