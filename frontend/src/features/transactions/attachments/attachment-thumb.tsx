import { IconClock, IconFileText, IconPhoto } from '@tabler/icons-react'
import { useAttachmentContent, useObjectUrl, type ShownAttachment } from '../../../data/attachments'
import { formatBytes } from '../../../lib/format-bytes'
import { shortName, typeName } from './attachment-texts'
import styles from './attachment-strip.module.css'

interface AttachmentThumbProps {
  shown: ShownAttachment
  /** What waits is not getting through at the moment. */
  isStalled: boolean
  onOpen: () => void
}

/** A receipt in the strip: what it looks like, its name and its size, or that it waits. */
export function AttachmentThumb({ shown: { attachment, unsent }, isStalled, onOpen }: AttachmentThumbProps) {
  const isPhoto = attachment.type.startsWith('image/')
  const { content } = useAttachmentContent(attachment, isPhoto)
  const picture = useObjectUrl(content)
  const name = shortName(attachment)
  const Icon = isPhoto ? IconPhoto : IconFileText
  return (
    <button type="button" className={styles.item} data-waiting={unsent !== null || undefined} onClick={onOpen}>
      <span className="visually-hidden">Abrir </span>
      <span className={styles.thumb}>
        {isPhoto && content ? <img ref={picture} alt="" /> : <Icon size={22} stroke={1.75} aria-hidden />}
        {unsent && isStalled && (
          <span className={styles.clock}>
            <IconClock size={16} stroke={1.75} aria-hidden />
          </span>
        )}
      </span>
      <span className={styles.name} title={attachment.name}>
        {name}
      </span>
      <small>
        {unsent ? (
          isStalled ? (
            'Aguardando envio'
          ) : (
            'Enviando…'
          )
        ) : (
          <>
            {formatBytes(attachment.size)}
            <span className="visually-hidden">, {typeName(attachment.type)}</span>
          </>
        )}
      </small>
    </button>
  )
}
