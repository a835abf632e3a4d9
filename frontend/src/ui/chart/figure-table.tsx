import type { ReactNode } from 'react'
import styles from './plumb-table.module.css'

interface FigureTableProps {
  /** The table's accessible name. */
  label: string
  columns: readonly string[]
  /** The first cell is the row's header. */
  rows: readonly { key: string; cells: readonly ReactNode[]; isShort?: boolean }[]
  /** Highlights the last row as the newest. */
  isByTime?: boolean
}

/** The data of a chart as a table of full amounts. */
export function FigureTable({ label, columns, rows, isByTime = false }: FigureTableProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} data-plain={!isByTime || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [head, ...cells], isShort }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className={isShort && index === cells.length - 1 ? styles.short : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
