import { useEffect, useRef, useState } from 'react'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import type { MonthEntity } from '../../data/month-commands'
import { readPackageSource } from '../../data/package-source'
import { refusalOf } from '../../data/refusal'
import { useWallets } from '../../data/wallets'
import { saveBlob } from '../../lib/save-file'
import { useUser } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/overlay/toast'
import { Sheet } from '../../ui/overlay/sheet'
import { StatusLine } from '../../ui/status-line'
import { shortMonth } from './closing-texts'
import { packedNames, packMonth } from './month-package'
import { chooseFile, writePackage } from './package-writer'
import styles from './closing-page.module.css'

interface PackageSheetProps {
  open: boolean
  closed: MonthEntity
  onClose: () => void
}

/** What of the package is made. */
interface PackageProgress {
  files: readonly string[]
  done: readonly string[]
  receipts: number
}

/** Makes the package of a closed month on this device. It goes on while the sheet is closed, until it is stopped. */
export default function PackageSheet({ open, closed, onClose }: PackageSheetProps) {
  const account = useAccount()
  const { businessName } = useUser()
  const { hasSeveral, walletName } = useWallets()
  const isOffline = useOffline()
  const name = shortMonth(closed.month, useToday())
  const [progress, setProgress] = useState<PackageProgress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const making = useRef<AbortController | null>(null)
  useEffect(() => () => making.current?.abort(), [])

  async function make(): Promise<void> {
    const file = await chooseFile(`prumo-${closed.month}.zip`)
    if (file === undefined) return
    const { signal } = (making.current = new AbortController())
    setProblem(null)
    setProgress({ files: [], done: [], receipts: 0 })
    try {
      const wallets = hasSeveral ? { walletName, shown: [] } : null
      const source = await readPackageSource(account, closed, { businessName, wallets }, signal)
      const files = packedNames(source)
      setProgress({ files, done: [], receipts: source.receipts.length })
      const report = (path: string) => setProgress((before) => before && { ...before, done: [...before.done, path] })
      const blob = await writePackage(packMonth(source), file, report, signal)
      if (blob) saveBlob(`prumo-${closed.month}.zip`, blob)
      showToast({ text: `O pacote de ${name} foi salvo neste aparelho.` })
      onClose()
    } catch (failure) {
      if (!signal.aborted) setProblem(refusalOf(failure).text)
    } finally {
      if (making.current?.signal === signal) making.current = null
      setProgress(null)
    }
  }

  return (
    <Sheet isHistoryEntry open={open} onClose={onClose} title={`Pacote de ${name}`}>
      <div className={styles.reopen}>
        {problem && <StatusLine tone="danger">{problem}</StatusLine>}
        {isOffline && !progress && <StatusLine>Sem internet. Faça o pacote quando a conexão voltar.</StatusLine>}
        {progress ? (
          <>
            <Progress progress={progress} />
            <p className={styles.hint}>Feito neste aparelho. Pode continuar usando o Prumo; o ZIP baixa sozinho no fim.</p>
            <Button variant="line" block onClick={() => making.current?.abort()}>
              Parar
            </Button>
          </>
        ) : (
          <>
            <p>
              Um ZIP para quem cuida da sua contabilidade: as transações em CSV e em planilha, o relatório para imprimir, os comprovantes
              por dia, a folha do MEI e a prova de que nada mudou.
            </p>
            <Button size="lg" block disabled={isOffline || closed.totals === null} onClick={() => void make()}>
              Fazer o pacote
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}

function Progress({ progress: { files, done, receipts } }: { progress: PackageProgress }) {
  const finished = new Set(done)
  const packed = done.filter((path) => path.startsWith('comprovantes/')).length
  return (
    <>
      <p role="status">
        {files.length === 0
          ? 'Lendo o mês…'
          : receipts > 0
            ? `Comprovantes no pacote: ${packed} de ${receipts}`
            : `${done.length} de ${files.length} arquivos`}
      </p>
      <ul className={styles.files}>
        {files.map((path) => (
          <li key={path}>
            {finished.has(path) ? <IconCheck size={18} stroke={2} aria-hidden /> : <IconClock size={18} stroke={1.75} aria-hidden />}
            {path}
            {finished.has(path) && <span className="visually-hidden">, pronto</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
