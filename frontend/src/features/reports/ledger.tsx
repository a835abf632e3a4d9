import type { CSSProperties, ReactNode } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import { periodNames } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { partsOfCentavos, widthInEms } from '../../ui/money-format'
import type { PlumbRow } from '../../ui/chart/plumb-geometry'
import { plumbLayout } from '../../ui/chart/plumb-layout'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { countText } from './report-texts'
import axisLedger from '../../ui/chart/axis-ledger.module.css'
import styles from './ledger.module.css'

const USUAL_WIDTH = 728

/** The four figures. Their line continues as the axis of the chart below. */
export function Ledger({ report, rows }: { report: Report; rows: readonly PlumbRow[] }) {
  const { income: came, expense: went, balance: rest, transactionCount } = report.totals
  const count = countText(transactionCount, periodNames[report.period])
  return (
    <LedgerFrame rows={rows} longest={[came, went].map((centavos) => partsOfCentavos(centavos).whole)} rest={partsOfCentavos(rest)}>
      <li className={styles.count}>
        <span className={`${axisLedger.number} ${styles.number}`}>{count.number}</span>
        {/* The space is inside, because a text between the two would be a cell of the grid. */}
        <span className={`${axisLedger.words} ${styles.words}`}>{` ${count.words}`}</span>
      </li>
      <Amount centavos={came} sign="+" name="Entrou" kind="income" />
      <Amount centavos={went} sign="-" name="Saiu" kind="expense" />
      <Amount
        centavos={Math.abs(rest)}
        sign={rest < 0 ? '-' : ''}
        name={rest < 0 ? 'Faltou' : 'Sobrou'}
        kind={rest < 0 ? 'short' : 'rest'}
      />
    </LedgerFrame>
  )
}

interface MonthLedgerFrameProps {
  rows: readonly PlumbRow[]
  /** The whole reais of the ordinary rows, left of the line. */
  longest: readonly string[]
  /** The same for the last row. */
  rest: { sign: string; whole: string }
  children: ReactNode
}

/** Positions the line, and limits the text size so that amounts end at it. Relative to the width, so that it also holds in print. */
function LedgerFrame({ rows, longest, rest, children }: MonthLedgerFrameProps) {
  const [ref, { width }] = useMeasuredSize<HTMLOListElement>(USUAL_WIDTH)
  const { axis } = plumbLayout(rows, width).frame
  const room = axis - 8
  const style = {
    '--axis': `${(axis / width) * 100}%`,
    '--row-room': room / Math.max(...longest.map((whole) => widthInEms(`+${whole}`))),
    '--rest-room': room / widthInEms(rest.sign + rest.whole),
  }
  return (
    <ol ref={ref} className={`${axisLedger.ledger} ${styles.ledger}`} style={style as CSSProperties}>
      {children}
    </ol>
  )
}

interface LedgerAmountProps {
  centavos: number
  sign: string
  name: string
  kind: 'income' | 'expense' | 'rest' | 'short'
}

/** An amount aligned at its comma. */
function Amount({ centavos, sign, name, kind }: LedgerAmountProps) {
  const { whole, cents } = partsOfCentavos(centavos)
  return (
    <li className={styles[kind]} data-last={kind === 'rest' || kind === 'short'}>
      <span className="visually-hidden">
        {name} {formatCentavos(centavos)}
      </span>
      <span className={`${axisLedger.number} ${styles.number}`} aria-hidden="true">
        {centavos === 0 ? '' : sign}
        {whole}
      </span>
      <span className={`${axisLedger.words} ${styles.words}`} aria-hidden="true">
        <b>{cents}</b>
        {/* Lets a large label wrap as a whole. */}
        <wbr />
        {name.toLowerCase()}
      </span>
    </li>
  )
}
