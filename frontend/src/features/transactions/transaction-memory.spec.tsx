import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UsedDescription } from '@prumo/shared/transactions'
import { closeScreen, openScreen, press, type } from '../../app/test-screens'
import { TestApi } from '../../data/test-api'
import { aWallet } from '../../data/test-fixtures'
import { Component as TransactionsPage } from './transactions-page'

const [BANK, CASH, CARD] = ['1', '2', '3'].map((last) => `0190d3a0-0000-7000-8000-00000000000${last}`) as [string, string, string]
const RULE = '0190d3a0-0000-7000-8000-0000000000aa'
const used = (description: string, about: Partial<UsedDescription> = {}): UsedDescription => ({
  description,
  type: 'expense',
  category: 'Fornecedores',
  amount: 29_760,
  walletId: BANK,
  count: 37,
  lastDate: '2026-10-30',
  ...about,
})
let api: TestApi

beforeEach(() => {
  api = new TestApi()
  api.reads['/transactions/descriptions'] = () => ({ descriptions: [used('Moinho Central'), used('Moinho Santa Clara', { count: 4 })] })
})
afterEach(closeScreen)

async function openNew() {
  const account = await openScreen(api, '/dashboard/transactions?nova=1', TransactionsPage)
  const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
  const enqueue = jest.spyOn(account.outbox, 'enqueue')
  const recorded = () => enqueue.mock.calls.at(-1)?.[0]?.args
  return { sheet, recorded }
}
const write = (sheet: HTMLElement, line: string) => type(sheet, 'Escreva em uma linha', line)
const fact = (sheet: HTMLElement, name: string) => within(sheet).findByRole('button', { name: new RegExp(`^${name}`) })
async function enter(sheet: HTMLElement): Promise<void> {
  await act(async () => fireEvent.keyDown(within(sheet).getByLabelText('Escreva em uma linha'), { key: 'Enter' }))
}

describe('the description', () => {
  it('offers past ones after two letters, and takes all but a typed amount', async () => {
    const { sheet } = await openNew()
    await waitFor(() => expect(api.requests).toContain('GET /transactions/descriptions'))
    const field = within(sheet).getByRole('combobox', { name: 'Descrição' })
    fireEvent.change(field, { target: { value: 'm' } })
    expect(field).toHaveAttribute('aria-expanded', 'false')
    fireEvent.change(field, { target: { value: 'mo' } })
    const offers = await within(sheet).findAllByRole('option')
    expect(offers.map(({ textContent }) => textContent)).toEqual([
      'Moinho Central-R$\u00a0297,60Fornecedores, em 30/10, 37 vezes',
      'Moinho Santa Clara-R$\u00a0297,60Fornecedores, em 30/10, 4 vezes',
    ])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(field).toHaveAttribute('aria-activedescendant', offers[0]?.id)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveValue('Moinho Central')
    expect(field).toHaveAttribute('aria-expanded', 'false')
    expect(within(sheet).getByLabelText('Valor')).toHaveValue('297,60')
    expect(within(sheet).getByRole('radio', { name: 'Despesa' })).toBeChecked()
    expect(within(sheet).getByRole('radio', { name: 'Fornecedores' })).toBeChecked()

    type(sheet, 'Valor', '10')
    fireEvent.change(field, { target: { value: 'santa' } })
    fireEvent.click(await within(sheet).findByRole('option'))
    expect(field).toHaveValue('Moinho Santa Clara')
    expect(within(sheet).getByLabelText('Valor')).toHaveValue('10')
    expect(api.requests.filter((request) => request === 'GET /transactions/descriptions')).toHaveLength(1)
  })

  it('suggests a category until the person chooses one, and names the rule that it came from', async () => {
    const at = '2026-11-01T00:00:00.000Z'
    const rule = { id: RULE, text: 'ateliê', type: null, category: 'Equipamentos', description: null, uses: 0, version: 1 }
    api.reads['/rules'] = () => ({ rules: [{ ...rule, createdAt: at, updatedAt: at }] })
    const { sheet, recorded } = await openNew()
    fireEvent.click(within(sheet).getByRole('radio', { name: 'Despesa' }))
    type(sheet, 'Valor', '10')
    type(sheet, 'Descrição', 'Posto Avenida')
    expect(await within(sheet).findByText('sugerida')).toBeVisible()
    expect(within(sheet).getByRole('radio', { name: 'Transporte' })).toBeChecked()
    type(sheet, 'Descrição', 'Atelie da Bia')
    expect(await within(sheet).findByText('sua regra')).toBeVisible()
    await act(async () => press(sheet, 'Salvar'))
    expect(recorded()).toMatchObject({ description: 'Atelie da Bia', category: 'Equipamentos', ruleId: RULE })
  })
})

