import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { toReais } from '@prumo/shared/money-fields'
import { periodNames } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { csvFile } from '../../lib/csv-file'
import type { TextFile } from '../../lib/save-file'
import { rowsOfColumn, type SpreadsheetCell, type WorksheetColumn, type Worksheet } from '../../lib/spreadsheet'

/** The API's report as JSON, with amounts in reais and the time of export, which also names the file. */
export function jsonFile(report: Report, now: Date): TextFile {
  return {
    name: `${nameAt(now)}.json`,
    type: 'application/json',
    text: `${JSON.stringify({ exportedAt: now.toISOString(), report: toReais(report) }, null, 2)}\n`,
  }
}

/** The report as one CSV table, with its sections below each other. */
export function reportCsv(report: Report, now: Date): TextFile {
  const { totals, monthly, categories, insights } = report
  return csvFile(nameAt(now), [
    ['Relatório', periodNames[report.period]],
    ['De', { date: report.from }],
    ['Até', { date: report.to }],
    [],
    ['Transações', totals.transactionCount],
    ['Entrou (R$)', { centavos: totals.income }],
    ['Saiu (R$)', { centavos: totals.expense }],
    ['Sobrou (R$)', { centavos: totals.balance }],
    [],
    monthColumns.map(({ header }) => header),
    ...monthly.map(({ month, income, expense, balance }) => [
      { month },
      { centavos: income },
      { centavos: expense },
      { centavos: balance },
    ]),
    [],
    categoryColumns.map(({ header }) => header),
    ...categories.map(categoryRow),
    [],
    ...insights.map(({ title, detail }) => [`${title} ${detail}`]),
    [report.summaryText],
  ])
}

const monthColumns: readonly WorksheetColumn[] = [
  { header: 'Mês', width: 12 },
  { header: 'Entrou (R$)', width: 16, isNumber: true },
  { header: 'Saiu (R$)', width: 16, isNumber: true },
  { header: 'Sobrou (R$)', width: 16, isNumber: true },
]

const categoryColumns: readonly WorksheetColumn[] = [
  { header: 'Categoria', width: 28 },
  { header: 'Tipo', width: 12 },
  { header: 'Valor (R$)', width: 16, isNumber: true },
  { header: 'Transações', width: 12, isNumber: true },
  { header: 'Parte', width: 10, isNumber: true },
]

/** The sections as worksheets, whose sums are formulas. */
export function reportSheets({ period, from, to, totals, monthly, categories, insights, summaryText }: Report): Worksheet[] {
  const { income, expense, balance, transactionCount } = totals
  const sumOf = (column: number, amount: number): SpreadsheetCell => ({
    centavos: amount,
    ...(monthly.length > 0 && { formula: `SUM(${rowsOfColumn(column, monthly.length)})` }),
  })
  return [
    {
      name: 'Meses',
      columns: monthColumns,
      // The balance of a row is a formula of the two cells beside it.
      rows: monthly.map((each, index) => [
        { month: each.month },
        { centavos: each.income },
        { centavos: each.expense },
        { centavos: each.balance, formula: `B${index + 2}-C${index + 2}` },
      ]),
      sums: [['Total', sumOf(1, income), sumOf(2, expense), sumOf(3, balance)]],
    },
    { name: 'Categorias', columns: categoryColumns, rows: categories.map(categoryRow) },
    {
      name: 'Resumo',
      columns: [
        { header: `Relatório de ${periodNames[period]}`, width: 60 },
        { header: '', width: 14 },
      ],
      rows: [
        ['De', { date: from }],
        ['Até', { date: to }],
        ['Transações', transactionCount],
        ...insights.map(({ title, detail }) => [`${title} ${detail}`]),
        [summaryText],
      ],
    },
  ]
}

function categoryRow({ category, type, total, count, share }: Report['categories'][number]): SpreadsheetCell[] {
  return [category, type === 'income' ? 'Receita' : 'Despesa', { centavos: total }, count, { share }]
}

/** The name of a report file without its extension. */
export function nameAt(now: Date): string {
  return `prumo-relatorio-${dateInSaoPaulo(now)}`
}
