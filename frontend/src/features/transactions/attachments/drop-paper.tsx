import { Bob } from '../../../ui/bob'
import styles from './drop-paper.module.css'

/** The ruled paper under a file that is held over the sheet, with the bob where it lands. */
export function DropPaper() {
  return (
    <div className={styles.paper} role="status">
      <p>Solte para guardar nesta transação</p>
      <p aria-hidden="true" />
      <svg className={styles.bob} width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <Bob />
      </svg>
    </div>
  )
}
