import { plumbFrame, ROW, rowMiddle, RADIUS, BAR } from './plumb-geometry'
import { PlumbLine } from './plumb-line'
import { useMeasuredSize } from '../measured-size'
import styles from './plumb-chart.module.css'

const USUAL_WIDTH = 358

/** How far the sample rules reach on either side, of the whole reach. */
const RULES = [
  [0.52, 0.6],
  [0.7, 0.62],
  [0.56, 0.68],
  [0.62, 0.74],
  [0.64, 0.8],
  [0.6, 0.86],
] as const

/** The frame of the chart with rules where the bars will be: before there is anything, or before it is known. */
export function PlumbSample({ labels }: { labels: readonly string[] }) {
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(USUAL_WIDTH)
  const frame = plumbFrame(width, labels.length, { label: 3, value: 4, net: 6 })
  return (
    <div ref={ref} className={styles.chart} aria-hidden="true">
      <svg className={styles.drawing} viewBox={`0 0 ${width} ${frame.height}`} height={frame.height * scale}>
        <text x={frame.axis - 10} y={14} textAnchor="end" className={styles.heading}>Saiu</text>
        <text x={frame.axis + 10} y={14} className={styles.heading}>Entrou</text>
        {labels.map((label, index) => {
          const [out, inward] = RULES[index % RULES.length]!
          return (
            <g key={label + index} className={styles.sample}>
              <rect x={0} y={rowMiddle(index) + ROW / 2} width={width} height={1} className={styles.rule} />
              <rect x={frame.axis - 1.6 - out * frame.reach} y={rowMiddle(index) - BAR / 2} width={out * frame.reach} height={BAR} rx={RADIUS} />
              <rect x={frame.axis + 1.6} y={rowMiddle(index) - BAR / 2} width={inward * frame.reach} height={BAR} rx={RADIUS} />
              <text x={frame.left} y={rowMiddle(index) + 4.5}>{label}</text>
            </g>
          )
        })}
        <PlumbLine axis={frame.axis} height={frame.lineHeight} />
      </svg>
    </div>
  )
}
