import { formatCentavos } from '@prumo/shared/money'
import { lazyPart } from '../lazy-part'
import type { PlumbRow } from './plumb-geometry'

/** The rows as full amounts, loaded on demand. */
export const PlumbTable = lazyPart(() => import('./plumb-table-rows'), { what: 'a tabela', place: null })

/** The chart's text alternative. */
export function plumbSentence(rows: readonly PlumbRow[]): string {
  const last = rows.at(-1)
  if (!last) return 'Entradas e saídas: nada para mostrar.'
  const short = rows.filter((row) => row.income < row.expense && row !== last)
  return [
    `Entradas e saídas ${rows.length === 1 ? 'de' : `de ${nameOf(rows[0]!)} a`} ${nameOf(last)}.`,
    `Em ${nameOf(last)}: entrou ${formatCentavos(last.income)}, saiu ${formatCentavos(last.expense)}, ${result(last)}.`,
    ...short.map((row) => `Em ${nameOf(row)}, ${result(row)}.`),
  ].join(' ')
}

function nameOf(row: PlumbRow): string {
  return row.name ?? row.label
}

function result(row: PlumbRow): string {
  const net = row.income - row.expense
  return net < 0 ? `faltou ${formatCentavos(-net)}` : `sobrou ${formatCentavos(net)}`
}
