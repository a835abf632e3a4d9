import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { closeScreen, openScreen, press, type } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { aWallet } from '../../data/test-fixtures'
import { Component as TransactionsPage } from './transactions-page'
import { emptyValues } from './transaction-form-values'
import { completeWallets } from './use-wallet-choices'
import { billText } from './wallet-fields'

const [BANK, CASH, CARD] = ['1', '2', '3'].map((last) => `0190d3a0-0000-7000-8000-00000000000${last}`) as [string, string, string]
const balance = (amount: number) => ({ amount, date: '2026-11-20', source: 'sums' }) as const
const bank = aWallet({ id: BANK, balance: balance(140_215) })
const cash = aWallet({ id: CASH, name: 'Caixa', kind: 'cash', isMain: false, order: 1, balance: balance(44_000) })
const card = aWallet({
  id: CARD,
  name: 'Nubank',
  kind: 'card',
  closingDay: 3,
  dueDay: 10,
  isMain: false,
  order: 2,
  balance: balance(-112_040),
})
let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = (query = '') => openScreen(api, `/dashboard/transactions${query}`, TransactionsPage)
const rowOf = async (description: string) => (await screen.findByRole('cell', { name: new RegExp(`^${description}`) })).closest('tr')!
async function choose(description: string, action: string): Promise<void> {
  press(await rowOf(description), `Mais ações de ${description}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const record = (about: object) =>
  api.change('POST', '/transactions', { description: 'Venda', amount: 1000, type: 'income', transactionDate: '2026-11-20', ...about })

it('nothing is seen of wallets while there is only one, and none is sent', async () => {
  record({ id: '00000000-0000-4000-8000-000000000001' })
  const account = await open('?nova=1')
  const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
  await waitFor(() => expect(api.requests).toContain('GET /wallets'))
  expect(within(sheet).queryByRole('group', { name: 'Conta' })).not.toBeInTheDocument()
  expect(within(sheet).queryByRole('radio', { name: 'Transferência' })).not.toBeInTheDocument()
  type(sheet, 'Valor', '10')
  type(sheet, 'Descrição', 'Embalagens')
  press(sheet, 'Salvar')
  await rowOf('Embalagens')
  expect(account.outbox.state().queue.at(-1)?.command.args).not.toHaveProperty('walletId')
  expect(document.body).not.toHaveTextContent(/Conta principal|Transferência|É uma transferência/)
  expect(screen.queryByRole('button', { name: /^Conta/ })).not.toBeInTheDocument()
})

describe('with three wallets', () => {
  beforeEach(() => (api.wallets = [bank, cash, card]))

  it('a transfer is recorded from one to another, and says what each side is left with', async () => {
    const account = await open('?nova=1')
    const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
    fireEvent.click(await within(sheet).findByRole('radio', { name: 'Transferência' }))
    type(sheet, 'Valor', '300')
    const sides = within(sheet).getByRole('group', { name: 'Transferência' })
    expect(sides).toHaveTextContent('fica com 1.102,15')
    expect(sides).toHaveTextContent('fica com 740,00')
    expect(sheet).toHaveTextContent('Só muda de lugar: não é receita nem despesa. “Na conta hoje” continua em R$ 1.842,15.')
    expect(within(sheet).queryByRole('group', { name: /^(Categoria|Repete)/ })).not.toBeInTheDocument()

    press(sides, 'Trocar os lados')
    expect(within(sides).getByLabelText('De')).toHaveValue(CASH)
    fireEvent.change(within(sides).getByLabelText('De'), { target: { value: BANK } })
    expect(within(sides).getByLabelText('Para')).toHaveValue(CASH)
    fireEvent.change(within(sides).getByLabelText('Para'), { target: { value: CARD } })
    expect(sides).toHaveTextContent('fica devendo 820,40')
    press(sheet, 'Salvar')
    const row = await rowOf('Inter → Nubank')
    expect(row).toHaveTextContent('Transferência')
    expect(row).toHaveTextContent('300,00')
    expect(account.outbox.state().queue.at(-1)?.command.args).toMatchObject({ type: 'transfer', walletId: BANK, toWalletId: CARD })
  })

  it('an expense is turned into a transfer, and back', async () => {
    record({ id: '00000000-0000-4000-8000-000000000001', description: 'Pix', type: 'expense', category: 'Outros', walletId: BANK })
    await open()
    expect(await rowOf('Pix')).toHaveTextContent('PixInter')
    await choose('Pix', 'É uma transferência')
    const dialog = await screen.findByRole('dialog', { name: 'É uma transferência' })
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Caixa' }))
    press(dialog, 'É uma transferência')
    await waitFor(async () => expect(await rowOf('Pix')).toHaveTextContent('Inter → Caixa'))
    expect(api.transactions()[0]).toMatchObject({ type: 'transfer', walletId: BANK, toWalletId: CASH, category: null })

    await choose('Pix', 'Não é uma transferência')
    const back = await screen.findByRole('dialog', { name: 'Não é uma transferência' })
    fireEvent.click(within(back).getByRole('radio', { name: 'Receita em Caixa' }))
    await act(async () => press(back, 'Mudar'))
    await waitFor(() => expect(api.transactions()[0]).toMatchObject({ type: 'income', walletId: CASH, toWalletId: null }))
  })

  it('the list of one wallet has transfers on the side by which they left, and no names', async () => {
    record({ id: '00000000-0000-4000-8000-000000000001', description: 'Saque', type: 'transfer', walletId: BANK, toWalletId: CASH })
    record({ id: '00000000-0000-4000-8000-000000000002', description: 'Padaria', walletId: BANK })
    record({ id: '00000000-0000-4000-8000-000000000003', description: 'Feira', walletId: CASH })
    await open(`?conta=${BANK}`)
    expect(await rowOf('Saque')).toHaveTextContent('-10,00')
    expect(await rowOf('Padaria')).not.toHaveTextContent('Inter')
    expect(screen.queryByRole('cell', { name: /^Feira/ })).not.toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getByRole('region', { name: /^Totais/ })).toHaveTextContent('1 realizada e entre contas -10,00, fora das somas'),
    )

    press(screen.getByRole('search'), 'Conta: Inter')
    fireEvent.click(screen.getByRole('checkbox', { name: /^Caixa/ }))
    expect(await rowOf('Feira')).toHaveTextContent('FeiraCaixa')
    expect(await rowOf('Saque')).not.toHaveTextContent('-10,00')
  })
})

it.each([
  ['2026-11-20', '10/12'],
  ['2026-12-03', '10/12'],
  ['2026-12-04', '11/01/2027'],
])('a purchase of %s on a card is in the bill that is due on %s', (date, due) => {
  expect(billText(card, date)).toBe(`Entra na fatura que vence em ${due}`)
  expect(billText(bank, date)).toBeNull()
})

it('a transfer leaves a bank or cash unless the person says otherwise, and never arrives where it left', () => {
  const values = { ...emptyValues('2026-11-20'), type: 'transfer' } as const
  expect(completeWallets(values, [card, bank, cash])).toMatchObject({ walletId: BANK, toWalletId: CARD })
  expect(completeWallets({ ...values, walletId: CARD }, [card, bank, cash])).toMatchObject({ walletId: CARD, toWalletId: BANK })
  expect(completeWallets({ ...values, type: 'expense' }, [card, bank])).toMatchObject({ walletId: CARD, toWalletId: null })
  expect(completeWallets(values, [])).toBe(values)
})
