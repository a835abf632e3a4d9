import 'fake-indexeddb/auto'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { RejectionCode } from '@prumo/shared/rejections'
import { Account, AccountProvider } from '../../data/account'
import { deleteTransactions, type BatchArgs } from '../../data/batch-commands'
import { aTransaction, queueOf, withStatus } from '../../data/test-fixtures'
import { newId } from '../../lib/new-id'
import { BatchConflict, refusedBatchOf, type RefusedBatch } from './batch-conflict'

const rows = ['Moinho', 'Aluguel', 'Feira', 'Uber'].map((description, index) => aTransaction({ id: `x${index}`, description }))
const refused = (fields: Record<string, string[]>, code: RejectionCode = 'VERSION_MISMATCH') =>
  withStatus(queueOf(deleteTransactions(rows, [])[0]!)[0]!, { is: 'refused', at: 0, reason: { status: 412, code, text: '', fields } })

let account: Account
beforeEach(async () => void (account = await Account.open(newId())))
afterEach(() => account.close())

const show = (batch: RefusedBatch | null) =>
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <BatchConflict batch={batch!} onDecided={() => undefined} />
      </QueryClientProvider>
    </AccountProvider>,
  )

it('leaves out what is gone and what changed, unless the person ticks it', async () => {
  show(refusedBatchOf(refused({ versions: ['x1', 'x2'], ids: ['x3'] })))
  expect(screen.getByRole('button', { name: 'Excluir 1 transação' })).toBeInTheDocument()
  expect(screen.getByText(/^Uber, .*: não existe mais$/)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('checkbox', { name: /^Feira/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Excluir 2 transações' }))
  await waitFor(() => expect(account.outbox.state().queue).toHaveLength(1))
  const args = account.outbox.state().queue[0]!.command.args as BatchArgs
  expect(args.rows.map(({ id }) => id)).toEqual(['x0', 'x2'])
  expect(args.versions).toEqual({})
})

it('says which ones a closed month holds, and changes the others alone', async () => {
  show(refusedBatchOf(refused({ months: ['2026-10'], ids: ['x0', 'x3'] }, 'MONTH_CLOSED')))
  expect(screen.getAllByText(/: o mês está fechado$/).map((row) => row.textContent?.split(',')[0])).toEqual(['Moinho', 'Uber'])
  expect(screen.queryByText(/não existe mais/)).not.toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Excluir 2 transações' }))
  await waitFor(() => expect(account.outbox.state().queue).toHaveLength(1))
  const args = account.outbox.state().queue[0]!.command.args as BatchArgs
  expect(args.rows.map(({ id }) => id)).toEqual(['x1', 'x2'])
})

it('is about refusals that name rows alone', () => {
  expect(refusedBatchOf(refused({ category: ['outra'] }))).toBeNull()
})
