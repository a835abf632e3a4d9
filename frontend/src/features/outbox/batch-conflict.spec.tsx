import 'fake-indexeddb/auto'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Account, AccountProvider } from '../../data/account'
import { deleteTransactions, type BatchArgs } from '../../data/batch-commands'
import { aTransaction, queueOf, withStatus } from '../../data/test-fixtures'
import { newId } from '../../lib/new-id'
import { BatchConflict, refusedBatchOf } from './batch-conflict'

const rows = ['Moinho', 'Aluguel', 'Feira', 'Uber'].map((description, index) => aTransaction({ id: `x${index}`, description }))
const refused = (fields: Record<string, string[]>) =>
  withStatus(queueOf(deleteTransactions(rows, [])[0]!)[0]!, {
    is: 'refused',
    at: 0,
    reason: { status: 412, code: 'VERSION_MISMATCH', text: '', fields },
  })

it('leaves out what is gone and what changed, unless the person ticks it', async () => {
  const account = await Account.open(newId())
  const batch = refusedBatchOf(refused({ versions: ['x1', 'x2'], ids: ['x3'] }))!
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <BatchConflict batch={batch} onDecided={() => undefined} />
      </QueryClientProvider>
    </AccountProvider>,
  )
  expect(screen.getByRole('button', { name: 'Excluir 1 transação' })).toBeInTheDocument()
  expect(screen.getByText(/^Uber, .*: não existe mais$/)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('checkbox', { name: /^Feira/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Excluir 2 transações' }))
  await waitFor(() => expect(account.outbox.state().queue).toHaveLength(1))
  const args = account.outbox.state().queue[0]!.command.args as BatchArgs
  expect(args.rows.map(({ id }) => id)).toEqual(['x0', 'x2'])
  expect(args.versions).toEqual({})
  account.close()
})

it('is about refusals that name rows alone', () => {
  expect(refusedBatchOf(refused({ category: ['outra'] }))).toBeNull()
})
