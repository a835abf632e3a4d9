import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { Rule } from '@prumo/shared/rules'
import type { Transaction } from '@prumo/shared/transactions'
import { Account, AccountProvider } from '../../../data/account'
import { newId } from '../../../lib/new-id'
import { answerAt, aTransaction } from '../../../data/test-fixtures'
import RulesPage from './rules-page'

const stamps = { createdAt: '2026-11-01T12:00:00.000Z', updatedAt: '2026-11-01T12:00:00.000Z', version: 1, description: null }
const aRule = (about: Partial<Rule>): Rule => ({
  id: 'r',
  text: 'feira',
  type: 'expense',
  category: 'Feira',
  uses: 23,
  ...stamps,
  ...about,
})
const rules = [
  aRule({ id: 'r1', text: 'das', category: 'Impostos', uses: 11 }),
  aRule({ id: 'r2', text: 'moinho central', category: 'Fornecedores', uses: 37 }),
]
const mill = (id: string, category: string | null): Transaction =>
  aTransaction({ id, type: 'expense', description: 'Moinho Central', category, amount: 10_000 })

let account: Account

async function open(listed: readonly Rule[], found: readonly Transaction[] = [], address = '/'): Promise<void> {
  account = await Account.open(newId())
  jest.spyOn(account, 'read').mockImplementation(async (path: string) => {
    if (path === '/rules') return answerAt(1, { rules: listed })
    return answerAt(1, path === '/transactions' ? { transactions: found, nextCursor: null } : { categories: [] })
  })
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MantineProvider env="test">
          <RouterProvider router={createMemoryRouter([{ path: '/', element: <RulesPage /> }], { initialEntries: [address] })} />
        </MantineProvider>
      </QueryClientProvider>
    </AccountProvider>,
  )
}

afterEach(() => account.close())

const queued = () => account.outbox.state().queue.map(({ command }) => command)

it('lists the rules in the order in which they win, with their uses', async () => {
  await open(rules)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => within(row).getByText(/Se contém/).textContent)).toEqual([
    'Se contém moinho central usar Fornecedores',
    'Se contém das usar Impostos',
  ])
  expect(rows[0]).toHaveTextContent('37 vezes')
  expect(screen.getByText('2 regras, usadas 48 vezes')).toBeInTheDocument()
})

it('deletes a rule at once, because the toast undoes it', async () => {
  await open(rules)
  fireEvent.click(await screen.findByRole('button', { name: 'Ações da regra “das”' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await act(() => account.outbox.undo(queued()[0]!))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it('shows what a new rule would change, and applies it by one command', async () => {
  await open([], [mill('x1', 'Fornecedores'), mill('x2', 'Outros'), mill('x3', null)], '/?nova=1')
  const dialog = await screen.findByRole('dialog', { name: 'Sempre assim' })
  fireEvent.change(within(dialog).getByLabelText('Sempre que a descrição contiver'), { target: { value: 'moinho central' } })
  fireEvent.change(within(dialog).getByLabelText('usar'), { target: { value: 'Fornecedores' } })
  expect(await within(dialog).findByText('Aplicar às 3 que já existem')).toBeInTheDocument()
  expect(dialog).toHaveTextContent(/1 já está em Fornecedores\. 2 mudam, de Outros e sem categoria, R\$\s200,00\. Dá para desfazer\./)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Criar e aplicar às 3' }))
  await waitFor(() => expect(queued().map(({ name }) => name)).toEqual(['rule.add', 'batch.change']))
  expect(queued()[0]?.args).toEqual({ text: 'moinho central', category: 'Fornecedores', type: null, description: null })
})

it('refuses a second rule of the same text and type', async () => {
  await open(rules, [], '/?nova=1')
  const dialog = await screen.findByRole('dialog', { name: 'Sempre assim' })
  fireEvent.change(within(dialog).getByLabelText('Sempre que a descrição contiver'), { target: { value: 'Dás' } })
  fireEvent.change(within(dialog).getByLabelText('usar'), { target: { value: 'Impostos' } })
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Só despesas' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Criar regra' }))
  expect(await within(dialog).findByText('Já existe uma regra com este texto.')).toBeInTheDocument()
  expect(queued()).toEqual([])
})
