import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closeScreen, openScreen, press } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { aWallet } from '../../data/test-fixtures'
import { NOW } from '../../data/test-server'
import { closingAddress } from '../../data/screens'
import ClosingPage from './closing-page'

const month = '2026-10'
const totals = { income: 704_740, expense: 613_020, balance: 91_720, count: 43 }
const closed = { month, state: 'closed', closedAt: NOW, position: 1_284, totals, changedSinceFirstClosing: true }
const open = { month, state: 'open', closedAt: null, position: null, totals: null, changedSinceFirstClosing: false }

let api: TestApi
let state: object

beforeEach(() => {
  api = new TestApi()
  state = open
  api.reads['/months'] = () => ({ months: [state] })
  api.reads['/imports'] = () => ({ imports: [], nextCursor: null })
  api.reads['/mei/deliveries'] = () => ({ deliveries: [] })
  api.reads['/activity'] = () => ({
    activity: [
      {
        position: 1_284,
        at: NOW,
        type: 'MonthClosed',
        entity: 'month',
        entityId: '01900000-0000-7000-8000-00000000000b',
        source: 'app',
        summary: 'Você fechou outubro de 2026',
        changes: [
          { field: 'income', before: 698_740, after: 704_740 },
          { field: 'changedTransactions', before: null, after: ['Buffet Sol Ltda, de R$ 480,00 para R$ 540,00'] },
        ],
        transactionType: null,
        undoable: false,
        undoReason: 'Não dá para desfazer',
      },
    ],
    nextCursor: null,
  })
})
afterEach(closeScreen)

it('shows what is open in a month, and closes it anyway', async () => {
  api.writes[`POST /months/${month}/close`] = () => {
    state = closed
    return { month: closed }
  }
  await openScreen(api, closingAddress(month), ClosingPage, {}, { id: '01900000-0000-7000-8000-00000000000a' })
  const checks = await screen.findByRole('region', { name: 'Antes de fechar' })
  expect(checks).toHaveTextContent('2 prontas, 1 em aberto. Nenhuma impede.')
  press(document.body, 'Fechar outubro assim')
  await screen.findByText('Outubro está fechado')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Quanto' })).toHaveTextContent(/43 transações.*sobrou/))
})

it('says why its proof differs from the report where there is a card', async () => {
  api.wallets = [...api.wallets, aWallet({ id: 'c1', name: 'Nubank', kind: 'card', isMain: false })]
  await openScreen(api, closingAddress(month), ClosingPage)
  expect(await screen.findByRole('region', { name: 'A prova' })).toHaveTextContent('A compra no cartão conta quando a fatura é paga.')
})

it('shows what a month was closed with and what changed between two closings, and asks why it is reopened', async () => {
  state = closed
  api.writes[`POST /months/${month}/reopen`] = (body) => {
    expect(body).toEqual({ reason: 'Faltou a nota da feira' })
    state = open
    return { month: open }
  }
  await openScreen(api, closingAddress(month), ClosingPage, {}, { id: '01900000-0000-7000-8000-00000000000a' })
  const history = await screen.findByRole('region', { name: 'O fechamento' })
  await waitFor(() => expect(history).toHaveTextContent('Mudou desde o último fechamento: Buffet Sol Ltda, de R$ 480,00 para R$ 540,00.'))
  expect(history).toHaveTextContent(/Entrou R\$.60,00 a mais/)
  expect(history).toHaveTextContent('Registro nº 1.284 do histórico')

  press(document.body, 'Reabrir')
  const sheet = await screen.findByRole('dialog', { name: 'Reabrir outubro?' })
  press(sheet, 'Reabrir outubro')
  expect(await within(sheet).findByText('Diga por que vai reabrir')).toBeInTheDocument()
  await userEvent.type(within(sheet).getByLabelText('Motivo'), ' Faltou a nota da feira ')
  press(sheet, 'Reabrir outubro')
  await screen.findByRole('region', { name: 'Antes de fechar' })
})

it('keeps the frame after a failed load, which can be retried', async () => {
  api.fail('GET', /^\/months$/)
  await openScreen(api, closingAddress(month), ClosingPage, {}, { id: '01900000-0000-7000-8000-00000000000a' })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar o mês.')
  api.recover()
  press(alert, 'Tentar de novo')
  await screen.findByRole('region', { name: 'Antes de fechar' })
})

describe('for a guest', () => {
  const visit = { grantId: '7', ownerName: 'Marina Duarte', until: null, endsAt: NOW, grants: [] }
  const asGuest = () =>
    openScreen(api, closingAddress(month, { reopens: true }), ClosingPage, {}, { id: '01900000-0000-7000-8000-00000000000a', visit })

  it('shows what a month was closed with, by whom, and its package, and opens nothing again', async () => {
    state = closed
    await asGuest()
    expect(await screen.findByRole('note', { name: 'Outubro está fechado' })).toHaveTextContent('Por Marina,')
    expect(screen.getByRole('region', { name: 'O fechamento' })).toHaveTextContent('Registro nº 1.284 do histórico.')
    expect(screen.getByRole('button', { name: 'Baixar o pacote' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Reabrir/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(api.requests).not.toContain('GET /activity')
  })

  it('shows the proof of an open month, and closes nothing', async () => {
    await asGuest()
    expect(await screen.findByRole('region', { name: 'A prova' })).not.toHaveTextContent('cartão')
    expect(screen.getByRole('region', { name: 'O fechamento' })).toHaveTextContent('Este mês ainda não foi fechado, e pode mudar.')
    expect(screen.queryByRole('button', { name: /Fechar/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Antes de fechar' })).not.toBeInTheDocument()
  })
})
