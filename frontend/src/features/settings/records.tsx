import styles from './restore-section.module.css'
import { recordsText } from './settings-texts'

/** The one figure of a copy: what it has before it comes, and how much of that came. */
export function Records({ total, done }: { total: number; done?: number }) {
  const [figure, ...words] = recordsText(total, done).split(' ')
  return (
    <p className={styles.records}>
      <b>{figure}</b> {words.join(' ')}
    </p>
  )
}
