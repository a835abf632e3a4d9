import { Line, LineChart, ReferenceLine, XAxis, YAxis, type LabelProps } from 'recharts'
import { PAST_POINT, type AccumulatedPoint } from './accumulated'
import styles from './accumulated-part.module.css'

interface AccumulatedChartProps {
  points: readonly AccumulatedPoint[]
  /** In pixels. */
  width: number
  height: number
  /** The free space left of the first point and right of the last, in pixels at the default text size. */
  left: number
  right: number
  /** The reader's text size relative to the default. */
  scale: number
}

/** The cumulative line over zero, with a text at each value. A module of its own, so that the chart library loads lazily. */
export default function AccumulatedChart({ points, width, height, left, right, scale }: AccumulatedChartProps) {
  return (
    <LineChart
      width={width}
      height={height}
      data={points.map((point, index) => ({ ...point, index }))}
      margin={{ top: 26 * scale, right: 0, bottom: 6 * scale, left: 0 }}
      accessibilityLayer={false}
      className={styles.drawing ?? ''}
    >
      <XAxis
        dataKey="index"
        tickFormatter={(index: number) => points[index]?.label ?? ''}
        interval={0}
        padding={{ left: left * scale, right: right * scale }}
        height={28 * scale}
        axisLine={false}
        tickLine={false}
        tickMargin={10 * scale}
      />
      <YAxis hide domain={[(least: number) => Math.min(0, least), (most: number) => Math.max(0, most)]} padding={{ bottom: 16 * scale }} />
      <ReferenceLine y={0} className={styles.zero ?? ''} />
      <Line
        dataKey="value"
        type="linear"
        className={styles.line ?? ''}
        dot={{ r: 3.5, className: styles.dot ?? '' }}
        activeDot={false}
        isAnimationActive={false}
        label={<PointText points={points} scale={scale} />}
      />
    </LineChart>
  )
}

/** The library passes the position and the index. */
interface PointTextProps extends Pick<LabelProps, 'x' | 'y' | 'index'> {
  points: readonly AccumulatedPoint[]
  scale: number
}

function PointText({ x, y, index = -1, points, scale }: PointTextProps) {
  const point = points[index]
  if (!point?.text) return null
  const isLast = index === points.length - 1
  // Left of the point, opposite to the direction the line comes from.
  const lift = point.isBelow ? 20 : -11
  return (
    <text
      x={Number(x) + PAST_POINT * scale}
      y={Number(y) + lift * scale}
      textAnchor="end"
      className={point.isShort ? styles.short : isLast ? styles.last : styles.value}
    >
      {point.text}
    </text>
  )
}
