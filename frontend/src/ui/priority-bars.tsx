import type { Priority } from './priority'
import styles from './priority.module.css'

const BARS: Record<Priority, number> = { low: 1, medium: 2, high: 3 }

/** One to three bars, shown beside the priority's name. */
export function PriorityBars({ priority }: { priority: Priority }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      {['M4 15.5v-2.5', 'M10 15.5V8.75', 'M16 15.5v-11'].map((path, index) => (
        <path key={path} d={path} className={index < BARS[priority] ? undefined : styles.empty} />
      ))}
    </svg>
  )
}
