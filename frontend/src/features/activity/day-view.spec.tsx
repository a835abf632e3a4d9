import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { AccountAtDay } from '@prumo/shared/activity'
import { Account, AccountProvider } from '../../data/account'
import { answerAt } from '../../data/test-fixtures'
import { emptySummary } from '../../data/transactions'
import DayView from './day-view'

const goal = { id: 'g1', title: 'Vitrine', currentAmount: 290_000, targetAmount: 1_000_000, completed: false }
const fund = { targetMonths: 3, currentAmount: 580_000, targetAmount: 1_000_000 }

it('shows goals and the fund with the same progress as the other screens', async () => {
  const account = await Account.open('0190d3a0-0000-7000-8000-000000000001')
  const day = { date: '2026-09-30', summary: emptySummary, goals: [goal], tasks: [], emergencyFund: fund } as unknown as AccountAtDay
  jest.spyOn(account, 'read').mockResolvedValue(answerAt(1, day))
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <DayView date="2026-09-30" onOpenDay={() => undefined} />
      </QueryClientProvider>
    </AccountProvider>,
  )
  expect(await screen.findByText('29%')).toBeInTheDocument()
  expect(screen.getByText('58%')).toBeInTheDocument()
})
