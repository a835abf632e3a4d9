import styles from './plumb-chart.module.css'

/** The line, and the bob that hangs from it at today. */
export function PlumbLine({ axis, height }: { axis: number; height: number }) {
  return (
    <>
      <rect x={axis - 0.75} y={0} width={1.5} height={height} className={styles.line} />
      <g transform={`translate(${axis - 16} ${height - 8})`}>
        <rect x="12.4" y="8" width="7.2" height="3.2" rx="1" className={styles.line} />
        <path
          className={styles.bob}
          d="M9 14.2a1.7 1.7 0 0 1 1.7-1.7h10.6a1.7 1.7 0 0 1 1.7 1.7v3.1c0 .75-.2 1.5-.57 2.15L16 31 9.57 19.45A4.4 4.4 0 0 1 9 17.3z"
        />
      </g>
    </>
  )
}
