import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { Transaction } from '@prumo/shared/transactions'
import { Account, AccountProvider } from '../../../data/account'
import type { BatchArgs } from '../../../data/batch-commands'
import { newId } from '../../../lib/new-id'
import { answerAt, aTransaction, aWallet } from '../../../data/test-fixtures'
import { SelectionBar } from './selection-bar'
import { useSelection } from './use-selection'

const rent = aTransaction({
  id: 'x1',
  type: 'expense',
  category: 'Outros',
  amount: 185_000,
  isScheduled: true,
  isConfirmed: false,
  isReceived: false,
})
const flour = aTransaction({ id: 'x2', type: 'expense', category: 'Outros', amount: 7_418 })
const sale = aTransaction({ id: 'x3', type: 'income', category: 'Vendas', amount: 54_000 })
const rows = [rent, flour, sale]

let account: Account
const edited: Transaction[] = []

function List() {
  const controls = useSelection({ rows, readAll, onEdit })
  return (
    <>
      <p>{controls.cursor}</p>
      <SelectionBar {...controls} />
    </>
  )
}
const readAll = async () => rows
const onEdit = (row: Transaction) => void edited.push(row)

beforeEach(async () => {
  account = await Account.open(newId())
  jest.spyOn(account, 'read').mockImplementation(async (path: string) => {
    if (path === '/wallets') return answerAt(1, { wallets: [aWallet({ id: 'w1' })], onHand: { amount: 0, date: '2026-11-27' } })
    return answerAt(1, path === '/rules' ? { rules: [] } : { categories: [], transactions: [], nextCursor: null })
  })
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MantineProvider env="test">
          <RouterProvider router={createMemoryRouter([{ path: '/', element: <List /> }])} />
        </MantineProvider>
      </QueryClientProvider>
    </AccountProvider>,
  )
})

afterEach(() => account.close())

const press = (key: string, about: object = {}) => fireEvent.keyDown(document.body, { key, ...about })
const bar = () => screen.getByRole('region', { name: 'Marcadas' })
const queued = () => account.outbox.state().queue.map(({ command }) => command)

it('ticks by keys, says count and sums, and lets go by Escape', () => {
  press('j')
  press('x')
  press('j')
  press('J', { shiftKey: true })
  expect(within(bar()).getByRole('status')).toHaveTextContent('3 marcadas')
  expect(bar()).toHaveTextContent('-1.924,18')
  expect(bar()).toHaveTextContent('+540,00')
  expect(within(bar()).getByRole('button', { name: 'Categoria' })).toHaveAttribute('aria-disabled', 'true')
  press('Escape')
  expect(screen.queryByRole('region', { name: 'Marcadas' })).not.toBeInTheDocument()
})

it('gives the ticked ones a category by one command', async () => {
  press('j')
  press('x')
  press('j')
  press('x')
  fireEvent.click(within(bar()).getByRole('button', { name: 'Categoria' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Fornecedores' }))
  await waitFor(() => expect(queued()).toHaveLength(1))
  expect(queued()[0]).toMatchObject({ name: 'batch.change', args: { change: { category: 'Fornecedores' } } })
  expect((queued()[0]!.args as BatchArgs).rows.map(({ id }) => id)).toEqual(['x1', 'x2'])
  expect(screen.queryByRole('region', { name: 'Marcadas' })).not.toBeInTheDocument()
})

it('confirms by a key what waits for it, and nothing else', async () => {
  press('a', { ctrlKey: true })
  press('c')
  await waitFor(() => expect(queued()).toHaveLength(1))
  expect((queued()[0]!.args as BatchArgs).rows.map(({ id }) => id)).toEqual(['x1'])
})

it('asks before it deletes, with the safe answer first', async () => {
  press('a', { ctrlKey: true })
  press('#', { shiftKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'Excluir as 3 marcadas?' })
  expect(dialog).toHaveTextContent('2 despesas e 1 receita.')
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancelar', 'Excluir as 3'])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Excluir as 3' }))
  await waitFor(() => expect(queued()).toHaveLength(1))
  expect(queued()[0]).toMatchObject({ args: { change: null } })
})

it('opens the form of the row under the cursor', () => {
  press('j')
  press('e')
  expect(edited).toEqual([rent])
})
