import { useId } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { useAttachments } from '../../../data/attachments'
import { ShownAttachments } from './shown-attachments'
import styles from './attachment-strip.module.css'

/** The receipts of a transaction, to be read. */
export function ReadAttachments({ transaction }: { transaction: Transaction }) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>Comprovantes</h3>
      {transaction.attachmentCount > 0 ? <Listed transaction={transaction} /> : <p className={styles.fine}>Nenhum comprovante.</p>}
    </section>
  )
}

function Listed({ transaction }: { transaction: Transaction }) {
  return <ShownAttachments transaction={transaction} reading={useAttachments(transaction.id)} isStalled={false} />
}
