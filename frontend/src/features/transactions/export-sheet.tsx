import { useEffect, useRef, useState } from 'react'
import { IconFileTypeCsv, IconTable } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../data/account'
import { fetchAllTransactions } from '../../data/all-transactions'
import { useOffline } from '../../data/connection'
import type { TransactionListFilter } from '../../data/api-requests'
import { refusalOf } from '../../data/refusal'
import { useWallets } from '../../data/wallets'
import { csvFile } from '../../lib/csv-file'
import { today } from '../../lib/dates'
import { saveBlob, saveFile } from '../../lib/save-file'
import { createXlsxFile } from '../../lib/xlsx-file'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/overlay/sheet'
import { showToast } from '../../ui/overlay/toast'
import { StatusLine } from '../../ui/status-line'
import { transactionsSheet, transactionsTable } from './transactions-sheet'
import styles from './export-sheet.module.css'

interface ExportSheetProps {
  open: boolean
  onClose: () => void
  /** The filters of the list. */
  query: TransactionListFilter
  /** The filters in words: `de novembro de 2026, só despesas`. */
  words: string
  /** The whole list if this device has all of it, otherwise null. */
  onDevice: readonly Transaction[] | null
}

/** Exports all pages that match the filters, as a spreadsheet or CSV. */
export default function ExportSheet({ open, onClose, ...what }: ExportSheetProps) {
  return (
    <Sheet isHistoryEntry open={open} onClose={onClose} title="Exportar transações">
      <ExportFormats onClose={onClose} {...what} />
    </Sheet>
  )
}

type ExportFormat = 'xlsx' | 'csv'

const plain = new Intl.NumberFormat('pt-BR')

function ExportFormats({ onClose, query, words, onDevice }: Omit<ExportSheetProps, 'open'>) {
  const account = useAccount()
  const { hasSeveral, walletName } = useWallets()
  const wallets = hasSeveral ? { walletName, shown: query.walletId ?? [] } : null
  const isOffline = useOffline()
  const [making, setMaking] = useState<ExportFormat | null>(null)
  const [status, setStatus] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const abortController = useRef<AbortController | null>(null)
  useEffect(() => () => abortController.current?.abort(), [])

  const isBeyondReach = isOffline && onDevice === null
  const isEmpty = onDevice?.length === 0

  async function make(format: ExportFormat): Promise<void> {
    const { signal } = (abortController.current = new AbortController())
    const name = `prumo-transacoes-${today()}`
    setMaking(format)
    setProblem(null)
    setStatus('Lendo as transações…')
    try {
      const reportProgress = (count: number) =>
        setStatus(`${count === 1 ? '1 transação lida' : `${plain.format(count)} transações lidas`}…`)
      const transactions = isOffline && onDevice ? onDevice : await fetchAllTransactions(account, query, reportProgress, signal)
      if (format === 'csv') saveFile(csvFile(name, transactionsTable(transactions, wallets)))
      else {
        setStatus('Montando a planilha…')
        const content = await createXlsxFile([transactionsSheet(transactions, wallets)])
        // Closing the sheet cancels the download.
        signal.throwIfAborted()
        saveBlob(`${name}.xlsx`, content)
      }
      showToast({ text: `${name}.${format} foi salvo neste aparelho.` })
      onClose()
    } catch (failure) {
      if (signal.aborted) return
      setProblem(refusalOf(failure).text)
    } finally {
      setMaking(null)
      setStatus('')
    }
  }

  const button = (format: ExportFormat) => ({
    size: 'lg' as const,
    block: true,
    busy: making !== null,
    disabled: isBeyondReach || isEmpty,
    onClick: () => void make(format),
  })

  return (
    <div className={styles.sheet}>
      <p className={styles.about}>As transações {words}: o que os filtros mostram, do começo ao fim da lista.</p>
      {isBeyondReach && <StatusLine>Sem internet, e nem tudo desta lista está neste aparelho. Exporte quando a conexão voltar.</StatusLine>}
      {isEmpty && <StatusLine>Nenhuma transação com estes filtros. Escolha outro mês ou limpe os filtros.</StatusLine>}
      {problem && <StatusLine tone="danger">{problem}</StatusLine>}
      <div className={styles.ways}>
        <Button {...button('xlsx')} icon={<IconTable size={20} stroke={1.75} aria-hidden />}>
          {making === 'xlsx' ? 'Preparando…' : 'Planilha XLSX'}
        </Button>
        <p>Para Excel, Google Planilhas e LibreOffice, com as somas prontas.</p>
        <Button {...button('csv')} variant="line" icon={<IconFileTypeCsv size={20} stroke={1.75} aria-hidden />}>
          {making === 'csv' ? 'Preparando…' : 'Arquivo CSV'}
        </Button>
        <p>Para outros programas, e para quem cuida da sua contabilidade.</p>
      </div>
      <p role="status" className={styles.said}>
        {status}
      </p>
    </div>
  )
}