describe('the written line', () => {
  it('shows what it understood with where it came from, and Enter records it', async () => {
    const { sheet, recorded } = await openNew()
    write(sheet, 'moinho central 45,90 ontem')
    expect(await fact(sheet, 'Categoria')).toHaveTextContent('Fornecedorescomo em 30/10')
    expect(await fact(sheet, 'Tipo')).toHaveTextContent('Despesacomo em 30/10')
    await enter(sheet)
    expect(recorded()).toMatchObject({ type: 'expense', description: 'Moinho Central', amount: 4590, date: '2026-11-19' })
  })

  it('leaves a field alone that the person changed, and fills the others on', async () => {
    const { sheet, recorded } = await openNew()
    write(sheet, 'posto 45,00')
    fireEvent.click(await fact(sheet, 'Categoria'))
    expect(within(sheet).getByRole('radio', { name: 'Transporte' })).toHaveFocus()
    fireEvent.click(within(sheet).getByRole('radio', { name: 'Marketing' }))
    write(sheet, 'posto 50,00')
    await enter(sheet)
    expect(recorded()).toMatchObject({ amount: 5000, category: 'Marketing' })
  })

  it('asks which of two amounts is meant, and saves nothing before the answer', async () => {
    const { sheet, recorded } = await openNew()
    write(sheet, 'forma 20 34,90 ontem')
    const question = await within(sheet).findByRole('group', { name: 'Há dois valores. Qual é o preço?' })
    expect(question).toHaveTextContent('R$ 34,90A descrição fica “Forma 20”')
    await enter(sheet)
    expect(recorded()).toBeUndefined()
    const first = within(question).getAllByRole('button')[0]!
    expect(first).toHaveFocus()
    const key = String(
      within(question)
        .getAllByRole('button')
        .findIndex(({ textContent }) => textContent?.includes('34,90A')) + 1,
    )
    fireEvent.keyDown(first, { key })
    await enter(sheet)
    expect(recorded()).toMatchObject({ description: 'Forma 20', amount: 3490, date: '2026-11-19' })
  })

  it('opens the field of a missing amount', async () => {
    const { sheet, recorded } = await openNew()
    write(sheet, 'mercado ontem')
    await fact(sheet, 'Categoria')
    await enter(sheet)
    expect(within(sheet).getByLabelText('Valor')).toHaveFocus()
    expect(recorded()).toBeUndefined()
  })

  it('records a transfer between wallets, and a repeating one as a recurrence', async () => {
    // The test server has no recurrences, and a call that breaks off is sent again at once.
    api.fail('POST', /^\/recurrences$/)
    api.wallets = [
      aWallet({ id: BANK }),
      aWallet({ id: CASH, name: 'Caixa', kind: 'cash', isMain: false, order: 1 }),
      aWallet({ id: CARD, name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10, isMain: false, order: 2 }),
    ]
    const { sheet, recorded } = await openNew()
    await within(sheet).findByRole('radio', { name: 'Transferência' })
    write(sheet, 'paguei a fatura 1.120,40')
    expect(await fact(sheet, 'Para')).toHaveTextContent('Nubankseu único cartão')
    await act(async () => fireEvent.keyDown(within(sheet).getByLabelText('Escreva em uma linha'), { key: 'Enter', ctrlKey: true }))
    expect(recorded()).toMatchObject({ type: 'transfer', amount: 112_040, walletId: BANK, toWalletId: CARD })
    write(sheet, 'aluguel 1200 todo mês dia 5')
    expect(await fact(sheet, 'Repete')).toHaveTextContent('Todo mês')
    await enter(sheet)
    expect(recorded()).toMatchObject({ recurrence: { description: 'Aluguel', every: 'month', start: '2026-12-05' } })
  })
})

describe('a transaction like another one', () => {
  beforeEach(() =>
    api.change('POST', '/transactions', {
      id: '00000000-0000-4000-8000-000000000001',
      description: 'Embalagens',
      amount: 1000,
      type: 'expense',
      category: 'Fornecedores',
      transactionDate: '2026-11-03',
    }),
  )
  const again = { description: 'Embalagens', amount: 1000, type: 'expense', category: 'Fornecedores', date: '2026-11-20' }

  it('is the last one by Ctrl Shift Enter, with today as its date', async () => {
    const { sheet, recorded } = await openNew()
    await screen.findByRole('cell', { name: /^Embalagens/, hidden: true })
    fireEvent.keyDown(within(sheet).getByLabelText('Descrição'), { key: 'Enter', ctrlKey: true, shiftKey: true })
    expect(within(sheet).getByLabelText('Valor')).toHaveValue('10,00')
    await act(async () => press(sheet, 'Salvar'))
    expect(recorded()).toMatchObject(again)
  })

  it('opens from the one that is edited', async () => {
    const account = await openScreen(api, '/dashboard/transactions?editar=00000000-0000-4000-8000-000000000001', TransactionsPage)
    const enqueue = jest.spyOn(account.outbox, 'enqueue')
    const edited = await screen.findByRole('dialog', { name: 'Editar transação' })
    fireEvent.click(await within(edited).findByRole('button', { name: 'Duplicar' }))
    const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
    await act(async () => press(sheet, 'Salvar'))
    expect(enqueue.mock.calls.at(-1)?.[0]).toMatchObject({ name: 'transaction.record', args: again })
  })
})
