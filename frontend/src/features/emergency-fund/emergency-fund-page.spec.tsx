import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh, refusals, review, type } from '../../app/test-screens'
import type { Account } from '../../data/account'
import { TestApi } from '../../data/test-api'
import { Component as EmergencyFundPage } from './emergency-fund-page'

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = () => openScreen(api, '/dashboard/emergency', EmergencyFundPage)
/** Opens the screen of a fund of R$ 500,00, whose target is R$ 9.000,00. */
async function openFund(): Promise<Account> {
  api.change('PUT', '/emergency-fund', {})
  api.change('POST', '/emergency-fund/add', { amount: 50_000 })
  const account = await open()
  await findMissing('8.500,00')
  return account
}
const status = () => screen.getByRole('region', { name: 'Situação da reserva' })
const target = () => screen.getByRole('region', { name: 'Meta da reserva' })
const movements = () => within(screen.getByRole('region', { name: 'Movimentações' })).queryAllByRole('listitem')
/** Waits until this amount is missing to the target. */
const findMissing = (amount: string) =>
  waitFor(() => expect(within(status()).getByText('Falta Guardar').parentElement).toHaveTextContent(`R$ ${amount}`))
const chooseSix = () => fireEvent.click(within(target()).getByRole('radio', { name: '6' }))

it('rolls back a withdrawal that lost the race, with the server’s reason, and offers it again', async () => {
  const account = await openFund()
  press(status(), 'Retirar')
  const dialog = await screen.findByRole('dialog', { name: 'Retirar da reserva' })
  type(dialog, 'Valor', '400')
  type(dialog, 'Descrição (opcional)', 'Gás')
  api.change('POST', '/emergency-fund/withdraw', { amount: 30_000 })
  press(dialog, 'Retirar')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  expect(status()).toHaveTextContent('Você quis retirar R$ 400,00. Você tem R$ 200,00 na reserva.')
  expect(status()).toHaveTextContent('Sua mudança não entrou')
  await refresh(account)
  await findMissing('8.800,00')
  expect(movements()).toHaveLength(2)
  expect(api.fund()?.currentAmount).toBe(20_000)

  expect(await review()).toHaveTextContent('Você tem R$ 200,00 na reserva.')
  press(screen.getByRole('main'), 'Corrigir Gás')
  const again = await screen.findByRole('dialog', { name: 'Retirar da reserva' })
  expect(within(again).getByLabelText('Valor')).toHaveValue('400,00')
  expect(within(again).getByLabelText('Descrição (opcional)')).toHaveValue('Gás')
  press(again, /^Tudo: R\$\s200,00$/)
  press(again, 'Retirar')
  await waitFor(() => expect(api.fund()?.currentAmount).toBe(0))
  await waitFor(() => expect(status()).not.toHaveTextContent('Sua mudança não entrou'))
})

it('rolls back a refused target, and offers the chosen one again', async () => {
  await openFund()
  api.fail('PUT', /^\/emergency-fund$/)
  chooseSix()
  press(target(), 'Salvar meta')
  expect(await refusals()).toHaveTextContent('1 lançamento não foi aceito')
  expect(status()).toHaveTextContent('Você quis mudar a meta da reserva. Dados inválidos')
  expect(status()).toHaveTextContent('Sua mudança não entrou')
  await findMissing('8.500,00')
  api.recover()
  expect(await review()).toHaveTextContent('Dados inválidos')
  press(screen.getByRole('main'), 'Corrigir Reserva de Emergência')
  await waitFor(() => expect(within(target()).getByRole('radio', { name: '6' })).toBeChecked())
  press(target(), 'Salvar meta')
  await findMissing('17.500,00')
  await waitFor(() => expect(api.fund()?.targetMonths).toBe(6))
  await waitFor(() => expect(status()).not.toHaveTextContent('Sua mudança não entrou'))
})

it('keeps a target chosen on a form and another device’s later change of the average', async () => {
  const account = await openFund()
  chooseSix()
  api.change('PUT', '/emergency-fund', { monthlyExpenseAverage: 400_000 })
  await refresh(account)
  await findMissing('11.500,00')
  expect(within(target()).getByRole('radio', { name: '6' })).toBeChecked()
  press(target(), 'Salvar meta')
  await waitFor(() => expect(api.fund()).toMatchObject({ targetMonths: 6, monthlyExpenseAverage: 400_000 }))
  await findMissing('23.500,00')
})

it('keeps what is shown after a failed refresh, and says so once', async () => {
  const account = await openFund()
  api.fail('GET', /^\/emergency-fund/)
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  await findMissing('8.500,00')
  expect(movements()).toHaveLength(1)
})

it('keeps the frame after a failed load, which can be retried', async () => {
  api.fail('GET', /^\/emergency-fund(\/movements)?$/)
  await open()
  for (const what of ['a reserva', 'as movimentações']) expect(await screen.findByText(`Não conseguimos carregar ${what}.`)).toBeVisible()
  api.recover()
  for (const button of screen.getAllByRole('button', { name: 'Tentar de novo' })) fireEvent.click(button)
  expect(await screen.findByText('Nada entrou nem saiu ainda.')).toBeVisible()
  expect(status()).toHaveTextContent('Vamos começar')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows the date of a stale analysis until it is recomputed', async () => {
  const current = api.reads['/emergency-fund/analysis']!
  const stale = { computedAt: '2026-11-19T17:32:00.000Z', stale: true }
  api.reads['/emergency-fund/analysis'] = (address) => ({ analysis: { ...(current(address) as { analysis: object }).analysis, ...stale } })
  await openFund()
  expect(screen.getByText('Média de despesas calculada ontem, às 14h32. Atualizando…')).toBeVisible()
  api.reads['/emergency-fund/analysis'] = current
  await waitFor(() => expect(screen.queryByText(/Atualizando…/)).toBeNull())
})
