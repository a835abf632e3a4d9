import fc from 'fast-check'
import { changedMonths, changedTransactionText, closingTexts, settledMonths, type ClosableTransaction } from './closing-rules.js'

const flags = fc.constantFrom(
  { isScheduled: false, isConfirmed: true, isReceived: true },
  { isScheduled: true, isConfirmed: false, isReceived: false },
  { isScheduled: true, isConfirmed: true, isReceived: false },
  { isScheduled: true, isConfirmed: true, isReceived: true },
)
const day = fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01')
const transaction: fc.Arbitrary<ClosableTransaction> = fc
  .record({
    date: day,
    amount: fc.constantFrom(1, 2),
    type: fc.constantFrom('income', 'expense', 'transfer'),
    description: fc.constantFrom('Bolo', 'Torta'),
    category: fc.constantFrom(null, 'Vendas'),
    walletId: fc.constantFrom(null, 'caixa'),
    toWalletId: fc.constantFrom(null, 'cofre'),
    arrival: day,
    flags,
  })
  .map(({ arrival, flags: said, type, toWalletId, ...rest }) => {
    const isTransfer = type === 'transfer'
    return { ...rest, ...said, type, toWalletId: isTransfer ? toWalletId : null, toDate: isTransfer ? arrival : null }
  })
const maybe = fc.option(transaction)

/** The settled transactions of a month as the rows of a list would show them. */
function rowOf(each: ClosableTransaction | null, month: string): string | null {
  if (!each || !settledMonths(each).includes(month)) return null
  const { isScheduled: _, isConfirmed: _confirmed, isReceived: _received, ...held } = each
  return JSON.stringify(held)
}

it('finds exactly the months whose settled transactions are others afterwards', () => {
  fc.assert(
    fc.property(maybe, maybe, (before, after) => {
      const changed = changedMonths(before, after)
      for (const month of ['2026-09', '2026-10', '2026-11']) {
        expect([month, changed.has(month)]).toEqual([month, rowOf(before, month) !== rowOf(after, month)])
      }
    }),
  )
})

it('lets a name of a category change, and nothing else with it', () => {
  fc.assert(
    fc.property(transaction, maybe, fc.constantFrom('Encomendas', null), (before, other, category) => {
      expect(changedMonths(before, { ...before, category }, true).size).toBe(0)
      if (!other) return
      const changed = changedMonths(before, { ...other, category: before.category }, true)
      expect(changed).toEqual(changedMonths(before, { ...other, category: before.category }))
    }),
  )
})

it('names the months in words, and how a transaction differs', () => {
  expect(closingTexts.closed(['2026-11'])).toBe('Novembro de 2026 está fechado. Reabra para mudar.')
  expect(closingTexts.closed(['2026-11', '2026-10'])).toBe('Outubro de 2026 e novembro de 2026 estão fechados. Reabra para mudar.')
  const change = (amountBefore: number | null, amountAfter: number | null) =>
    changedTransactionText({ description: 'Feira', amountBefore, amountAfter }).replaceAll('\u00a0', ' ')
  expect(change(48_000, 54_000)).toBe('Feira, de R$ 480,00 para R$ 540,00')
  expect(change(null, 1_200)).toBe('Feira, R$ 12,00, lançada depois')
  expect(change(1_200, null)).toBe('Feira, R$ 12,00, saiu do mês')
  expect(change(1_200, 1_200)).toBe('Feira, R$ 12,00, corrigida')
})
