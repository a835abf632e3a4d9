import { Link } from 'react-router-dom'
import { formatCentavos } from '@prumo/shared/money'
import type { PlumbRow } from './plumb-geometry'
import styles from './plumb-table.module.css'

/** The rows as full amounts; each period links to its transactions. */
export default function PlumbTableRows({ rows, short }: { rows: readonly PlumbRow[]; short: boolean }) {
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
