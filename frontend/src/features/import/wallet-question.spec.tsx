import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { aWallet } from '../../data/test-fixtures'
import type { ParsedStatement } from './parsed-statement'
import type { StatementDraft } from './statement-review'
import WalletQuestion from './wallet-question'

const wallets = [
  aWallet({ id: 'main', name: 'Conta principal' }),
  aWallet({ id: 'caixa', name: 'Caixa', kind: 'cash', isMain: false }),
  aWallet({ id: 'nubank', name: 'Nubank', kind: 'card', isMain: false, statementAccounts: ['x'] }),
]
const lines = ['2026-11-03', '2026-11-27'].map((date) => ({ date }))
const statement = { bank: 'Inter', account: '77/4412', accountNumber: '000.4412', isCard: false, lines } as unknown as ParsedStatement

const onAnswered = jest.fn()
function open(about: Partial<ParsedStatement> = {}): void {
  const draft = { fileName: 'e.ofx', statement: { ...statement, ...about }, wallet: null } as StatementDraft
  const question = <WalletQuestion draft={draft} wallets={wallets} onAnswered={onAnswered} onClose={() => undefined} />
  render(
    <MantineProvider env="test">
      <RouterProvider router={createMemoryRouter([{ path: '/', element: question }])} />
    </MantineProvider>,
  )
}

const proceed = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Continuar' })))
const choices = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

beforeEach(() => onAnswered.mockClear())

it('names the account, and has a new wallet of its bank chosen', async () => {
  open()
  expect(screen.getByText(/^Banco Inter, conta final 4412\. 2 lançamentos, de 3 a 27 de novembro/)).toBeVisible()
  expect(choices()).toEqual([
    'Criar conta InterBanco, com os lançamentos deste extrato',
    'Conta principalBanco, ainda sem extrato',
    'CaixaDinheiro',
    'NubankCartão',
  ])
  await proceed()
  const opens = { closingDay: null, dueDay: null }
  expect(onAnswered).toHaveBeenCalledWith({ id: expect.any(String) as string, name: 'Inter', kind: 'bank', opens })
})

it('lists cards first for the statement of a card, and needs the days of a new one', async () => {
  open({ isCard: true })
  expect(choices().slice(0, 2)).toEqual(['Criar cartão InterCartão, com as compras desta fatura', 'NubankCartão'])
  await proceed()
  expect(onAnswered).not.toHaveBeenCalled()
  expect(screen.getByText('Escolha o dia em que a fatura fecha')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Fecha no dia'), { target: { value: '3' } })
  fireEvent.change(screen.getByLabelText('Vence no dia'), { target: { value: '32' } })
  await proceed()
  expect(screen.getByText('Escolha um dia de 1 a 31')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Vence no dia'), { target: { value: '10' } })
  await proceed()
  expect(onAnswered).toHaveBeenCalledWith(expect.objectContaining({ kind: 'card', opens: { closingDay: 3, dueDay: 10 } }))
})

it('asks for a name where the bank is unknown or has a wallet', async () => {
  open({ bank: 'Caixa' })
  expect(screen.getByRole('radio', { name: /^Conta principal/ })).toBeChecked()
  fireEvent.click(screen.getByRole('radio', { name: /^Criar outra conta/ }))
  fireEvent.change(screen.getByLabelText('Nome'), { target: { value: 'caixá' } })
  await proceed()
  expect(screen.getByText('Já existe uma conta com este nome.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Nome'), { target: { value: ' Poupança ' } })
  await proceed()
  expect(onAnswered).toHaveBeenCalledWith(expect.objectContaining({ name: 'Poupança', kind: 'bank' }))
})
