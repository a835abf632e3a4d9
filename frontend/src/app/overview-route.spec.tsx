import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MAIN_WALLET } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { TestApi } from '../data/test-api'
import { aWallet } from '../data/test-fixtures'
import { NOW } from '../data/test-server'
import { Component as Overview } from './overview-route'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh } from './test-screens'

const TODAY = NOW.slice(0, 10)

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = () => openScreen(api, '/dashboard', Overview)
const part = (name: string | RegExp) => screen.getByRole('region', { name })
const month = () => part('Resultado do mês')

let recorded = 0

function record(description: string, amount: number, more: object = {}): void {
  recorded += 1
  api.change('POST', '/transactions', {
    id: `00000000-0000-4000-8000-${String(recorded).padStart(12, '0')}`,
    description,
    amount,
    type: 'income',
    transactionDate: TODAY,
    ...more,
  })
}

/** The main wallet with a balance that was stated today, in centavos. */
function state(amount: number, others: readonly Wallet[] = []): void {
  const [main] = api.wallets
  api.wallets = [{ ...main!, ...MAIN_WALLET, statedOn: TODAY, balance: { amount, date: TODAY, source: 'stated' } }, ...others]
}

it('keeps the frame where the result of the month fails to load, and can retry it', async () => {
  api.fail('GET', /months$/, { code: 'NOT_FOUND' })
  await open()
  const alert = await within(month()).findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar o resultado do mês.')
  api.recover()
  press(alert, 'Tentar de novo')
  await waitFor(() => expect(month()).toHaveTextContent('Ainda sem transações.'))
})

it('keeps the result of the month where it fails to refresh, and marks it as old', async () => {
  record('Venda', 1_000)
  const account = await open()
  await waitFor(() => expect(month()).toHaveTextContent('R$ 10,00'))
  api.fail('GET', /months$/, { code: 'NOT_FOUND' })
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  expect(month()).toHaveTextContent('R$ 10,00')
})

it('asks in place for the balance until one is stated', async () => {
  await open()
  const onHand = await screen.findByRole('region', { name: 'Na conta hoje' })
  expect(await within(onHand).findByText('Quanto você tem na conta hoje?')).toBeInTheDocument()
  fireEvent.change(await within(onHand).findByLabelText('Saldo da conta'), { target: { value: '1.842,15' } })
  press(onHand, 'Usar este')
  await waitFor(() => expect(onHand).toHaveTextContent('Dá para tirar até R$ 1.842,15 sem faltar nos próximos 30 dias.'))
  expect(within(onHand).queryByLabelText('Saldo da conta')).not.toBeInTheDocument()
})

it('says what will be missing, and names what is due within a week with overdue ones first', async () => {
  state(184_215)
  record('Ótica Vale', 92_000, { isScheduled: true, transactionDate: '2026-11-18' })
  record('Aluguel da cozinha', 185_000, { type: 'expense', isScheduled: true, transactionDate: '2026-11-24' })
  record('Forno', 27_215, { type: 'expense', isScheduled: true, transactionDate: '2026-12-10' })
  record('Escola Girassol', 46_000, { isScheduled: true, transactionDate: '2026-11-27' })
  await open()
  await waitFor(() =>
    expect(part('Na conta hoje')).toHaveTextContent('Vão faltar R$ 7,85 em 24 de novembro, com Aluguel da cozinha. Ver o que vem'),
  )
  const week = part(/^Em 7 dias/)
  expect(within(week).getByRole('link', { name: /^A pagar/ })).toHaveTextContent('-1.850,00')
  expect(within(week).getByRole('link', { name: /^A receber/ })).toHaveTextContent('+1.380,00')
  expect(
    within(week)
      .getAllByRole('link', { name: /^Editar/ })
      .map((link) => link.textContent),
  ).toEqual(['Aluguel da cozinha', 'Ótica Vale', 'Escola Girassol'])
  expect(week).toHaveTextContent('atrasada, 18/11')
  expect(week).toHaveTextContent('A atrasada soma aqui, mas não na previsão.')
  expect(screen.queryByText('Tudo em dia.')).not.toBeInTheDocument()
})

