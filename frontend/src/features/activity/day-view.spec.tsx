import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { AccountAtDay } from '@prumo/shared/activity'
import { Account, AccountProvider } from '../../data/account'
import { answerAt } from '../../data/test-fixtures'
import { emptySummary } from '../../data/transactions'
import DayView from './day-view'

const goal = { id: 'g1', title: 'Vitrine', currentAmount: 290_000, targetAmount: 1_000_000, completed: false }
const fund = { targetMonths: 3, currentAmount: 580_000, targetAmount: 1_000_000 }

async function open(about: Partial<AccountAtDay>): Promise<void> {
  const account = await Account.open('0190d3a0-0000-7000-8000-000000000001')
  const day = { date: '2026-09-30', summary: emptySummary, goals: [], tasks: [], emergencyFund: null, wallets: [], ...about }
  jest.spyOn(account, 'read').mockResolvedValue(answerAt(1, day))
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <DayView date="2026-09-30" onOpenDay={() => undefined} />
      </QueryClientProvider>
    </AccountProvider>,
  )
}

const wallet = { id: 'w1', name: 'Inter', kind: 'bank', archived: false, balance: 140_215 } as const

it('shows the balances of that day with several wallets, and none with one', async () => {
  const card = { ...wallet, id: 'w2', name: 'Nubank', kind: 'card', balance: -112_040 } as const
  await open({ wallets: [wallet, card] })
  const part = await screen.findByRole('region', { name: 'Contas' })
  expect(part).toHaveTextContent(/InterConta.*1\.402,15/)
  expect(part).toHaveTextContent(/NubankCartão.*deve.*1\.120,40/)
  expect(part).toHaveTextContent(/Na conta.*1\.402,15, nos cartões.*1\.120,40\./)
  cleanup()
  await open({ wallets: [wallet] })
  expect(await screen.findByRole('heading', { name: 'Reserva' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Contas' })).not.toBeInTheDocument()
})

it('shows goals and the fund with the same progress as the other screens', async () => {
  await open({ goals: [goal], emergencyFund: fund } as unknown as Partial<AccountAtDay>)
  expect(await screen.findByText('29%')).toBeInTheDocument()
  expect(screen.getByText('58%')).toBeInTheDocument()
})
