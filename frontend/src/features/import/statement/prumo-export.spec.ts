import fc from 'fast-check'
import { readCsv } from './test-reading'
import { aTransaction } from '../../../data/test-fixtures'
import { csvFile } from '../../../lib/csv-file'
import { transactionsTable } from '../../../data/transactions-sheet'

const transaction = fc.record({
  description: fc
    .stringMatching(/^[=+@\-A-Za-zãé;"']{1,12}( [A-Za-z;"]{1,8})?$/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith("'") && !/^(saldo|sdo|total)/i.test(text)),
  amount: fc.integer({ min: 1, max: 99_999_999 }),
  type: fc.constantFrom('income' as const, 'expense' as const),
  category: fc.constantFrom(null, 'Vendas', 'Fornecedores'),
})

it('restores settled transactions that Prumo exported', () => {
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 10 }), (rows) => {
      const { text } = csvFile('transacoes', transactionsTable(rows.map((row) => aTransaction({ ...row, date: '2026-09-01' }))))
      const statement = readCsv(text.replace('\uFEFF', '').replaceAll('\r\n', '\n'))
      expect(statement?.unread).toEqual([])
      expect(statement?.lines.map(({ centavos, description, category }) => ({ centavos, description, category }))).toEqual(
        rows.map(({ amount, type, description, category }) => ({
          centavos: amount * (type === 'income' ? 1 : -1),
          description,
          category,
        })),
      )
    }),
    { numRuns: 50 },
  )
})

it('restores unsettled ones as planned', () => {
  const pending = aTransaction({ description: 'Aluguel', date: '2026-09-01', isScheduled: true, isConfirmed: false, isReceived: false })
  const { text } = csvFile('transacoes', transactionsTable([pending]))
  expect(readCsv(text.replace('\uFEFF', ''))?.lines).toMatchObject([{ description: 'Aluguel', isPlanned: true }])
})
