import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatPercent } from '@prumo/shared/money'
import { periodNames } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { centavosOf } from '../../lib/centavos'
import { formatDate } from '../../lib/dates'
import type { OwnFile } from '../../lib/save-file'

/** The report as the wire has it, with when it was taken; named with that day. */
export function jsonFile(report: Report, now: Date): OwnFile {
  return {
    name: `${nameAt(now)}.json`,
    type: 'application/json',
    text: `${JSON.stringify({ exportedAt: now.toISOString(), report }, null, 2)}\n`,
  }
}

/** So that Excel reads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** For a Brazilian spreadsheet: semicolons, decimal commas, lines as Windows ends them. */
export function csvFile(report: Report, now: Date): OwnFile {
  const { totals, monthly, categories, insights } = report
  const rows: Cell[][] = [
    ['Relatório', periodNames[report.period]],
    ['De', formatDate(report.from)],
    ['Até', formatDate(report.to)],
    [],
    ['Transações', totals.transactionCount],
    ['Entrou (R$)', reais(totals.income)],
    ['Saiu (R$)', reais(totals.expense)],
    ['Sobrou (R$)', reais(totals.balance)],
    [],
    ['Mês', 'Entrou (R$)', 'Saiu (R$)', 'Sobrou (R$)'],
    ...monthly.map(({ month, income, expense, balance }) => [
      `${month.slice(5)}/${month.slice(0, 4)}`,
      reais(income),
      reais(expense),
      reais(balance),
    ]),
    [],
    ['Categoria', 'Tipo', 'Valor (R$)', 'Transações', 'Parte'],
    ...categories.map(({ category, type, total, count, share }) => [
      category,
      type === 'income' ? 'Receita' : 'Despesa',
      reais(total),
      count,
      formatPercent(share),
    ]),
    [],
    ...insights.map(({ title, detail }) => [`${title} ${detail}`]),
    [report.summaryText],
  ]
  return {
    name: `${nameAt(now)}.csv`,
    type: 'text/csv;charset=utf-8',
    text: BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join(''),
  }
}

/** A number is written by us; a text may be anyone's. */
type Cell = string | number | { written: string }

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.written
  // What begins like a formula would be run as one.
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** `-1234,56`, without thousands, so that it is a number there. */
function reais(amount: number): Cell {
  const centavos = centavosOf(amount)
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return { written: `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}` }
}

function nameAt(now: Date): string {
  return `prumo-relatorio-${dateInSaoPaulo(now)}`
}
