import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Account, AccountProvider } from '../../data/account'
import { aTransaction } from '../../data/test-fixtures'
import { Category, RecurrencesOfRows } from './status'

it('marks a transaction with a note behind its category and wallet', () => {
  const { container, rerender } = render(<Category transaction={aTransaction({ note: 'Três andares' })} mark={undefined} />)
  expect(container).toHaveTextContent('Vendas, com observação')
  rerender(<Category transaction={aTransaction({ note: 'Três andares' })} mark={undefined} wallet="Inter" />)
  expect(container).toHaveTextContent('Vendas, Inter, com observação')
  rerender(<Category transaction={aTransaction()} mark={undefined} />)
  expect(container).toHaveTextContent('Vendas')
  expect(screen.queryByText(', com observação')).not.toBeInTheDocument()
})

it('reads the recurrences once for all rows', async () => {
  const account = await Account.open('0190d3a0-0000-7000-8000-000000000001')
  jest.spyOn(account, 'read').mockImplementation(() => new Promise(() => undefined))
  const rows = Array.from({ length: 50 }, (_, index) => aTransaction({ id: `x${index}`, recurrenceId: 'r1' }))
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <RecurrencesOfRows rows={rows}>
          {rows.map((row) => (
            <Category key={row.id} transaction={row} mark={undefined} />
          ))}
        </RecurrencesOfRows>
      </QueryClientProvider>
    </AccountProvider>,
  )
  expect(
    account.client
      .getQueryCache()
      .find({ queryKey: ['recurrence', 'list'] })
      ?.getObserversCount(),
  ).toBe(1)
  account.close()
})
