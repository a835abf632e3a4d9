import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { addDays } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh, refusals, review, type } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { aTransaction } from '../../data/test-fixtures'
import { emptySummary } from '../../data/transactions'
import { Component as TransactionsPage } from './transactions-page'

const SALE = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = (query = '') => openScreen(api, `/dashboard/transactions${query}`, TransactionsPage)
const record = (id: string, description: string, about: object = {}) =>
  api.change('POST', '/transactions', { id, description, amount: 1_000, type: 'income', transactionDate: '2026-11-20', ...about })
const rowOf = async (description: string) => (await screen.findByRole('cell', { name: new RegExp(`^${description}`) })).closest('tr')!
const hasRow = (description: string) => screen.queryByRole('cell', { name: new RegExp(`^${description}`) }) !== null
const balance = () =>
  within(screen.getByRole('region', { name: /^Totais/ }))
    .getByText('Saldo')
    .parentElement!.querySelector('dd')!
async function edit(description: string): Promise<HTMLElement> {
  press(await rowOf(description), `Editar ${description}`)
  return screen.findByRole('dialog', { name: 'Editar transação' })
}

it('rolls a refused transaction back with its reason, and offers what was typed again', async () => {
  api.fail('POST', /^\/transactions$/)
  await open('?nova=1')
  const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
  type(sheet, 'Valor', '386,70')
  type(sheet, 'Descrição', 'Embalagens Aurora')
  press(sheet, 'Salvar')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  expect(hasRow('Embalagens Aurora')).toBe(false)
  expect(balance()).toHaveTextContent('0,00')

  api.recover()
  expect(await review()).toHaveTextContent('Dados inválidos')
  press(screen.getByRole('main'), 'Corrigir Embalagens Aurora')
  const again = await screen.findByRole('dialog', { name: 'Nova Transação' })
  expect(within(again).getByLabelText('Valor')).toHaveValue('386,70')
  expect(within(again).getByLabelText('Descrição')).toHaveValue('Embalagens Aurora')
  press(again, 'Salvar')
  expect(await rowOf('Embalagens Aurora')).toHaveTextContent('Realizada')
  await waitFor(() => expect(api.transactions().map(({ description }) => description)).toEqual(['Embalagens Aurora']))
})

