import { aTransaction } from '../../data/test-fixtures'
import type { Transaction } from '@prumo/shared/transactions'
import { movementsOf, partnersOf } from './movements'
import { proofRows } from './wallet-proof'

const at = (id: string, date: string, about: Partial<Transaction>) =>
  aTransaction({ id, date, walletId: 'inter', createdAt: `${date}T12:00:00.000Z`, ...about })

const november = { walletId: 'inter', from: '2026-11-01', to: '2026-11-30', closing: 140_215 }

const rows = [
  at('sale', '2026-11-27', { amount: 18_500 }),
  at('withdrawn', '2026-11-25', { type: 'transfer', amount: 20_000, toWalletId: 'caixa', toDate: '2026-11-25' }),
  at('deposited', '2026-10-31', { type: 'transfer', amount: 15_000, walletId: 'caixa', toWalletId: 'inter', toDate: '2026-11-03' }),
  at('rent', '2026-11-30', { type: 'expense', isScheduled: true, isConfirmed: false, isReceived: false }),
  at('elsewhere', '2026-11-20', { walletId: 'caixa' }),
]

it('runs the balance back from the closing one, each side of a transfer on its own day', () => {
  const { settled, pending } = movementsOf([rows, rows], november)
  expect(settled.map(({ transaction, date, centavos, balance }) => [transaction.id, date, centavos, balance])).toEqual([
    ['sale', '2026-11-27', 18_500, 140_215],
    ['withdrawn', '2026-11-25', -20_000, 121_715],
    ['deposited', '2026-11-03', 15_000, 141_715],
  ])
  expect(pending.map(({ transaction, balance }) => [transaction.id, balance])).toEqual([['rent', null]])
  expect(partnersOf(settled)).toEqual({ from: ['caixa'], to: ['caixa'] })
})

it('proves the month line by line, without lines of nothing', () => {
  const summary = { income: 632_630, expense: 448_785, transferIn: 15_000, transferOut: 116_875 }
  const proof = {
    summary,
    opening: 58_245,
    openingDate: '2026-10-31',
    closing: 140_215,
    closingDate: '2026-11-27',
    cameFrom: ['Caixa'],
    wentTo: ['Nubank', 'Caixa'],
    now: '2026-11-27',
  }
  expect(proofRows(proof).map(({ name, centavos }) => `${name} ${centavos}`)).toEqual([
    'em 31 de outubro 58245',
    'entrou 632630',
    'saiu -448785',
    'veio do Caixa 15000',
    'foi para o Nubank e o Caixa -116875',
    'hoje, 27 de novembro 140215',
  ])
  const still = proofRows({ ...proof, summary: { ...summary, expense: 0, transferIn: 0, transferOut: 0 } })
  expect(still.map(({ name }) => name)).toEqual(['em 31 de outubro', 'entrou', 'hoje, 27 de novembro'])
})
