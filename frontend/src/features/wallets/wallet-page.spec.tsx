import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import type { Bill } from '@prumo/shared/wallets'
import { closeScreen, openScreen, press } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { aWallet } from '../../data/test-fixtures'
import WalletPage from './wallet-page'

const INTER = 'inter'
const CARD = 'nubank'
const inter = aWallet({ id: INTER })
const nubank = aWallet({ id: CARD, name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10, isMain: false })

let api: TestApi

beforeEach(() => {
  api = new TestApi()
  api.wallets = [inter, nubank]
})
afterEach(closeScreen)

/** Shows what the form of a transaction would be opened with. */
function OpenedForm() {
  const { state } = useLocation()
  return <output>{JSON.stringify(state)}</output>
}

function open(id: string) {
  return openScreen(api, `/dashboard/contas/${id}`, () => <WalletPage id={id} />, { '/dashboard/transactions': OpenedForm })
}

const bill = (about: Partial<Bill>): Bill => ({
  month: '2026-11',
  from: '2026-10-04',
  closesOn: '2026-11-03',
  dueOn: '2026-11-10',
  purchases: 112_040,
  refunds: 0,
  paid: 0,
  remaining: 112_040,
  state: 'late',
  ...about,
})
const openBill = bill({
  month: '2026-12',
  from: '2026-11-04',
  closesOn: '2026-12-03',
  dueOn: '2026-12-10',
  purchases: 0,
  remaining: 0,
  state: 'open',
})

it('pays a late bill by a transfer with both sides filled, from the main wallet at first', async () => {
  api.reads[`/wallets/${CARD}/bills`] = () => ({ bills: [bill({ paid: 50_000, remaining: 62_040 }), openBill] })
  await open(CARD)
  const section = await screen.findByRole('region', { name: 'Fatura de novembro' })
  expect(section).toHaveTextContent('Atrasada, venceu em 10 de novembro, há 10 dias.')
  expect(section).toHaveTextContent('de R$ 1.120,40, pagos R$ 500,00')
  press(section, /^Pagar R\$/)
  const { draft } = JSON.parse((await screen.findByRole('status')).textContent) as { draft: object }
  expect(draft).toMatchObject({ type: 'transfer', centavos: 62_040, description: 'Fatura Nubank', walletId: INTER, toWalletId: CARD })
})

it('shows the open bill of a card without purchases', async () => {
  api.reads[`/wallets/${CARD}/bills`] = () => ({ bills: [openBill] })
  await open(CARD)
  const section = await screen.findByRole('region', { name: 'Fatura aberta' })
  expect(section).toHaveTextContent('nenhuma compra até hoje')
  expect(section).toHaveTextContent('Nada nesta fatura ainda.')
  expect(within(section).queryByRole('button', { name: 'Pagar antes' })).toBeNull()
})

it('says that the bills could not be loaded, and loads them again', async () => {
  api.reads[`/wallets/${CARD}/bills`] = () => ({ bills: [openBill] })
  api.fail('GET', /bills$/)
  await open(CARD)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar as faturas.')
  api.recover()
  press(alert, 'Tentar de novo')
  await screen.findByRole('region', { name: 'Fatura aberta' })
})

it('leads back from a wallet that is gone', async () => {
  await open('00000000-0000-4000-8000-000000000009')
  expect(await screen.findByRole('heading', { name: 'Esta conta não existe mais' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('link', { name: 'Ver as contas' })).toHaveAttribute('href', '/dashboard/contas'))
})
