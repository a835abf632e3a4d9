import type { MonthlyReport } from '@prumo/shared/mei'
import { formatCentavos, formatPlainCentavos } from '@prumo/shared/money'
import { monthTitle } from '@prumo/shared/closing-rules'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { formatDate, formatMonth } from '../../lib/dates'
import type { PackageSource } from '../../data/package-source'
import { dayOf } from './closing-texts'

/** The documents of a package as whole pages, to look at and to print without the app. */

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1e1a16; font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.1rem; }
p { margin: 0.25rem 0 1rem; color: #57514a; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.5rem 0.3rem 0; border-bottom: 1px solid #dfdbd3; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; }
tr.sum > * { border-top: 1.5px solid #1e1a16; font-weight: 700; }
tr { break-inside: avoid; }
@page { margin: 15mm; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } }
</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** The report of the month: its sums, its categories and its transactions. */
export function reportHtml({ month, businessName, closedAt, totals, transactions, proof }: PackageSource): string {
  const { income, expense, balance, count } = totals
  const rows = transactions.map(({ date, description, category, type, amount }) =>
    row(
      [formatDate(date), description, type === 'transfer' ? 'Transferência' : (category ?? NO_CATEGORY)],
      [type === 'expense' ? formatPlainCentavos(amount) : '', type === 'income' ? formatPlainCentavos(amount) : ''],
    ),
  )
  const categories = categoriesOf(transactions).map(([name, out, into]) =>
    row([name], [out === 0 ? '' : formatPlainCentavos(out), into === 0 ? '' : formatPlainCentavos(into)]),
  )
  return page(
    `${businessName}, ${formatMonth(month)}`,
    `<h1>${escapeHtml(businessName)}</h1>
<p>${monthTitle(month)} de ${month.slice(0, 4)}, fechado em ${formatDate(dayOf(closedAt))}. Registro nº ${proof.event.seq} do histórico, marca ${proof.event.hash}.</p>
<table>
<tr><th>Transações</th><td class="n">${count}</td></tr>
<tr><th>Entrou</th><td class="n">${formatCentavos(income)}</td></tr>
<tr><th>Saiu</th><td class="n">${formatCentavos(expense)}</td></tr>
<tr class="sum"><th>${balance < 0 ? 'Faltou' : 'Sobrou'}</th><td class="n">${formatCentavos(balance)}</td></tr>
</table>
<h2>Por categoria</h2>
<table>
<tr><th>Categoria</th><th class="n">Saiu (R$)</th><th class="n">Entrou (R$)</th></tr>
${categories.join('\n')}
</table>
<h2>Transações</h2>
<table>
<tr><th>Data</th><th>Descrição</th><th>Categoria</th><th class="n">Saiu (R$)</th><th class="n">Entrou (R$)</th></tr>
${rows.join('\n')}
</table>`,
  )
}

function row(texts: readonly string[], amounts: readonly string[]): string {
  const cells = [...texts.map((text) => `<td>${escapeHtml(text)}</td>`), ...amounts.map((amount) => `<td class="n">${amount}</td>`)]
  return `<tr>${cells.join('')}</tr>`
}

/** What went out and came in by category, the largest first. */
function categoriesOf(transactions: readonly Transaction[]): [name: string, out: number, into: number][] {
  const sums = new Map<string, [number, number]>()
  for (const { type, category, amount } of transactions) {
    if (type === 'transfer') continue
    const name = category ?? NO_CATEGORY
    const [out, into] = sums.get(name) ?? [0, 0]
    sums.set(name, type === 'expense' ? [out + amount, into] : [out, into + amount])
  }
  return [...sums].map(([name, [out, into]]): [string, number, number] => [name, out, into]).sort((a, b) => b[1] + b[2] - a[1] - a[2])
}

/** The Relatório Mensal das Receitas Brutas of the month. */
export function meiHtml(report: MonthlyReport, { businessName }: Pick<PackageSource, 'businessName'>): string {
  const { month, commerce, industry, services, total, asOf } = report
  const parts = [
    ['Revenda de mercadorias', commerce],
    ['Venda de produtos industrializados', industry],
    ['Prestação de serviços', services],
  ] as const
  const rows = parts.flatMap(([name, { withoutInvoice, withInvoice, total: sum }]) => [
    row([`${name}, com dispensa de documento fiscal`], [formatPlainCentavos(withoutInvoice)]),
    row([`${name}, com documento fiscal emitido`], [formatPlainCentavos(withInvoice)]),
    row([`${name}, total`], [formatPlainCentavos(sum)]),
  ])
  return page(
    `Relatório mensal das receitas brutas, ${formatMonth(month)}`,
    `<h1>Relatório mensal das receitas brutas</h1>
<p>${escapeHtml(businessName)}, ${formatMonth(month)}. Conforme os lançamentos até ${formatDate(asOf)}. Modelo: Resolução CGSN 140/2018, Anexo X.</p>
<table>
<tr><th>Receita</th><th class="n">R$</th></tr>
${rows.join('\n')}
<tr class="sum"><th>Total geral</th><td class="n">${formatPlainCentavos(total)}</td></tr>
</table>`,
  )
}
