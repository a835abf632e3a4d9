import type { Page } from '@playwright/test'
import { callApi, day, onPhone } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { accept, answerWallet, between, choose, expectReview, nubank, openImport, walletQuestion } from './statements.js'

interface WalletBalances {
  wallets: { id: string; name: string; kind: string; balance: { amount: number } }[]
}

interface MovementsOfWallets {
  transactions: { description: string; type: string; amount: number; walletId: string; toWalletId: string | null }[]
}

const wallets = async (page: Page) => (await callApi<WalletBalances>(page, 'GET', '/wallets')).wallets
const group = (page: Page, name: RegExp) => page.getByRole('heading', { level: 2, name })

/** What moved between wallets, by their names. */
async function transfers(page: Page): Promise<string[]> {
  const names = new Map((await wallets(page)).map(({ id, name }) => [id, name]))
  const { transactions } = await callApi<MovementsOfWallets>(page, 'GET', '/transactions?limit=500')
  const moved = transactions.filter(({ type }) => type === 'transfer')
  return moved.map((each) => `${names.get(each.walletId)} ${names.get(each.toWalletId ?? '')} ${each.amount}`).toSorted()
}

test(
  'a statement is asked for once, and what is between wallets is joined and counted once',
  { tag: '@long' },
  async ({ page, context }) => {
    await signInNewPerson({ page, request: page.request })
    const { wallet: cash } = await callApi<{ wallet: { id: string } }>(page, 'POST', '/wallets', { name: 'Caixa', kind: 'cash' })
    const [main] = await wallets(page)
    const withdrawal = { description: 'Saque', amount: 200, type: 'transfer', walletId: main?.id, toWalletId: cash.id }
    await callApi(page, 'POST', '/transactions', { ...withdrawal, transactionDate: day(-9) })
    const deposit = { description: 'Depósito no Inter', amount: 150, type: 'expense', walletId: cash.id }
    await callApi(page, 'POST', '/transactions', { ...deposit, transactionDate: day(-7) })

    await test.step('the statement of an unknown account is asked for, with the bank offered as a new wallet', async () => {
      await openImport(page)
      await choose(page, between)
      await expect(walletQuestion(page)).toContainText(/Inter, conta final 5678\. 3 lançamentos, de/)
      await expect(walletQuestion(page).getByRole('radio', { name: /^Criar conta Inter/ })).toBeChecked()
      await answerWallet(page, 'Conta principal')
      await expectReview(page)
      await page.getByRole('button', { name: 'Chamar de Inter' }).click()
      await expect(page.getByText('Ao importar, sua conta passa a se chamar Inter.')).toBeVisible()
    })

    await test.step('transfers are recognised by the other side and by their words', async () => {
      await expect(group(page, /^Entre contas 3$/)).toBeVisible()
      await expect(page.getByText(/^Chegou em Caixa em .*, como você lançou$/)).toBeVisible()
      await expect(page.getByText(/^Saiu de Caixa em .*, na despesa Depósito no Inter$/)).toBeVisible()
      const payment = page.getByLabel('De onde para onde vai Pagamento: Fatura Nubank')
      await payment.selectOption('Criar cartão Nubank')
      const card = page.getByRole('dialog', { name: 'Criar cartão' })
      await card.getByLabel('Fecha no dia').fill('3')
      await card.getByLabel('Vence no dia').fill('10')
      await card.getByRole('button', { name: 'Usar este cartão' }).click()
      await expect(page.getByText('Paga a fatura do Nubank')).toBeVisible()
      if (!onPhone(page)) await expect(page.getByText('3 são entre contas')).toBeVisible()
      await expect(page.getByText('Fecha com o saldo do banco.')).toBeVisible()
      await accept(page, '3 transações')
      await expect.poll(() => transfers(page)).toEqual(['Caixa Inter 150', 'Inter Caixa 200', 'Inter Nubank 400'])
    })

    await test.step('the account is known from then on', async () => {
      await openImport(page)
      await choose(page, between)
      await expect(group(page, /^Já importadas 3$/)).toBeVisible()
    })

    await test.step('offline a wallet is created with the import, in order', async () => {
      await openImport(page)
      await context.setOffline(true)
      await choose(page, nubank)
      await walletQuestion(page).getByText('Criar outra conta', { exact: true }).click()
      await walletQuestion(page).getByLabel('Nome').fill('Conta Nubank')
      await answerWallet(page)
      await accept(page, '3 transações')
      await context.setOffline(false)
      await expect.poll(async () => (await wallets(page)).map(({ name }) => name), { timeout: 30_000 }).toContain('Conta Nubank')
      await expect.poll(() => transfers(page), { timeout: 30_000 }).toContain('Conta Nubank Nubank 400')
    })
  },
)
