import { useState, type ReactNode } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import type { ShownAttachment } from '../../../data/attachments'
import { useOffline } from '../../../data/connection'
import type { QueryResult } from '../../../data/optimistic-query'
import { lazyPart, usePrefetch } from '../../../ui/lazy-part'
import { LoadFailure } from '../../../ui/load-failure'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { attachmentCountText } from './attachment-count-text'
import { AttachmentThumb } from './attachment-thumb'
import styles from './attachment-strip.module.css'

const AttachmentViewer = lazyPart(() => import('./attachment-viewer'), { what: 'o comprovante' })
const NONE: readonly ShownAttachment[] = []

interface ShownAttachmentsProps {
  transaction: Transaction
  reading: QueryResult<readonly ShownAttachment[]>
  /** What waits is not getting through at the moment. */
  isStalled: boolean
  /** Stands after the receipts. */
  children?: ReactNode
}

/** The receipts of a transaction side by side, each of which opens over everything. */
export function ShownAttachments({ transaction, reading: { data: shown, isFailed, retry }, isStalled, children }: ShownAttachmentsProps) {
  const isOffline = useOffline()
  const [openId, setOpenId] = useState<string | null>(null)
  usePrefetch(AttachmentViewer)
  const { attachmentCount } = transaction
  return (
    <>
      {!shown && !isFailed && (
        <Loading what="os comprovantes">
          <Skeleton width="84px" height="104px" />
        </Loading>
      )}
      {isFailed &&
        (isOffline ? (
          <p className={styles.fine}>
            {`${attachmentCount > 0 ? attachmentCountText(attachmentCount) : 'Os comprovantes'}: sem internet não dá para ver agora.`}
          </p>
        ) : (
          <LoadFailure what="os comprovantes" onRetry={retry} />
        ))}
      <ul className={styles.strip}>
        {shown?.map((each) => (
          <li key={each.attachment.id}>
            <AttachmentThumb shown={each} isStalled={isStalled} onOpen={() => setOpenId(each.attachment.id)} />
          </li>
        ))}
        {children}
      </ul>
      <AttachmentViewer
        isRequested={openId !== null}
        onDismissFailure={() => setOpenId(null)}
        transaction={transaction}
        shown={shown ?? NONE}
        openId={openId}
        onOpen={setOpenId}
      />
    </>
  )
}
