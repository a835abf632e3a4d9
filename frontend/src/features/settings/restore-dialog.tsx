import { useEffect, useState } from 'react'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { refusalOf } from '../../data/refusal'
import { beginRestore } from '../../data/restore'
import { bringAttachments, type CopiedFiles } from '../../data/restored-attachments'
import { formatDate } from '../../lib/dates'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'
import { readChosenCopy, type CopyContents, type CopyReadResult } from './read-copy'
import { Records } from './records'
import styles from './restore-section.module.css'
import { attachmentsText, countText, recordsText } from './settings-texts'

interface RestoreDialogProps {
  /** Null while no file is chosen. */
  chosen: File | null
  onClose: () => void
}

/** Summarises a file, and restores it after confirmation. */
export default function RestoreDialog({ chosen, onClose }: RestoreDialogProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const [read, setRead] = useState<CopyReadResult | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!chosen) return
    let isOver = false
    void readChosenCopy(chosen).then((found) => isOver || setRead(found))
    return () => {
      isOver = true
      setRead(null)
      setFailure(null)
    }
  }, [chosen])

  async function startRestore(file: unknown, files: CopiedFiles): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await beginRestore(account, file)
      if (files.size > 0) void bringAttachments(account, id, files)
      onClose()
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setBusy(false)
    }
  }

  const readable = read && 'contents' in read ? read : null
  return (
    <Dialog
      open={chosen !== null}
      onClose={onClose}
      title="Trazer esta cópia"
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            {read && !readable ? 'Fechar' : 'Cancelar'}
          </Button>
          {readable && (
            <Button disabled={isOffline} busy={isBusy} onClick={() => void startRestore(readable.file, readable.files)}>
              {isBusy ? 'Enviando…' : `Trazer ${recordsText(readable.contents.records)}`}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.file}>{chosen?.name}</p>
      {!read && <p role="status">Lendo o arquivo…</p>}
      {read && 'problem' in read && <StatusLine tone="danger">{read.problem}</StatusLine>}
      {readable && <Contents contents={readable.contents} files={readable.files} />}
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
      {readable && isOffline && <p className={styles.note}>Precisa de internet para trazer a cópia.</p>}
    </Dialog>
  )
}

/** The summary of the file: counts and sums. */
function Contents({ contents, files }: { contents: CopyContents; files: CopiedFiles }) {
  const { attachments, totals, wallets, imports, recurrences, movements, records, balance, emergencyFund, exportedAt, businessName } =
    contents
  const moved = countText(movements.length, 'movimento', 'movimentos')
  const rows: [label: string, text: string][] = [
    ['Transações', countOf(totals.transactions)],
    ['Soma das receitas', formatCentavos(totals.income)],
    ['Soma das despesas', formatCentavos(totals.expense)],
    ['Metas', countOf(totals.goals)],
    ['Tarefas', countOf(totals.tasks)],
    ['Na reserva', emergencyFund ? [moved, formatCentavos(totals.fund)].filter(Boolean).join(', ') : 'Sem reserva'],
    ...(recurrences.length > 0 ? [['O que se repete', countOf(recurrences.length)] as [string, string]] : []),
    ...(attachments > 0 ? [['Comprovantes', countOf(attachments)] as [string, string]] : []),
    ...(wallets.length > 0 ? [['Contas', countOf(wallets.length)] as [string, string]] : []),
    ...(imports.length > 0 ? [['Importações', countOf(imports.length)] as [string, string]] : []),
    ...(balance ? [['Saldo no banco', formatCentavos(balance.amount)] as [string, string]] : []),
  ]
  return (
    <>
      <Records total={records} />
      <p className={styles.note}>
        {businessName ? `${businessName}, ` : ''}como estava em {formatDate(dateInSaoPaulo(new Date(exportedAt)))}.
      </p>
      <dl className={styles.held}>
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {files.size < attachments && (
        <p className={styles.note}>
          {files.size === 0
            ? 'Os comprovantes não estão neste arquivo. Para trazê-los, escolha o arquivo .zip que o backup salvou.'
            : `Neste arquivo estão ${attachmentsText(attachments, files.size)}.`}
        </p>
      )}
      <p className={styles.note}>As somas contam também o que ainda não entrou ou não saiu. Perfil, login e assinatura ficam como estão.</p>
    </>
  )
}

function countOf(count: number): string {
  return count.toLocaleString('pt-BR')
}
