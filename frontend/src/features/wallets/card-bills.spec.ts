import { aTransaction } from '../../data/test-fixtures'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill } from '@prumo/shared/wallets'
import { arrangeBills, entriesOf, lastPayer, paymentsOf } from './card-bills'
import { paidText, restText } from './card-sections'

const CARD = 'card'
const NOW = '2026-11-27'

function bill(month: string, about: Partial<Bill> = {}): Bill {
  const [closesOn, from] = {
    '2026-11': ['2026-11-03', '2026-10-04'],
    '2026-12': ['2026-12-03', '2026-11-04'],
    '2027-01': ['2027-01-03', '2026-12-04'],
  }[month] as [string, string]
  return { month, from, closesOn, dueOn: `${month}-10`, purchases: 0, refunds: 0, paid: 0, remaining: 0, state: 'open', ...about }
}

const on = (date: string, about: Partial<Transaction>) =>
  aTransaction({ id: date + about.type, type: 'expense', walletId: CARD, date, ...about })
const payment = (date: string, walletId = 'inter') =>
  on(date, { type: 'transfer', walletId, toWalletId: CARD, toDate: date, amount: 96_875 })
const name = (id: string) => ({ inter: 'Inter', main: 'Conta principal' })[id] ?? id

describe('the bills of a card', () => {
  it('put a closed one that is not paid first, then the open one, and leave empty ones out', () => {
    const late = bill('2026-11', { purchases: 96_875, remaining: 50_000, state: 'late' })
    const open = bill('2026-12')
    const next = bill('2027-01', { purchases: 24_260 })
    expect(arrangeBills([late, open, next], NOW)).toEqual({ due: late, open, coming: [next], closed: [] })
  })

  it('list paid ones as closed', () => {
    const paid = bill('2026-11', { purchases: 96_875, paid: 96_875, state: 'paid' })
    expect(arrangeBills([paid, bill('2026-12'), bill('2027-01')], NOW)).toMatchObject({ due: null, coming: [], closed: [paid] })
  })

  it('have purchases and refunds of their days, without payments and what was not received', () => {
    const rows = [
      on('2026-11-03', {}),
      on('2026-11-04', { amount: 9_460 }),
      on('2026-11-20', { type: 'income', amount: 2_000 }),
      on('2026-11-21', { isScheduled: true, isConfirmed: true, isReceived: false }),
      payment('2026-11-10'),
    ]
    expect(entriesOf(bill('2026-12'), rows, CARD).map(({ date, centavos }) => [date, centavos])).toEqual([
      ['2026-11-20', 2_000],
      ['2026-11-04', -9_460],
    ])
  })

  it('name the payment after their closing, and how many there were', () => {
    const rows = [payment('2026-11-10'), payment('2026-11-03'), payment('2026-12-04')]
    const payments = paymentsOf(bill('2026-11'), '2026-12-03', rows, CARD)
    expect(paidText(payments, name, NOW)).toBe('Paga em 10/11, do Inter')
    expect(paidText([...payments, ...payments], name, NOW)).toBe('Paga em 10/11, em 2 vezes')
    expect(paidText([], name, NOW)).toBe('Paga')
    expect(lastPayer([payment('2026-11-10', 'main'), payment('2026-10-10')], CARD)).toBe('main')
  })

  it('sum up equal instalments that are not listed', () => {
    const month = (text: string, centavos = 14_800) => ({ month: text, centavos, entries: [] })
    expect(restText([month('2027-04'), month('2027-09')])).toBe('mais 2 de R$\u00a0148,00, até setembro de 2027')
    expect(restText([month('2027-04'), month('2027-09', 100)])).toBe('mais 2 faturas, até setembro de 2027')
  })
})
