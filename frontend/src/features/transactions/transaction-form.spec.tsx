import 'fake-indexeddb/auto'
import { act, fireEvent, render as renderWithoutProviders, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Account, AccountProvider } from '../../data/account'
import { today } from '../../lib/dates'
import type { QueuedCommand } from '../../data/sync/command'
import { recordTransaction } from '../../data/transaction-commands'
import { emptyValues, transactionDraftOf } from './transaction-form-values'
import { TransactionForm } from './transaction-form'

let account: Account
beforeAll(async () => {
  account = await Account.open('0190d3a0-0000-7000-8000-000000000001')
  jest.spyOn(account, 'read').mockImplementation(() => new Promise(() => undefined))
})
afterAll(() => account.close())

const render = (form: ReactElement) =>
  renderWithoutProviders(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>{form}</QueryClientProvider>
    </AccountProvider>,
  )

it('saves once, however often the button is tapped while the form closes', async () => {
  const saved = jest.fn()
  render(
    <TransactionForm
      name="transaction"
      initial={{ ...emptyValues('2026-11-20'), amount: '10,00', description: 'Venda' }}
      onSave={saved}
      onClose={() => undefined}
    />,
  )
  const button = screen.getByRole('button', { name: 'Salvar' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await act(async () => fireEvent.click(button))
  expect(saved).toHaveBeenCalledTimes(1)
})

describe('past midnight', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T23:59:00-03:00') }))
  afterEach(() => jest.useRealTimers())

  it.each([
    ['a new form records on the day that "Hoje" is now', true, 'Hoje', '2026-11-21'],
    ['a correction keeps the date, which is "Ontem" now', false, 'Ontem', '2026-11-20'],
  ])('%s', async (_title, isNew, day, date) => {
    const saved = jest.fn()
    const initial = { ...emptyValues('2026-11-20'), amount: '10,00', description: 'Venda' }
    render(<TransactionForm name="transaction" initial={initial} onSave={saved} onClose={() => undefined} isNew={isNew} />)
    await act(async () => jest.advanceTimersByTime(60_000))
    expect(screen.getByRole('radio', { name: day })).toBeChecked()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
    expect(saved).toHaveBeenCalledWith(expect.objectContaining({ date }))
  })
})

it('offers scheduling for today, unticked', async () => {
  const saved = jest.fn()
  render(
    <TransactionForm
      name="transaction"
      initial={{ ...emptyValues(today()), amount: '10,00', description: 'Venda' }}
      onSave={saved}
      onClose={() => undefined}
    />,
  )
  const scheduling = screen.getByRole('checkbox', { name: 'Ainda não aconteceu: agendar' })
  expect(scheduling).not.toBeChecked()
  await act(async () => fireEvent.click(scheduling))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ date: today(), isScheduled: true }))
})

it('saves a note of several lines, and an emptied one as none', async () => {
  const saved = jest.fn()
  const initial = { ...emptyValues('2026-11-20'), amount: '10,00', description: 'Venda', note: 'Três andares' }
  const form = (key: string) => (
    <TransactionForm key={key} name="transaction" initial={initial} onSave={saved} onClose={() => undefined} isNew />
  )
  const { unmount } = render(form('first'))
  const note = screen.getByRole('textbox', { name: 'Observação (opcional)' })
  expect(note).toHaveValue('Três andares')
  fireEvent.change(note, { target: { value: `Sem lactose\n${'x'.repeat(600)}` } })
  expect(note).toHaveValue(`Sem lactose\n${'x'.repeat(488)}`)
  fireEvent.change(note, { target: { value: ' Sem lactose\nDois andares ' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenLastCalledWith(expect.objectContaining({ note: 'Sem lactose\nDois andares' }))
  unmount()
  render(form('second'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Observação (opcional)' }), { target: { value: '' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenLastCalledWith(expect.objectContaining({ note: null }))
})

it('offers no note for a transaction that repeats', async () => {
  render(
    <TransactionForm name="transaction" initial={emptyValues('2026-11-20')} onSave={() => undefined} onClose={() => undefined} isNew />,
  )
  expect(screen.getByRole('textbox', { name: 'Observação (opcional)' })).toBeInTheDocument()
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Todo mês' })))
  expect(screen.queryByRole('textbox', { name: 'Observação (opcional)' })).not.toBeInTheDocument()
})

it('uses the existing spelling of a typed category, also that of a queued transaction', async () => {
  const saved = jest.fn()
  const waiting = recordTransaction(transactionDraftOf({ ...emptyValues(today()), category: 'Doces finos' }))
  const item = { command: waiting } as QueuedCommand
  const items = [item]
  jest.spyOn(account.outbox, 'queueOf').mockReturnValue(items)
  const form = (category: string) => (
    <TransactionForm
      key={category}
      name="transaction"
      initial={{ ...emptyValues(today()), amount: '10,00', description: 'Venda', category }}
      onSave={saved}
      onClose={() => undefined}
      isNew
    />
  )
  const { rerender } = render(form('doces  FINOS'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenLastCalledWith(expect.objectContaining({ category: 'Doces finos' }))
  rerender(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>{form('vendas')}</QueryClientProvider>
    </AccountProvider>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenLastCalledWith(expect.objectContaining({ category: 'Vendas' }))
})

it('offers what was typed before it was closed, and forgets it once it is saved', async () => {
  const show = () =>
    render(
      <TransactionForm name="transaction:new" initial={emptyValues(today())} onSave={() => undefined} onClose={() => undefined} isNew />,
    )
  const text = () => screen.getByLabelText('Descrição')
  const { unmount } = show()
  fireEvent.change(text(), { target: { value: 'Bolo de casamento' } })
  fireEvent.change(screen.getByLabelText('Valor'), { target: { value: '386,70' } })
  unmount()

  const again = show()
  expect(text()).toHaveValue('')
  fireEvent.click(screen.getByRole('button', { name: 'Continuar de onde parou' }))
  expect(text()).toHaveValue('Bolo de casamento')
  expect(screen.getByLabelText('Escreva em uma linha')).toHaveFocus()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  again.unmount()

  show()
  expect(screen.queryByText('O que você digitou antes ficou guardado.')).toBeNull()
})
