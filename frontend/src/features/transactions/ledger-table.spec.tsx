import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { addDays } from '@prumo/shared/calendar'
import { closeScreen, openScreen, press } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { NOW, TODAY } from '../../data/test-server'
import { Component as TransactionsPage } from './transactions-page'

let api: TestApi
beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const record = (last: number, description: string, about: object = {}) =>
  api.change('POST', '/transactions', { id: id(last), description, amount: 1_000, type: 'expense', transactionDate: TODAY, ...about })
const rowOf = async (description: string) => (await screen.findByRole('cell', { name: new RegExp(`^${description}`) })).closest('tr')!
const open = (query = '') => openScreen(api, `/dashboard/transactions${query}`, TransactionsPage)
const typeKey = (key: string, about: object = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...about })

it('gives a row another category and day in place, and opens it by a click elsewhere', async () => {
  record(1, 'Posto Avenida')
  await open()
  const row = await rowOf('Posto Avenida')
  press(row, 'Categoria de Posto Avenida: Sem categoria. Mudar')
  fireEvent.change(within(row).getByRole('combobox'), { target: { value: '=Fornecedores' } })
  await waitFor(() => expect(api.transactions()[0]?.category).toBe('Fornecedores'))
  expect(await rowOf('Posto Avenida')).toHaveTextContent('Fornecedores')

  const day = addDays(TODAY, -3)
  fireEvent.click(within(row).getByRole('button', { name: /^Data de Posto Avenida/ }))
  const field = within(row).getByLabelText('Data de Posto Avenida')
  fireEvent.change(field, { target: { value: day } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(api.transactions()[0]?.date).toBe(day))

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  fireEvent.click(within(await rowOf('Posto Avenida')).getByText('Posto Avenida'))
  expect(await screen.findByRole('dialog', { name: 'Editar transação' })).toBeVisible()
})

it('asks by the form about the day and category of one that repeats', async () => {
  record(1, 'Aluguel', { isScheduled: true, transactionDate: addDays(TODAY, 2) })
  const row = api.transactions()[0]!
  api.reads['/transactions'] = () => ({ transactions: [{ ...row, recurrenceId: id(9) }], nextCursor: null })
  api.reads['/recurrences'] = () => ({ recurrences: [] })
  await open()
  press(await rowOf('Aluguel'), 'Categoria de Aluguel: Sem categoria. Mudar')
  expect(await screen.findByRole('dialog', { name: 'Editar transação' })).toBeVisible()
})

it('ticks by keys, reads the count aloud, and sums the ticked in place of the foot', async () => {
  record(1, 'Uber do BR', { amount: 2_370 })
  record(2, 'Buffet Sol', { amount: 54_000, type: 'income' })
  await open()
  await rowOf('Buffet Sol')
  typeKey('j')
  typeKey('x')
  typeKey('J', { shiftKey: true })
  const bar = await screen.findByRole('region', { name: 'Marcadas' })
  expect(bar).toHaveTextContent('2 marcadas')
  expect(bar).toHaveTextContent('-23,70')
  expect(bar).toHaveTextContent('+540,00')
  expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent('2 marcadas')
  expect(screen.queryByRole('region', { name: /^Totais/ })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Marcar as 2' })).toBeVisible()
  act(() => void typeKey('Escape'))
  expect(await screen.findByRole('region', { name: /^Totais/ })).toHaveTextContent('540,00')
})

it('copies a row into a new form of today, from its menu', async () => {
  record(1, 'Moinho Central', { amount: 31_240, category: 'Fornecedores', transactionDate: '2026-01-05' })
  await open()
  press(await rowOf('Moinho Central'), 'Mais ações de Moinho Central')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Duplicar' }))
  const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
  expect(within(sheet).getByLabelText('Valor')).toHaveValue('312,40')
  press(sheet, 'Salvar')
  await waitFor(() => expect(api.transactions()).toHaveLength(2))
  expect(api.transactions()[0]).toMatchObject({
    description: 'Moinho Central',
    date: TODAY,
    category: 'Fornecedores',
    isScheduled: false,
  })
})

it('adds up what is not confirmed apart, and only until a day', async () => {
  record(1, 'Luz', { amount: 14_225, isScheduled: true, transactionDate: addDays(TODAY, 1) })
  record(2, 'Notebook 9/10', { amount: 99_900, isScheduled: true, transactionDate: addDays(TODAY, 300) })
  record(3, 'Venda', { amount: 5_000, type: 'income' })
  await open()
  const heading = (await screen.findByText(/^A confirmar até \d\d\/\d\d/)).closest('tr')!
  expect(heading).toHaveTextContent('-142,25')
  expect(screen.getByRole('row', { name: /Mais adiante/ })).not.toHaveTextContent('999,00')
  expect(screen.getByRole('region', { name: /^Totais/ })).toHaveTextContent('1 realizada')
})

it('finds an amount by what is searched, and several categories', async () => {
  record(1, 'Feira', { amount: 4_590, category: 'Fornecedores' })
  record(2, 'Gás', { amount: 11_800, category: 'Aluguel' })
  record(3, 'Táxi', { amount: 2_000 })
  await open('?q=45,90')
  expect(await screen.findByText('1 transação')).toBeVisible()
  await rowOf('Feira')
  closeScreen()
  await open('?categoria=Aluguel&categoria=')
  expect(await screen.findByText('2 transações')).toBeVisible()
  press(screen.getByRole('search'), 'Categorias: 2 categorias')
  expect(await screen.findByRole('checkbox', { name: /^Fornecedores ?1$/ })).not.toBeChecked()
  fireEvent.click(screen.getByRole('checkbox', { name: /^Sem categoria ?1$/ }))
  expect(await screen.findByText('1 transação')).toBeVisible()
  await rowOf('Gás')
})

it('opens a row for a guest by its first column, without a column of actions', async () => {
  record(1, 'Luz', { isScheduled: true, transactionDate: addDays(TODAY, 1) })
  record(2, 'Feira')
  const visit = { grantId: id(9), ownerName: 'Ana', until: null, endsAt: NOW, grants: [] }
  await openScreen(api, '/dashboard/transactions', TransactionsPage, {}, { visit })
  const row = await rowOf('Feira')
  expect(screen.queryByRole('columnheader', { name: 'Ações' })).not.toBeInTheDocument()
  const widthOf = (each: HTMLTableRowElement) => [...each.cells].reduce((sum, { colSpan }) => sum + colSpan, 0)
  const columns = document.querySelectorAll('col').length
  for (const each of document.querySelectorAll('tr')) expect(widthOf(each)).toBe(columns)
  fireEvent.click(within(row.cells[0]!).getByRole('button', { name: 'Ver Feira' }))
  expect(await screen.findByRole('dialog', { name: 'Transação' })).toBeVisible()
})
