import type { CSSProperties } from 'react'
import { IconArrowDownLeft } from '@tabler/icons-react'
import { IconArrowUpRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { useMeasuredSize } from '../../../ui/measured-size'
import { Balance } from '../../../ui/money/balance'
import { widthInEms } from '../../../ui/money/money-format'
import { comparison, resultLabel, setAside, type MonthFigures } from './month-words'
import { rowsOfMonth } from './rows-of-month'
import styles from './month-result.module.css'

interface MonthResultProps {
  month: CalendarMonth
  now: CalendarMonth
  figures: MonthFigures
  monthBefore: CalendarMonth
  figuresBefore: MonthFigures
}

const USUAL_WIDTH = 358

/** Did anything remain; then what came in and what went out. */
export function MonthResult({ month, now, figures, monthBefore, figuresBefore }: MonthResultProps) {
  const [ref, { width }] = useMeasuredSize<HTMLDListElement>(USUAL_WIDTH)
  const net = figures.income - figures.expense
  const compared = comparison(net, figuresBefore, monthBefore, now)
  return (
    <div className={styles.result}>
      <p className={styles.label}>{resultLabel(month, now, net)}</p>
      <Balance centavos={net} />
      <p className={styles.say}>
        {compared && (
          <>
            <b>{compared.lead}</b>
            {compared.rest}{' '}
          </>
        )}
        {setAside(net)}
      </p>
      <dl ref={ref} className={styles.figures} style={{ '--width': width, '--ems': widthInEms(formatCentavos(Math.max(figures.income, figures.expense))) } as CSSProperties}>
        <div>
          <dt>
            <IconArrowDownLeft size={18} stroke={1.75} aria-hidden className={styles.in} />
            <Link to={rowsOfMonth(month, 'income')}>Entrou</Link>
          </dt>
          <dd>{formatCentavos(figures.income)}</dd>
        </div>
        <div>
          <dt>
            <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.out} />
            <Link to={rowsOfMonth(month, 'expense')}>Saiu</Link>
          </dt>
          <dd>{formatCentavos(figures.expense)}</dd>
        </div>
      </dl>
    </div>
  )
}
