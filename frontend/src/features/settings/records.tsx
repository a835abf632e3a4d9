import styles from './restore-section.module.css'
import { recordsText } from './settings-texts'

/** The number of records in a copy, and how many of them are restored. */
export function Records({ total, done }: { total: number; done?: number }) {
  const [figure, ...words] = recordsText(total, done).split(' ')
  return (
    <p className={styles.records}>
      <b>{figure}</b> {words.join(' ')}
    </p>
  )
}
