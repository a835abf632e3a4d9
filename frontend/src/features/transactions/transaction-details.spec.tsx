import { fireEvent, screen, within } from '@testing-library/react'
import { NOW } from '../../data/test-server'
import { closeScreen, openScreen } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { Component as TransactionsPage } from './transactions-page'

let api: TestApi
beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const visit = { grantId: '7', ownerName: 'Ana', until: null, endsAt: '2026-11-28T00:00:00.000Z', grants: [] }
const ID = '00000000-0000-4000-8000-000000000001'
const open = (query = '') => openScreen(api, `/dashboard/transactions${query}`, TransactionsPage, {}, { visit })
const record = (about: object = {}) =>
  api.change('POST', '/transactions', {
    id: ID,
    description: 'Moinho Central',
    amount: 31_240,
    type: 'expense',
    category: 'Fornecedores',
    transactionDate: '2026-11-20',
    note: 'Paga na entrega',
    ...about,
  })
const row = async () => (await screen.findByRole('cell', { name: /^Moinho Central/ })).closest('tr')!

it('shows a guest all of a transaction, and nothing that changes it', async () => {
  record()
  await open()
  expect(within(await row()).getAllByRole('button')).toHaveLength(1)
  expect(within(await row()).queryByRole('checkbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Importar extrato' })).not.toBeInTheDocument()
  fireEvent.click(within(await row()).getByRole('button', { name: 'Ver Moinho Central' }))
  const details = await screen.findByRole('dialog', { name: 'Transação' })
  for (const text of ['Moinho Central', 'Fornecedores', '20/11/2026', 'Paga na entrega', 'Despesa'])
    expect(await within(details).findByText(text)).toBeVisible()
  expect(within(details).queryByRole('textbox')).not.toBeInTheDocument()
})

it('shows a guest the receipts, and nothing that adds or removes one', async () => {
  record()
  const receipt = { transactionId: ID, name: 'NF-e 4471.xml', type: 'application/xml', size: 12, createdAt: NOW, version: 1 } as const
  api.attachments = [{ ...receipt, id: '00000000-0000-4000-8000-0000000000a1' }]
  api.files.set('00000000-0000-4000-8000-0000000000a1', new Blob(['<nfeProc/>']))
  await open('?comprovante=com')
  fireEvent.click(within(await row()).getByRole('button', { name: 'Ver Moinho Central' }))
  const receipts = await screen.findByRole('region', { name: 'Comprovantes' })
  fireEvent.click(await within(receipts).findByRole('button', { name: /^Abrir NF-e 4471/ }))
  expect(within(receipts).queryByLabelText('Arquivos de comprovante')).not.toBeInTheDocument()
  expect(within(receipts).queryByRole('button', { name: /Adicionar/ })).not.toBeInTheDocument()
  const viewer = await screen.findByRole('dialog', { name: 'Comprovante de Moinho Central' })
  expect(await within(viewer).findByLabelText('Texto da nota')).toHaveValue('<nfeProc/>')
  expect(within(viewer).getByRole('button', { name: 'Baixar o comprovante' })).toBeEnabled()
  expect(within(viewer).queryByRole('button', { name: 'Excluir o comprovante' })).not.toBeInTheDocument()
})

it('says that a transaction has no receipt', async () => {
  record()
  await open()
  fireEvent.click(within(await row()).getByRole('button', { name: 'Ver Moinho Central' }))
  expect(await screen.findByRole('region', { name: 'Comprovantes' })).toHaveTextContent('Nenhum comprovante.')
})

it('offers a guest no confirmation of what is scheduled', async () => {
  record({ isScheduled: true, transactionDate: '2026-12-20' })
  await open()
  expect(
    within(await row())
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['Ver Moinho Central'])
})

it('ticks nothing by keys', async () => {
  record()
  await open()
  await row()
  for (const key of ['j', 'x', 'e', 'c', '#']) fireEvent.keyDown(document.body, { key })
  expect(screen.queryByRole('region', { name: 'Marcadas' })).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('says that there is nothing yet, without a way to add something', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Nenhuma transação ainda' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Nova Transação' })).not.toBeInTheDocument()
})
