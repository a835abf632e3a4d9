import { Link } from 'react-router-dom'
import { formatCentavos } from '@prumo/shared/money'
import type { PlumbRow } from './plumb-geometry'
import styles from './plumb-table.module.css'

/** The same rows as full amounts; each period leads to what it is made of. */
export function PlumbTable({ rows, short }: { rows: readonly PlumbRow[]; short: boolean }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Entradas e saídas por mês">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{short ? <span className="visually-hidden">Período</span> : 'Período'}</th>
            <th scope="col">Saiu</th>
            <th scope="col">Entrou</th>
            <th scope="col">Sobrou</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const name = row.name ?? row.label
            const shown = short ? <abbr title={name}>{row.label}</abbr> : name
            return (
              <tr key={row.label + index}>
                <th scope="row">
                  {row.href ? (
                    <Link to={row.href} aria-label={short ? name : undefined}>
                      {shown}
                    </Link>
                  ) : (
                    shown
                  )}
                </th>
                <td>{formatCentavos(row.expense)}</td>
                <td>{formatCentavos(row.income)}</td>
                <td className={row.income < row.expense ? styles.short : undefined}>{formatCentavos(row.income - row.expense)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** What the chart shows, for those who hear it. */
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
