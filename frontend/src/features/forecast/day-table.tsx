import type { Forecast } from '@prumo/shared/forecast-rules'
import { formatPlainCentavos } from '@prumo/shared/money'
import { shortMonthName } from '../../lib/dates'
import { dayName } from './forecast-texts'
import styles from './day-table.module.css'

/** The days with certain income or expenses and the balance after each: expenses left of the line, income right. */
export function DayTable({ days, lowest, to }: Pick<Forecast, 'days' | 'lowest' | 'to'>) {
  const rows = days.filter(({ income, expense, date }) => income > 0 || expense > 0 || date === lowest.date)
  return (
    <section className={styles.part} aria-labelledby="forecast-table">
      <div className={styles.head}>
        <h2 id="forecast-table" className="section-title">
          Dia a dia
        </h2>
        <span>R$</span>
      </div>
      {/* Large text can make the table wider than the screen: let it scroll by itself. */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Tabela do dia a dia">
        <table className={styles.table} aria-labelledby="forecast-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Dia</span>
              </th>
              <th scope="col">Saiu</th>
              <th scope="col">Entrou</th>
              <th scope="col">Fica</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ date, income, expense, balance }) => (
              <tr key={date} data-lowest={date === lowest.date || undefined}>
                <th scope="row">
                  <span aria-hidden="true">
                    {Number(date.slice(8))} {shortMonthName(date)}
                  </span>
                  <span className="visually-hidden">{dayName(date)}</span>
                </th>
                <td>{expense > 0 && formatPlainCentavos(expense)}</td>
                <td>{income > 0 && formatPlainCentavos(income)}</td>
                <td data-short={balance < 0 || undefined}>{formatPlainCentavos(balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.every(({ income, expense }) => income === 0 && expense === 0) && (
        <p className={styles.none}>Nada previsto até {dayName(to)}. O que você agendar e o que se repete aparece aqui.</p>
      )}
    </section>
  )
}
