import { barLength, barPath, ROW, rowMiddle, valueStart, type PlumbFrame, type PlumbRow } from './plumb-geometry'
import styles from './plumb-chart.module.css'

interface PlumbRowBarsProps {
  row: PlumbRow
  expense: string
  income: string
  net: string
  index: number
  isCurrent: boolean
  frame: PlumbFrame
  largest: number
}

/** How far under the middle of a row its text stands. */
const BASELINE = 4.5

export function PlumbRowBars({ row, expense, income, net, index, isCurrent, frame, largest }: PlumbRowBarsProps) {
  const middle = rowMiddle(index)
  const out = barLength(row.expense, largest, frame.reach)
  // In the colour of what is written: next to other months it may come to nothing.
  const isShort = net.startsWith('-')
  const inward = barLength(row.income, largest, frame.reach)
  return (
    <g className={isCurrent ? styles.current : styles.past}>
      {isCurrent && <rect x={0} y={middle - ROW / 2} width={frame.width} height={ROW} rx={7} className={styles.band} />}
      {out > 0 && <path className={styles.out} d={barPath(frame.axis, middle, out, -1)} />}
      {inward > 0 && <path className={styles.in} d={barPath(frame.axis, middle, inward, 1)} />}
      <text x={frame.left} y={middle + BASELINE}>{row.label}</text>
      <text x={valueStart(frame.axis, out, -1)} y={middle + BASELINE} textAnchor="end" className={styles.value}>{expense}</text>
      <text x={valueStart(frame.axis, inward, 1)} y={middle + BASELINE} className={styles.value}>{income}</text>
      {frame.showsNet && (
        <text x={frame.right} y={middle + BASELINE} textAnchor="end" className={isShort ? styles.short : styles.net}>
          {net}
        </text>
      )}
    </g>
  )
}
