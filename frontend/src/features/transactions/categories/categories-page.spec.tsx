import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Account, AccountProvider } from '../../../data/account'
import { today } from '../../../lib/dates'
import { newId } from '../../../lib/new-id'
import { answerAt } from '../../../data/test-fixtures'
import { ToastRegion } from '../../../app/toast-region'
import CategoriesPage from './categories-page'

const used = (category: string, count: number, total: number) => ({ type: 'expense', category, count, total, lastDate: today() })
const categories = [used('Feira', 23, 120_435), used('Fornecedores', 138, 1_821_430), used('Retirada', 9, 660_000)]

let account: Account
const sent: unknown[] = []

/** Answers the calls of a renaming, with these numbers of transactions that are left. */
async function open(remaining: readonly number[] = [0]): Promise<void> {
  sent.length = 0
  account = await Account.open(newId())
  jest.spyOn(account, 'read').mockImplementation(async (path: string) => {
    if (path === '/recurrences') return answerAt(1, { recurrences: [] })
    if (path === '/transactions/summary') return answerAt(1, { count: 0, income: 0, expense: 0 })
    return answerAt(1, path === '/rules' ? { rules: [] } : { categories })
  })
  let portion = 0
  jest.spyOn(account, 'send').mockImplementation(async (call) => {
    sent.push(call)
    if (call.path.startsWith('/activity')) return { activity: { position: 99 } }
    portion += 1
    return { changed: 5000, remaining: remaining[portion - 1] ?? 0 }
  })
  jest.spyOn(account, 'get').mockImplementation(async () => {
    const change = { field: 'category', before: 'Feira', after: 'Fornecedores' }
    return { activity: [{ position: portion * 10, changes: [change] }] }
  })
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MantineProvider env="test">
          <RouterProvider
            router={createMemoryRouter([
              {
                path: '/',
                element: (
                  <>
                    <CategoriesPage />
                    <ToastRegion />
                  </>
                ),
              },
            ])}
          />
        </MantineProvider>
      </QueryClientProvider>
    </AccountProvider>,
  )
  await screen.findByRole('link', { name: 'Feira' })
}

afterEach(() => account.close())

it('offers changes of own categories alone', async () => {
  await open()
  const row = (name: string) => within(screen.getByRole('link', { name }).closest('li')!)
  expect(row('Fornecedores').getByText('fixa')).toBeInTheDocument()
  expect(row('Fornecedores').queryByRole('button')).not.toBeInTheDocument()
  expect(row('Retirada').getAllByRole('button')).toHaveLength(2)
  expect(screen.getByText(`3 usadas em ${today().slice(0, 4)}`)).toBeInTheDocument()
})

it('shows what goes along, merges in portions with keys of their own, and undoes them from the last on', async () => {
  await open([4000, 0])
  fireEvent.click(screen.getByRole('button', { name: 'Juntar Feira' }))
  const sheet = await screen.findByRole('dialog', { name: 'Juntar Feira' })
  fireEvent.change(within(sheet).getByLabelText('Juntar em'), { target: { value: 'Fornecedores' } })
  expect(sheet).toHaveTextContent('23 transações')
  expect(sheet).toHaveTextContent(/-19\.418,65no ano era -R\$\s18\.214,30/)
  await act(async () => fireEvent.click(within(sheet).getByRole('button', { name: 'Juntar' })))
  expect(await screen.findByText('Feira foi para Fornecedores, com 10.000 transações')).toBeInTheDocument()
  expect(sent).toMatchObject([{ body: { type: 'expense', from: 'Feira', to: 'Fornecedores' } }, {}])
  const keys = sent.map((call) => (call as { headers: Record<string, string> }).headers['Idempotency-Key'])
  expect(new Set(keys).size).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  await waitFor(() => expect(sent.slice(2)).toMatchObject([{ path: '/activity/20/undo' }, { path: '/activity/10/undo' }]))
})

it('renames in the row, and merges instead where the name exists', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Renomear Feira' }))
  const name = screen.getByLabelText('Novo nome de Feira')
  expect(name).toHaveFocus()
  fireEvent.change(name, { target: { value: 'fornecedores' } })
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByRole('dialog', { name: 'Juntar Feira' })).toHaveTextContent('Passam para Fornecedores')
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Renomear Retirada' }))
  fireEvent.change(screen.getByLabelText('Novo nome de Retirada'), { target: { value: 'Pró-labore' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  await waitFor(() => expect(sent).toMatchObject([{ body: { from: 'Retirada', to: 'Pró-labore' } }]))
})
