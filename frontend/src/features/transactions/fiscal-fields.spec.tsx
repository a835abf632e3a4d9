import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { noFiscal } from '@prumo/shared/fiscal-marks'
import type { MeiActivity } from '@prumo/shared/mei-rules'
import { closeScreen, openScreen, press, type } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { Component as TransactionsPage } from './transactions-page'

const ID = '0190d3a0-0000-7000-8000-000000000001'
let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

function withMei(...activities: MeiActivity[]): void {
  const mei = { openedOn: '2024-03-12', activities, isCargoDriver: false, closedOn: null, hasEmployee: false, version: 1 }
  api.reads['/mei'] = () => ({ mei: { ...mei, excludedCategories: ['Aporte'] } })
}
async function openSheet(query: string): Promise<HTMLElement> {
  await openScreen(api, `/dashboard/transactions?${query}`, TransactionsPage)
  return screen.findByRole('dialog', { name: /transação$/i })
}
const saved = () => waitFor(() => expect(screen.queryByRole('dialog', { name: /transação$/i })).toBeNull())

it('says of a sale that it has an invoice and is a service', async () => {
  withMei('industry', 'services')
  api.change('POST', '/transactions', { id: ID, type: 'income', amount: 10_000, description: 'Aula', transactionDate: '2026-11-20' })
  const sheet = await openSheet(`editar=${ID}`)
  fireEvent.click(await within(sheet).findByRole('checkbox', { name: 'Com nota fiscal' }))
  fireEvent.change(within(sheet).getByLabelText('Atividade'), { target: { value: 'services' } })
  expect(within(sheet).getByText('Serviços, com nota fiscal')).toBeInTheDocument()
  press(sheet, 'Salvar')
  await saved()
  await waitFor(() => expect(api.transactions()[0]?.fiscal).toEqual({ ...noFiscal, activity: 'services', hasInvoice: true }))
})

it('asks the opposite where the category is no revenue', async () => {
  withMei('services')
  const aporte = { id: ID, type: 'income', amount: 10_000, description: 'Da poupança', category: 'Aporte', transactionDate: '2026-11-20' }
  api.change('POST', '/transactions', aporte)
  const sheet = await openSheet(`editar=${ID}`)
  const counts = await within(sheet).findByRole('checkbox', { name: 'É receita do MEI' })
  expect(within(sheet).queryByRole('checkbox', { name: 'Com nota fiscal' })).toBeNull()
  fireEvent.click(counts)
  expect(within(sheet).getByRole('checkbox', { name: 'Com nota fiscal' })).toBeInTheDocument()
  // Of a single activity nothing is asked.
  expect(within(sheet).queryByLabelText('Atividade')).toBeNull()
  fireEvent.click(counts)
  press(sheet, 'Salvar')
  await saved()
  expect(api.transactions()[0]?.fiscal).toBeNull()
})

it('offers the month before as that of a DAS', async () => {
  withMei('services')
  const sheet = await openSheet('nova=1')
  fireEvent.click(within(sheet).getByRole('radio', { name: 'Despesa' }))
  type(sheet, 'Valor', '86,05')
  type(sheet, 'Descrição', 'DAS')
  fireEvent.click(await within(sheet).findByRole('button', { name: 'DAS de outubro de 2026' }))
  press(sheet, 'Salvar')
  await waitFor(() => expect(api.transactions()[0]?.fiscal).toEqual({ ...noFiscal, dasOf: '2026-10' }))
})

it('asks nothing without a MEI', async () => {
  const sheet = await openSheet('nova=1')
  await waitFor(() => expect(api.requests).toContain('GET /mei'))
  expect(within(sheet).queryByText('Para o MEI')).toBeNull()
})
