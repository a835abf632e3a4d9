import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconDownload } from '@tabler/icons-react'
import type { AccountExport } from '@prumo/shared/account-data'
import { useAccount, type Account } from '../../data/account'
import { exportAccount } from '../../data/account-data'
import { useOffline } from '../../data/connection'
import { isResetPending } from '../../data/sync/queue'
import { fetchExportedFiles } from '../../data/exported-attachments'
import { refusalOf } from '../../data/refusal'
import { useUnsentCommands } from '../../data/sync-status'
import { today } from '../../lib/dates'
import { saveBlob, saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { StatusLine } from '../../ui/status-line'
import { showToast } from '../../ui/overlay/toast'
import styles from './data-tab.module.css'
import { Erasure } from './erasure'
import { Reset } from './reset'
import { RestoreSection } from './restore-section'
import { Section } from './section'
import { attachmentsText, uncopiedText } from './settings-texts'

/** The actions on all data of the account: export, restore, reset and erasure. */
export default function DataTab() {
  return (
    <>
      <ExportSection />
      <RestoreSection />
      <Reset />
      <Erasure />
    </>
  )
}

function ExportSection() {
  const account = useAccount()
  const isOffline = useOffline()
  const uncopied = uncopiedText(useUnsentCommands().filter((item) => !isResetPending(item)).length)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  /** What has arrived, for another attempt. */
  const fetched = useRef(new Map<string, Blob>())
  const name = `prumo-backup-${today()}`

  async function save(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const everything = await exportAccount(account)
      const text = `${JSON.stringify(everything, null, 2)}\n`
      if (everything.attachments.length === 0) {
        saveFile({ name: `${name}.json`, type: 'application/json', text })
        showToast({ text: `${name}.json foi salvo neste aparelho.` })
        return
      }
      const left = await saveWithAttachments({ account, everything, text, name, fetched: fetched.current }, setProgress)
      fetched.current.clear()
      showToast({ text: [`${name}.zip foi salvo neste aparelho.`, left].filter(Boolean).join(' ') })
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setBusy(false)
      setProgress(null)
    }
  }

  return (
    <Section title="Levar uma cópia">
      <p>
        Um arquivo com tudo o que está na conta: transações, comprovantes, metas, tarefas, reserva e assinatura. O que mudou, dia a dia,
        está no <Link to="/dashboard/activity">histórico</Link>.
      </p>
      {uncopied && <p>{uncopied}</p>}
      <div className={styles.copy}>
        <Button
          variant="line"
          icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
          disabled={isOffline}
          busy={isBusy}
          onClick={() => void save()}
        >
          {isBusy ? 'Preparando…' : 'Exportar backup'}
        </Button>
        <span>{isOffline ? 'Precisa de internet para baixar a cópia.' : name}</span>
      </div>
      {progress && (
        <>
          <p role="status">Baixando os comprovantes. Deixe esta tela aberta até o fim.</p>
          <ProgressBar
            label="Baixando os comprovantes"
            percent={Math.floor((progress.done * 100) / progress.total)}
            text={attachmentsText(progress.total, progress.done)}
          />
          <p>{attachmentsText(progress.total, progress.done)}</p>
        </>
      )}
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </Section>
  )
}

interface ExportProgress {
  total: number
  done: number
}

interface ExportedCopy {
  account: Account
  everything: AccountExport
  /** The export as its file has it. */
  text: string
  /** Of the file, without its ending. */
  name: string
  fetched: Map<string, Blob>
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
}

/** Saves the export and its receipts as one file. @returns what is not in it, in words; empty if everything is */
async function saveWithAttachments(
  { account, everything, text, name, fetched }: ExportedCopy,
  onProgress: (progress: ExportProgress) => void,
): Promise<string> {
  const { attachments } = everything
  const total = attachments.length
  const { files, missing } = await fetchExportedFiles(account, attachments, fetched, (done) => onProgress({ total, done }))
  const { BlobSink, ZipStream } = await import('../../lib/zip-stream')
  const packed = new BlobSink()
  const archive = new ZipStream(packed)
  await archive.add(`${name}.json`, new TextEncoder().encode(text))
  for (const { id, type } of attachments) {
    const content = files.get(id)
    if (content) await archive.add(`comprovantes/${id}.${endings[type]}`, new Uint8Array(await content.arrayBuffer()))
  }
  await archive.end()
  saveBlob(`${name}.zip`, packed.blob())
  if (missing === 0) return ''
  return `${attachmentsText(missing)} não ${missing === 1 ? 'pôde' : 'puderam'} ser ${missing === 1 ? 'baixado' : 'baixados'}.`
}
