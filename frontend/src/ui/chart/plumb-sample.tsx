import { BAR, chartSpaceProps, plumbFrame, RADIUS, ROW, rowMiddle } from './plumb-geometry'
import { useMeasuredSize } from '../use-measured-size'
import styles from './plumb-chart.module.css'

const USUAL_WIDTH = 358

/** The lengths of the sample rules, as shares of the longest bar. */
const RULES = [
  [0.52, 0.6],
  [0.7, 0.62],
  [0.56, 0.68],
  [0.62, 0.74],
  [0.64, 0.8],
  [0.6, 0.86],
] as const

/** The chart's frame with rules in place of bars: without data, or while it loads. */
export function PlumbSample({ labels }: { labels: readonly string[] }) {
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(USUAL_WIDTH)
  const frame = plumbFrame(width, labels.length, { label: 3, value: 6, net: 6 })
  return (
    <div ref={ref} className={styles.chart} {...chartSpaceProps(frame, labels.length, scale, true)} aria-hidden="true">
      <svg className={styles.drawing} viewBox={`0 0 ${width} ${frame.height}`} height={frame.height * scale}>
        <text x={frame.axis - 10} y={14} textAnchor="end" className={styles.heading}>
          Saiu
        </text>
        <text x={frame.axis + 10} y={14} className={styles.heading}>
          Entrou
        </text>
        {labels.map((label, index) => {
          const [out, inward] = RULES[index % RULES.length]!
          return (
            <g key={label + index} className={styles.sample}>
              <rect x={0} y={rowMiddle(index) + ROW / 2} width={width} height={1} className={styles.rule} />
              <rect
                x={frame.axis - 1.6 - out * frame.reach}
                y={rowMiddle(index) - BAR / 2}
                width={out * frame.reach}
                height={BAR}
                rx={RADIUS}
              />
              <rect x={frame.axis + 1.6} y={rowMiddle(index) - BAR / 2} width={inward * frame.reach} height={BAR} rx={RADIUS} />
              <text x={frame.left} y={rowMiddle(index) + 4.5}>
                {label}
              </text>
            </g>
          )
        })}
        <PlumbLine axis={frame.axis} height={frame.lineEnd} />
      </svg>
    </div>
  )
}

/** The line, with the bob at its end, today. */
export function PlumbLine({ axis, height }: { axis: number; height: number }) {
  return (
    <g className={styles.hung}>
      <rect x={axis - 0.75} y={0} width={1.5} height={height} className={styles.line} />
      <g transform={`translate(${axis - 16} ${height - 8})`}>
        <rect x="12.4" y="8" width="7.2" height="3.2" rx="1" className={styles.line} />
        <path
          className={styles.bob}
          d="M9 14.2a1.7 1.7 0 0 1 1.7-1.7h10.6a1.7 1.7 0 0 1 1.7 1.7v3.1c0 .75-.2 1.5-.57 2.15L16 31 9.57 19.45A4.4 4.4 0 0 1 9 17.3z"
        />
      </g>
    </g>
  )
}
