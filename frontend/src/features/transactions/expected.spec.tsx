import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { addDays } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill } from '@prumo/shared/wallets'
import { Account, AccountProvider } from '../../data/account'
import { aTransaction, aWallet, answerAt } from '../../data/test-fixtures'
import { compareTransactions } from '../../data/transactions'
import { today } from '../../lib/dates'
import { ExpectedTransactions } from './expected'

/** One transaction on each day, counted from today and named after its offset. */
const onDays = (days: readonly number[]) =>
  days.map((day) =>
    aTransaction({ id: `x${day}`, description: `Dia ${day}`, date: addDays(today(), day), isScheduled: true, isConfirmed: false }),
  )

const card = aWallet({ id: 'nubank', name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10, version: 1 })

/** An account whose server holds these transactions and lists the newest first, and a card with these bills. */
async function accountWith(rows: readonly Transaction[], bills: readonly Partial<Bill>[]): Promise<Account> {
  const account = await Account.open('0190d3a0-0000-7000-8000-000000000001')
  jest.spyOn(account, 'read').mockImplementation(async (path, params = {}) => {
    if (path === '/wallets') return answerAt(1, { wallets: bills.length > 0 ? [card] : [], onHand: { amount: 0, date: today() } })
    if (path.endsWith('/bills')) return answerAt(1, { bills })
    const { from = '', to = '9', limit } = params as { from?: string; to?: string; limit: number }
    const listed = rows.filter(({ date }) => date >= from && date <= to).sort(compareTransactions)
    return answerAt(1, { transactions: listed.slice(0, limit), nextCursor: listed.length > limit ? 'more' : null })
  })
  return account
}

async function open(rows: readonly Transaction[], bills: readonly Partial<Bill>[] = []): Promise<void> {
  const account = await accountWith(rows, bills)
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MemoryRouter>
          <ExpectedTransactions month={null} />
        </MemoryRouter>
      </QueryClientProvider>
    </AccountProvider>,
  )
}

const names = async () => (await screen.findAllByRole('button', { name: /^Editar / })).map((button) => button.textContent)

it('shows the next three of many', async () => {
  await open(onDays(Array.from({ length: 520 }, (_, index) => index + 1)))
  expect(await names()).toEqual(['Dia 1', 'Dia 2', 'Dia 3'])
  expect(screen.getByRole('link', { name: 'Ver todas' })).toBeInTheDocument()
})

it('shows that there are more where only some are near', async () => {
  await open(onDays([2, ...Array.from({ length: 520 }, (_, index) => index + 100)]))
  expect(await names()).toEqual(['Dia 2'])
  expect(screen.getByRole('link', { name: 'Ver todas' })).toBeInTheDocument()
})

it('shows a single one, however far ahead', async () => {
  await open(onDays([180]))
  expect(await names()).toEqual(['Dia 180'])
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it('shows a bill of the next 30 days among them, which leads to its card', async () => {
  const bill = (ahead: number, remaining: number) => ({ month: today().slice(0, 7), dueOn: addDays(today(), ahead), remaining })
  await open(onDays([2, 40]), [bill(-40, 0), bill(10, 112_040), bill(31, 500)])
  expect(await screen.findByRole('link', { name: 'Fatura Nubank' })).toHaveAttribute('href', '/dashboard/contas/nubank')
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Dia 2'),
    expect.stringContaining('1.120,40'),
    expect.stringContaining('Dia 40'),
  ])
})
