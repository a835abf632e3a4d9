import { screen, waitFor, within } from '@testing-library/react'
import { TestApi } from '../data/test-api'
import { Component as Overview } from './overview-route'
import { closeScreen, expectOutdatedUntilRetry, openScreen, press, refresh } from './test-screens'

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const open = () => openScreen(api, '/dashboard', Overview)
const result = () => screen.getByRole('region', { name: 'Resultado do mês' })

it('keeps the frame where the result of the month fails to load, and can retry it', async () => {
  api.fail('GET', /months$/, { code: 'NOT_FOUND' })
  await open()
  const alert = await within(result()).findByRole('alert')
  expect(alert).toHaveTextContent('Não conseguimos carregar o resultado do mês.')
  api.recover()
  press(alert, 'Tentar de novo')
  await waitFor(() => expect(result()).toHaveTextContent('Lance a primeira transação e esta linha começa a se mover.'))
})

it('keeps the result of the month where it fails to refresh, and marks it as old', async () => {
  api.change('POST', '/transactions', {
    id: '00000000-0000-4000-8000-000000000001',
    description: 'Venda',
    amount: 1_000,
    type: 'income',
    transactionDate: '2026-11-20',
  })
  const account = await open()
  await waitFor(() => expect(result()).toHaveTextContent('R$ 10,00'))
  api.fail('GET', /months$/, { code: 'NOT_FOUND' })
  await refresh(account)
  await expectOutdatedUntilRetry(api)
  expect(result()).toHaveTextContent('R$ 10,00')
})
