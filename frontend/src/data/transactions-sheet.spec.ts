/** @jest-environment node */
import { read, type WorkSheet } from '@e965/xlsx'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { aTransaction } from './test-fixtures'
import { csvFile } from '../lib/csv-file'
import { buildXlsx } from '../lib/xlsx-content'
import { transactionsSheet, transactionsTable } from './transactions-sheet'

const transaction = (changes: Partial<Transaction>) => aTransaction({ description: 'Bolo', amount: 1000, ...changes })

const several = [
  transaction({ amount: 123_456 }),
  transaction({ description: '=HYPERLINK("http://x")', type: 'expense', amount: 10, category: null }),
  transaction({ description: 'Aluguel; do ponto', type: 'expense', amount: 20, category: '@casa' }),
  transaction({ description: 'Encomenda', amount: 50_000, isScheduled: true, isConfirmed: false, isReceived: false }),
  transaction({ description: 'Não veio', amount: 7000, isScheduled: true, isConfirmed: true, isReceived: false }),
]

async function opened(transactions: readonly Transaction[]): Promise<WorkSheet> {
  const content = await buildXlsx([transactionsSheet(transactions)])
  return read(await content.arrayBuffer(), { cellNF: true }).Sheets['Transações'] ?? {}
}

it('has expense left, income right, and the state of each', async () => {
  const sheet = await opened(several)
  expect(['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((name) => sheet[name]?.v)).toEqual([
    'Data',
    'Descrição',
    'Categoria',
    'Situação',
    'Saiu (R$)',
    'Entrou (R$)',
  ])
  expect(sheet['F2']).toMatchObject({ t: 'n', v: 1234.56, z: '#,##0.00' })
  expect(sheet['A2']).toMatchObject({ t: 'n', z: 'dd/mm/yyyy' })
  expect(sheet['E3']).toMatchObject({ t: 'n', v: 0.1 })
  expect(sheet['C3']?.v).toBe(NO_CATEGORY)
  expect([2, 3, 4, 5, 6].map((row) => sheet[`D${row}`]?.v)).toEqual(['Realizada', 'Realizada', 'Realizada', 'A confirmar', 'Não recebida'])
})

it('sums settled transactions as the screen does, and expected ones apart', async () => {
  const sheet = await opened(several)
  expect(sheet['E8']).toMatchObject({ f: 'SUMIFS(E2:E6,D2:D6,"Realizada")', v: 0.3 })
  expect(sheet['F8']).toMatchObject({ f: 'SUMIFS(F2:F6,D2:D6,"Realizada")', v: 1234.56 })
  expect(sheet['F9']).toMatchObject({ f: 'F8-E8', v: 1234.26 })
  expect(sheet['F10']).toMatchObject({ f: 'SUMIFS(F2:F6,D2:D6,"A confirmar")', v: 500 })
})

it('has 20,000 rows whose sum is exact to the centavo', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) =>
    transaction({
      description: `PIX RECEBIDO ${index}`,
      type: index % 3 === 0 ? 'expense' : 'income',
      amount: 1 + ((index * 7_919) % 999_983),
      date: `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
    }),
  )
  const sheet = await opened(many)
  let [out, into] = [0, 0]
  for (const [index, { description, type, amount }] of many.entries()) {
    const row = index + 2
    const [name, other] = type === 'expense' ? ['E', 'F'] : ['F', 'E']
    if (sheet[`B${row}`]?.v !== description || sheet[`${name}${row}`]?.v !== amount / 100 || sheet[`${other}${row}`] !== undefined)
      throw new Error(`Row ${row} is another`)
    if (type === 'expense') out += amount
    else into += amount
  }
  expect(sheet['E20003']).toMatchObject({ f: 'SUMIFS(E2:E20001,D2:D20001,"Realizada")', v: out / 100 })
  expect(sheet['F20003']).toMatchObject({ v: into / 100 })
  expect(sheet['F20004']).toMatchObject({ v: (into - out) / 100 })
})

it('exports the same rows as CSV without formulas that run', () => {
  const { name, text } = csvFile('prumo-transacoes-2026-11-20', transactionsTable(several))
  expect(name).toBe('prumo-transacoes-2026-11-20.csv')
  expect(text).toBe(
    [
      '\uFEFFData;Descrição;Categoria;Situação;Saiu (R$);Entrou (R$)',
      '20/11/2026;Bolo;Vendas;Realizada;;1234,56',
      `20/11/2026;"'=HYPERLINK(""http://x"")";Sem categoria;Realizada;0,10;`,
      `20/11/2026;"Aluguel; do ponto";'@casa;Realizada;0,20;`,
      '20/11/2026;Encomenda;Vendas;A confirmar;;500,00',
      '20/11/2026;Não veio;Vendas;Não recebida;;70,00',
      '',
    ].join('\r\n'),
  )
})