it('says that all is in order when nothing is overdue and nothing waits', async () => {
  state(10_000)
  record('Venda', 1_000)
  record('Aluguel', 5_000, { type: 'expense', isScheduled: true, transactionDate: '2026-11-24' })
  await open()
  expect(await screen.findByText('Tudo em dia.')).toBeInTheDocument()
})

it('counts a card by its bill: not in the balance, and outside the sum when it is due later', async () => {
  const card = aWallet({ id: 'c1', name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10, isMain: false, order: 1 })
  state(184_215, [card])
  const bill = { month: '2026-12', from: '2026-11-04', closesOn: '2026-12-03', dueOn: '2026-12-10', purchases: 112_040 }
  api.reads['/wallets/c1/bills'] = () => ({
    bills: [{ ...bill, refunds: 0, paid: 0, remaining: 112_040, state: 'open' }],
  })
  record('Venda', 1_000)
  await open()
  await waitFor(() => expect(part('Na conta hoje')).toHaveTextContent('Dá para tirar até R$ 721,75 sem faltar'))
  const week = part(/^Em 7 dias/)
  expect(within(week).getByRole('link', { name: /^A pagar/ })).toHaveTextContent('0,00')
  expect(within(week).getByRole('link', { name: 'Ver Fatura Nubank' })).toHaveAttribute('href', '/dashboard/contas/c1')
  expect(week).toHaveTextContent('A fatura vem depois, fora desta soma.')
})

it('opens the transactions of every bar and month, and chooses a month by stepper, row and arrow keys', async () => {
  state(10_000)
  record('Venda', 1_000)
  record('Venda de outubro', 300_00, { transactionDate: '2026-10-05' })
  await open()
  const links = await within(month()).findByRole('list', { name: 'Meses' })
  expect(within(links).getByRole('link', { name: /^Entrou em outubro de 2026: R\$\s300,00/ })).toHaveAttribute(
    'href',
    '/dashboard/transactions?mes=2026-10&tipo=receitas',
  )
  const current = within(links).getByRole('link', { name: 'Transações de novembro de 2026' })
  expect(current).toHaveAttribute('href', '/dashboard/transactions?mes=2026-11')
  current.focus()
  fireEvent.keyDown(current, { key: 'ArrowLeft' })
  await waitFor(() => expect(month()).toHaveTextContent('Sobrou em outubroR$ 300,00'))
  expect(await within(links).findByRole('link', { name: 'Transações de outubro de 2026' })).toHaveFocus()
  press(month(), 'Mês seguinte')
  await waitFor(() => expect(month()).toHaveTextContent('Sobrou em novembro, até hoje'))
  press(links, 'Mostrar outubro de 2026')
  await waitFor(() => expect(month()).toHaveTextContent('Sobrou em outubro'))
})

it('draws no months before there are two', async () => {
  state(10_000)
  record('Venda', 1_000)
  await open()
  await waitFor(() => expect(month()).toHaveTextContent('Os meses aparecem lado a lado a partir do segundo. Ver a transação'))
  expect(within(month()).queryByRole('img')).not.toBeInTheDocument()
})

describe('the first steps of a new account', () => {
  it('are ticked by what the account holds, and go for good', async () => {
    state(10_000)
    await openScreen(api, '/dashboard', Overview, {}, { createdAt: NOW })
    const steps = await screen.findByRole('region', { name: 'Por onde começar' })
    expect(
      within(steps)
        .getAllByRole('heading', { level: 3 })
        .map((step) => step.textContent),
    ).toEqual(['Traga um extrato', 'Diga o saldo de hoje, feito', 'Conte o que se repete'])
    press(steps, 'Conte o que se repete')
    expect(within(steps).getByRole('link', { name: 'Lançar uma conta que se repete' })).toBeInTheDocument()
    press(steps, 'Não mostrar mais')
    expect(steps).not.toBeInTheDocument()
    expect(localStorage.getItem('prumo-device:first-steps')).toContain('dismissed')
  })
})
