import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { toReais } from '@prumo/shared/money-fields'
import { periodNames } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { csvFile } from '../../lib/csv-file'
import type { TextFile } from '../../lib/save-file'
import { oneOffAlone } from './report-texts'
import { rowsOfColumn, type SpreadsheetCell, type WorksheetColumn, type Worksheet } from '../../lib/spreadsheet'

/** The API's report as JSON, with amounts in reais and the time of export, which also names the file. */
export function jsonFile(report: Report, now = new Date()): TextFile {
  return {
    name: `${nameAt(now)}.json`,
    type: 'application/json',
    text: `${JSON.stringify({ exportedAt: now.toISOString(), report: toReais(report) }, null, 2)}\n`,
  }
}

/** The report as one CSV table, with its sections below each other. */
export function reportCsv(report: Report, now = new Date()): TextFile {
  const { totals, monthly, categories, insights } = report
  return csvFile(nameAt(now), [
    ['Relatório', periodNames[report.period]],
    ['De', { date: report.from }],
    ['Até', { date: report.to }],
    [],
    ['Transações', totals.transactionCount],
    ['Saiu (R$)', { centavos: totals.expense }],
    ['Entrou (R$)', { centavos: totals.income }],
    ['Sobrou (R$)', { centavos: totals.balance }],
    [],
    monthColumns.map(({ header }) => header),
    ...monthly.map(({ month, income, expense, balance }) => [
      { month },
      { centavos: expense },
      { centavos: income },
      { centavos: balance },
    ]),
    [],
    categoryColumns.map(({ header }) => header),
    ...categories.map(categoryRow),
    [],
    changeColumns.map(({ header }) => header),
    ...changeRows(report),
    [],
    ...report.oneOffs.map((one) => [`Uma vez só: ${oneOffAlone(one)}`]),
    ...insights.map(({ title, detail }) => [`${title} ${detail}`.trim()]),
    [report.summaryText],
  ])
}

const monthColumns: readonly WorksheetColumn[] = [
  { header: 'Mês', width: 12 },
  { header: 'Saiu (R$)', width: 16, isNumber: true },
  { header: 'Entrou (R$)', width: 16, isNumber: true },
  { header: 'Sobrou (R$)', width: 16, isNumber: true },
]

const categoryColumns: readonly WorksheetColumn[] = [
  { header: 'Categoria', width: 28 },
  { header: 'Tipo', width: 12 },
  { header: 'Valor (R$)', width: 16, isNumber: true },
  { header: 'Transações', width: 12, isNumber: true },
  { header: 'Parte', width: 10, isNumber: true },
]

const changeColumns: readonly WorksheetColumn[] = [
  { header: 'Categoria', width: 28 },
  { header: 'Tipo', width: 12 },
  { header: 'Antes (R$)', width: 16, isNumber: true },
  { header: 'Agora (R$)', width: 16, isNumber: true },
  { header: 'Diferença (R$)', width: 16, isNumber: true },
]

function changeRows({ comparison }: Report): SpreadsheetCell[][] {
  return (comparison?.changes ?? []).map(({ category, type, total, previousTotal }) => [
    category,
    typeName(type),
    { centavos: previousTotal },
    { centavos: total },
    { centavos: total - previousTotal },
  ])
}

/** The sections as worksheets, whose sums are formulas. */
export function reportSheets(report: Report): Worksheet[] {
  const { period, from, to, totals, monthly, categories, insights, oneOffs, summaryText } = report
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
        { centavos: each.expense },
        { centavos: each.income },
        { centavos: each.balance, formula: `C${index + 2}-B${index + 2}` },
      ]),
      sums: [['Total', sumOf(1, expense), sumOf(2, income), sumOf(3, balance)]],
    },
    { name: 'Categorias', columns: categoryColumns, rows: categories.map(categoryRow) },
    { name: 'O que mudou', columns: changeColumns, rows: changeRows(report) },
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
        ...oneOffs.map((one) => [`Uma vez só: ${oneOffAlone(one)}`]),
        ...insights.map(({ title, detail }) => [`${title} ${detail}`.trim()]),
        [summaryText],
      ],
    },
  ]
}

function categoryRow({ category, type, total, count, share }: Report['categories'][number]): SpreadsheetCell[] {
  return [category, typeName(type), { centavos: total }, count, { share }]
}

function typeName(type: Report['categories'][number]['type']): string {
  return type === 'income' ? 'Receita' : 'Despesa'
}

/** The name of a report file without its extension. */
export function nameAt(now: Date): string {
  return `prumo-relatorio-${dateInSaoPaulo(now)}`
}
