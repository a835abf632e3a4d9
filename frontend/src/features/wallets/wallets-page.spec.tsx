import { screen, within } from '@testing-library/react'
import type { Wallet } from '@prumo/shared/wallets'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { aWallet } from '../../data/test-fixtures'
import WalletsPage from './wallets-page'

const holding = (amount: number, source: 'sums' | 'stated' = 'sums') => ({ balance: { amount, date: '2026-11-20', source } })
const inter = aWallet({ id: 'inter', ...holding(140_215) })
const caixa = aWallet({ id: 'caixa', name: 'Caixa', kind: 'cash', isMain: false, ...holding(44_000, 'stated'), statedOn: '2026-11-18' })
const nubank = aWallet({ id: 'nubank', name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10, isMain: false, ...holding(-112_040) })
const old = aWallet({ id: 'old', name: 'Conta antiga', isMain: false, archived: true })

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

function open(...wallets: Wallet[]) {
  api.wallets = wallets
  return openScreen(api, '/dashboard/contas', WalletsPage)
}
const row = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!

it('puts what is held and what is owed on their sides, with the sums and what paying the card leaves', async () => {
  await open(inter, caixa, nubank, old)
  expect(await row('Inter')).toHaveTextContent('Somado do que você lançou')
  expect(await row('Caixa')).toHaveTextContent('Na conta R$ 440,00')
  expect(await row('Caixa')).toHaveTextContent('Informado em 18/11')
  expect(await row('Nubank')).toHaveTextContent('No cartão, a pagar R$ 1.120,40')
  expect(await row('Nubank')).toHaveTextContent('Fatura aberta, fecha quinta, 03/12')
  const sums = screen.getByRole('region', { name: 'Somas' })
  expect(sums).toHaveTextContent('Na conta R$ 1.842,15')
  expect(sums).toHaveTextContent('Pagando o cartão, ficam R$ 721,75')
  expect(screen.getByRole('button', { name: 'Transferir' })).toBeVisible()
  expect(screen.getByText('Arquivadas').closest('details')).not.toHaveAttribute('open')
})

it('has one line and no sums with a single wallet', async () => {
  await open({ ...inter, name: 'Conta principal' })
  expect(await screen.findByText('Você tem uma conta. Tem caixa ou cartão?')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Somas' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transferir' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Nova conta' })).toBeVisible()
})

it('says before saving what a corrected balance means', async () => {
  await open(inter, caixa)
  press(await row('Inter'), /^Corrigir saldo/)
  const dialog = await screen.findByRole('dialog', { name: 'Quanto tem no Inter hoje?' })
  const field = within(dialog).getByLabelText('Saldo')
  expect(field).toHaveValue('1.402,15')
  expect(dialog).toHaveTextContent('É o que a soma já diz.')
})

it('keeps the frame after a failed load, and what is shown after a failed refresh', async () => {
  api.fail('GET', /^\/wallets$/)
  const account = await open(inter, caixa)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar as contas.')
  api.recover()
  press(alert, 'Tentar de novo')
  await row('Inter')

  api.fail('GET', /^\/wallets$/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await row('Inter')
})