it('leaves the row of a refused confirmation as the account has it, marked', async () => {
  record(SALE, 'Cesta corporativa', { amount: 98_000, isScheduled: true })
  record(OTHER, 'Venda')
  await open()
  api.fail('PUT', /^\/transactions/)
  fireEvent.click(within(await rowOf('Cesta corporativa')).getByRole('button', { name: /^Confirmar/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, Recebido' }))
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  const row = await rowOf('Cesta corporativa')
  expect(row).toHaveTextContent('Sua mudança não entrou')
  expect(within(row).getByRole('button', { name: /^Confirmar/ })).toBeVisible()
  expect(await rowOf('Venda')).not.toHaveTextContent('Sua mudança não entrou')
  expect(balance()).toHaveTextContent('10,00')
  expect(await review()).toHaveTextContent('Dados inválidos')
  expect(screen.getByRole('button', { name: 'Tentar de novo Cesta corporativa' })).toBeVisible()
})

it('queues a command during a temporary failure, says so, and sends it later', async () => {
  record(SALE, 'Venda')
  const account = await open()
  api.fail('PUT', /^\/transactions/, { code: 'UNAVAILABLE', times: 2 })
  const sheet = await edit('Venda')
  type(sheet, 'Valor', '15')
  press(sheet, 'Salvar')
  await waitFor(async () => expect(await rowOf('Venda')).toHaveTextContent('Aguardando envio'))
  expect(balance()).toHaveTextContent('15,00')
  account.outbox.wake()
  await waitFor(async () => expect(await rowOf('Venda')).not.toHaveTextContent('Aguardando envio'))
  expect(api.transactions()[0]?.amount).toBe(1_500)
})

it('keeps a name typed on a form and another device’s later change of the amount', async () => {
  record(SALE, 'Venda')
  const account = await open()
  const sheet = await edit('Venda')
  api.change('PUT', `/transactions/${SALE}`, { amount: 1_500 })
  await refresh(account)
  await waitFor(() => expect(balance()).toHaveTextContent('15,00'))
  expect(within(sheet).getByLabelText('Valor')).toHaveValue('10,00')
  type(sheet, 'Descrição', 'Venda grande')
  press(sheet, 'Salvar')
  expect(await rowOf('Venda grande')).toHaveTextContent('+15,00')
  await waitFor(() => expect(api.transactions()[0]).toMatchObject({ description: 'Venda grande', amount: 1_500 }))
})

it('does not overwrite a field that changed elsewhere meanwhile', async () => {
  record(SALE, 'Venda')
  const account = await open()
  const sheet = await edit('Venda')
  api.change('PUT', `/transactions/${SALE}`, { amount: 1_500 })
  type(sheet, 'Valor', '12')
  press(sheet, 'Salvar')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  await refresh(account)
  const row = await rowOf('Venda')
  expect(row).toHaveTextContent('+15,00')
  expect(row).toHaveTextContent('Sua mudança não entrou')
  expect(api.transactions()[0]?.amount).toBe(1_500)
  expect(await review()).toHaveTextContent(/Valor mudou em outro aparelho/)
  expect(screen.getByRole('button', { name: 'Comparar Venda' })).toBeVisible()
})

it('offers the correction of a transaction that was deleted elsewhere meanwhile as a new one', async () => {
  record(SALE, 'Aluguel', { type: 'expense', amount: 2_000 })
  const account = await open()
  const sheet = await edit('Aluguel')
  api.change('DELETE', `/transactions/${SALE}`)
  type(sheet, 'Valor', '30')
  press(sheet, 'Salvar')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  await refresh(account)
  await waitFor(() => expect(hasRow('Aluguel')).toBe(false))
  expect(await review()).toHaveTextContent('Transação original não encontrada.')
  press(screen.getByRole('main'), 'Corrigir Aluguel')
  const again = await screen.findByRole('dialog', { name: 'Editar transação' })
  await waitFor(() => expect(again).toHaveTextContent('Transação original não encontrada. Ao salvar, ela entra como nova.'))
  expect(within(again).getByLabelText('Valor')).toHaveValue('30,00')
  press(again, 'Salvar')
  expect(await rowOf('Aluguel')).toHaveTextContent('-30,00')
})

it('keeps the frame after a failed load, which can be retried', async () => {
  api.fail('GET', /^\/transactions$/, { code: 'NOT_FOUND' })
  await open()
  expect(await screen.findByText('Não conseguimos carregar as transações.')).toBeVisible()
  expect(within(screen.getByRole('search')).getByRole('button', { name: 'Período' })).toBeVisible()
  api.recover()
  press(screen.getByRole('main'), 'Tentar de novo')
  expect(await screen.findByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
})

it('keeps what is shown after a failed refresh, and says so beside it', async () => {
  record(SALE, 'Venda')
  const account = await open()
  await rowOf('Venda')
  api.fail('GET', /^\/transactions/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await rowOf('Venda')
  expect(balance()).toHaveTextContent('10,00')
})

it('requests further rows again only when asked to, after they failed to load', async () => {
  const rows = Array.from({ length: 70 }, (_, index) =>
    aTransaction({ id: `x${index}`, description: `Lançamento ${index + 1}`, date: addDays('2026-11-20', -Math.floor(index / 8)) }),
  )
  let isBroken = true
  let furtherReads = 0
  api.reads['/transactions'] = ({ searchParams }) => {
    if (searchParams.has('status')) return { transactions: [], nextCursor: null }
    if (!searchParams.has('cursor')) return { transactions: rows.slice(0, 60), nextCursor: 'next' }
    furtherReads += 1
    if (isBroken) throw new Rejected('VALIDATION')
    return { transactions: rows.slice(60), nextCursor: null }
  }
  api.reads['/transactions/summary'] = () => ({ summary: { ...emptySummary, count: rows.length } })
  await open()
  expect(await screen.findByText('70 transações')).toBeVisible()
  expect(furtherReads).toBe(0)
  window.scrollY = 2_500
  fireEvent.scroll(window)
  expect(await screen.findByText('Não conseguimos carregar mais transações.')).toBeVisible()
  expect(screen.queryByText('Não conseguimos atualizar.', { exact: false })).toBeNull()
  window.scrollY = 2_600
  fireEvent.scroll(window)
  expect(furtherReads).toBe(1)
  isBroken = false
  press(screen.getByRole('main'), 'Tentar de novo')
  await waitFor(() => expect(furtherReads).toBe(2))
  await waitFor(() => expect(screen.queryByText('Não conseguimos carregar mais transações.')).toBeNull())
})
