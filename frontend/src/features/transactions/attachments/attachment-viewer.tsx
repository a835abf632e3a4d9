import { useEffect, useState, type KeyboardEvent } from 'react'
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconFileText,
  IconTrash,
} from '@tabler/icons-react'
import { attachmentFileName } from '@prumo/shared/attachment-names'
import type { Attachment } from '@prumo/shared/attachments'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../../data/account'
import { discardAttachment, useAttachmentContent, useObjectUrl, type ShownAttachment } from '../../../data/attachments'
import { formatBytes } from '../../../lib/format-bytes'
import { useOffline } from '../../../data/connection'
import { formatMoment } from '../../../lib/moments'
import { openBlob, saveBlob } from '../../../lib/save-file'
import { useIsGuest } from '../../../lib/session'
import { useToday } from '../../../lib/use-today'
import { IconButton } from '../../../ui/icon-button'
import { formatFlow } from '../../../ui/money-format'
import { FullScreen } from '../../../ui/overlay/full-screen'
import { shortDay } from '../short-day'
import { shortName, typeName } from './attachment-texts'
import styles from './attachment-viewer.module.css'

interface AttachmentViewerProps {
  transaction: Transaction
  shown: readonly ShownAttachment[]
  /** Which one is open; null for none. */
  openId: string | null
  onOpen: (id: string | null) => void
}

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** Shows the receipts of a transaction one by one, over everything. */
export default function AttachmentViewer({ transaction, shown, openId, onOpen }: AttachmentViewerProps) {
  const index = shown.findIndex(({ attachment }) => attachment.id === openId)
  const present = shown[index]
  return (
    <FullScreen open={present !== undefined} onClose={() => onOpen(null)} label={`Comprovante de ${transaction.description}`}>
      {present && <OpenAttachment transaction={transaction} shown={shown} index={index} onOpen={onOpen} />}
    </FullScreen>
  )
}

type OpenAttachmentProps = Pick<AttachmentViewerProps, 'transaction' | 'shown' | 'onOpen'> & { index: number }

function OpenAttachment({ transaction, shown, index, onOpen }: OpenAttachmentProps) {
  const account = useAccount()
  const now = useToday()
  const isGuest = useIsGuest()
  const present = shown[index]!
  const { attachment } = present
  const reading = useAttachmentContent(attachment)
  const { content } = reading
  const show = (step: -1 | 1) => {
    const next = shown[index + step]
    if (next) onOpen(next.attachment.id)
  }

  function remove(): void {
    const next = shown[index + 1] ?? shown[index - 1]
    onOpen(next?.attachment.id ?? null)
    void discardAttachment(account, present, transaction)
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft') show(-1)
    if (key === 'ArrowRight') show(1)
  }

  return (
    // The keys of the whole viewer.
    <div className={styles.viewer} onKeyDown={onKeyDown} role="presentation">
      <div className={styles.head}>
        <IconButton label="Fechar" data-autofocus icon={<IconArrowLeft {...icon} />} onClick={() => onOpen(null)} />
        <h2>
          {transaction.description}
          <small>
            {shortName(attachment)}, {shortDay(transaction.date, now)},{' '}
            <span className="money">{formatFlow(transaction.amount, transaction.type)}</span>
          </small>
        </h2>
        <IconButton
          label="Baixar o comprovante"
          disabled={!content}
          icon={<IconDownload {...icon} />}
          onClick={() => content && saveBlob(attachmentFileName(attachment), content)}
        />
        {!isGuest && <IconButton label="Excluir o comprovante" icon={<IconTrash {...icon} />} onClick={remove} />}
      </div>
      <div className={styles.content} key={attachment.id}>
        <Content attachment={attachment} reading={reading} />
      </div>
      <div className={styles.foot}>
        <p role="status">
          <b>
            {index + 1} de {shown.length}
          </b>
          <small>
            {formatBytes(attachment.size)},{' '}
            {present.unsent ? 'aguardando envio' : `adicionado ${formatMoment(Date.parse(attachment.createdAt), now)}`}
          </small>
        </p>
        {shown.length > 1 && (
          <>
            <IconButton label="Anterior" disabled={index === 0} icon={<IconChevronLeft {...icon} />} onClick={() => show(-1)} />
            <IconButton
              label="Próximo"
              disabled={index === shown.length - 1}
              icon={<IconChevronRight {...icon} />}
              onClick={() => show(1)}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** Nothing is ever shown as a document of the app: photos as pictures, PDFs in the browser's own viewer, XML as text. */
function Content({
  attachment,
  reading: { content, isFailed, retry },
}: {
  attachment: Attachment
  reading: ReturnType<typeof useAttachmentContent>
}) {
  const isOffline = useOffline()
  if (isFailed) {
    return (
      <div className={styles.message} role="alert">
        <p>{isOffline ? 'Sem internet. Este comprovante abre quando ela voltar.' : 'Não conseguimos abrir o comprovante.'}</p>
        <button type="button" className={styles.action} onClick={retry}>
          Tentar de novo
        </button>
      </div>
    )
  }
  if (!content) {
    return (
      <p className={styles.message} role="status">
        Abrindo…
      </p>
    )
  }
  if (attachment.type === 'application/pdf') return <Pdf attachment={attachment} content={content} />
  if (attachment.type === 'application/xml') return <PlainText content={content} />
  return <Photo attachment={attachment} content={content} />
}

function Photo({ attachment, content }: { attachment: Attachment; content: Blob }) {
  const picture = useObjectUrl(content)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <p className={styles.message}>Este navegador não mostra esta foto. Baixe para ver.</p>
  return <img ref={picture} className={styles.photo} alt={attachment.name} onError={() => setBroken(true)} />
}

function Pdf({ attachment, content }: { attachment: Attachment; content: Blob }) {
  return (
    <div className={styles.message}>
      <IconFileText size={40} stroke={1.5} aria-hidden />
      <p>
        {typeName(attachment.type)}, {formatBytes(attachment.size)}
      </p>
      <button type="button" className={styles.action} onClick={() => openBlob(content)}>
        <IconExternalLink size={20} stroke={1.75} aria-hidden />
        Abrir o PDF<span className="visually-hidden"> em outra aba</span>
      </button>
    </div>
  )
}

/** Of a longer text the file itself can be downloaded. */
const MOST_SHOWN = 200_000

function PlainText({ content }: { content: Blob }) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    void content
      .slice(0, MOST_SHOWN)
      .text()
      .then((read) => isOver || setText(read))
    return () => void (isOver = true)
  }, [content])
  return (
    text !== null && (
      <textarea
        readOnly
        className={styles.text}
        aria-label="Texto da nota"
        value={content.size > MOST_SHOWN ? `${text}\n…` : text}
        spellCheck={false}
      />
    )
  )
}
