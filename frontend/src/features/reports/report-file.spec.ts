import type { Report } from '@prumo/shared/reports'
import fc from 'fast-check'
import { jsonFile, reportCsv, reportSheets } from './report-file'

/** 23:59 on 20 November in São Paulo. */
const NOW = new Date('2026-11-21T02:59:00.000Z')

const report: Report = {
  period: '3months',
  from: '2026-09-01',
  to: '2026-11-20',
  totals: { income: 123_456, expense: 200_000, balance: -76_544, transactionCount: 12 },
  monthly: [{ month: '2026-11', income: 123_456, expense: 200_000, balance: -76_544, partial: true }],
  categories: [{ category: 'Vendas', type: 'income', total: 123_456, count: 3, share: 1 }],
  incomeGrowth: null,
  comparison: {
    from: '2026-06-01',
    to: '2026-08-20',
    changes: [{ category: 'Aluguel', type: 'expense', total: 200_000, previousTotal: 180_000 }],
  },
  oneOffs: [{ date: '2026-11-12', description: 'Batedeira', category: 'Equipamentos', type: 'expense', amount: 100_000, share: 0.8 }],
  insights: [{ kind: 'balance', tone: 'warning', title: 'Faltou.', detail: 'Em "tudo"; mesmo.' }],
  summaryText: 'Um resumo.',
  computedAt: '2026-11-20T12:00:00.000Z',
  stale: false,
}

it('exports the report of the API as JSON, named by the day in São Paulo', () => {
  const file = jsonFile(report, NOW)
  expect(file.name).toBe('prumo-relatorio-2026-11-20.json')
  expect(JSON.parse(file.text)).toEqual({
    exportedAt: NOW.toISOString(),
    report: {
      ...report,
      totals: { income: 1234.56, expense: 2000, balance: -765.44, transactionCount: 12 },
      monthly: [{ month: '2026-11', income: 1234.56, expense: 2000, balance: -765.44, partial: true }],
      categories: [{ category: 'Vendas', type: 'income', total: 1234.56, count: 3, share: 1 }],
      comparison: {
        ...report.comparison,
        changes: [{ category: 'Aluguel', type: 'expense', total: 2000, previousTotal: 1800 }],
      },
      oneOffs: [{ ...report.oneOffs[0], amount: 1000 }],
    },
  })
})

it('exports a table that a Brazilian spreadsheet reads', () => {
  const { name, text } = reportCsv(report, NOW)
  expect(name).toBe('prumo-relatorio-2026-11-20.csv')
  expect(text.startsWith('\uFEFFRelatório;3 meses\r\nDe;01/09/2026\r\nAté;20/11/2026\r\n\r\nTransações;12\r\nSaiu (R$);2000,00\r\n')).toBe(
    true,
  )
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      '11/2026;2000,00;1234,56;-765,44',
      'Aluguel;Despesa;1800,00;2000,00;200,00',
      'Uma vez só: Batedeira, em 12/11: R$\u00a01.000,00, 80,0% de Equipamentos no mês.',
      'Vendas;Receita;1234,56;3;100,0%',
      '"Faltou. Em ""tudo""; mesmo."',
      'Um resumo.',
    ]),
  )
})

it('contains no formulas that run, whatever a category is called', () => {
  const begins = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ';', 'a')
  fc.assert(
    fc.property(begins, fc.string({ unit: 'grapheme' }), (begin, rest) => {
      const category = begin + rest
      const { text } = reportCsv({ ...report, categories: [{ ...report.categories[0]!, category }] }, NOW)
      const cells = cellsOf(text)
      const cell = cells[cells.indexOf('Parte') + 1] ?? ''
      expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      expect([category, `'${category}`]).toContain(cell)
    }),
  )
})

/** The cells as a spreadsheet parses them. */
function cellsOf(text: string): string[] {
  return [...text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(?:;|\r\n)/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  )
}

it('exports a spreadsheet with computed sums', () => {
  const sheets = reportSheets(report)
  expect(sheets.map(({ name }) => name)).toEqual(['Meses', 'Categorias', 'O que mudou', 'Resumo'])
  const [months, categories] = sheets
  expect(months?.rows).toEqual([
    [{ month: '2026-11' }, { centavos: 200_000 }, { centavos: 123_456 }, { centavos: -76_544, formula: 'C2-B2' }],
  ])
  expect(months?.sums).toEqual([
    [
      'Total',
      { centavos: 200_000, formula: 'SUM(B2:B2)' },
      { centavos: 123_456, formula: 'SUM(C2:C2)' },
      { centavos: -76_544, formula: 'SUM(D2:D2)' },
    ],
  ])
  expect(categories?.rows).toEqual([['Vendas', 'Receita', { centavos: 123_456 }, 3, { share: 1 }]])
})
