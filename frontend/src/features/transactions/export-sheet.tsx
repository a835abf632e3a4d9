import { useEffect, useRef, useState } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../data/account'
import { fetchAllTransactions } from '../../data/all-transactions'
import { useOffline } from '../../data/connection'
import type { TransactionListFilter } from '../../data/api-requests'
import { refusalOf } from '../../data/refusal'
import { useWallets } from '../../data/wallets'
import { csvFile } from '../../lib/csv-file'
import { today } from '../../lib/dates'
import { PRINT_LIST, printNext } from '../../lib/print-page'
import { saveBlob, saveFile } from '../../lib/save-file'
import { createXlsxFile } from '../../lib/xlsx-file'
import { FileFormats, type FileFormat } from '../../ui/file-formats'
import { Sheet } from '../../ui/overlay/sheet'
import { showToast } from '../../ui/overlay/toast'
import { StatusLine } from '../../ui/status-line'
import { transactionsJson, transactionsSheet, transactionsTable } from '../../data/transactions-sheet'
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

/** Exports all pages that match the filters: on paper, as a spreadsheet, or for other programs. */
export default function ExportSheet({ open, onClose, ...what }: ExportSheetProps) {
  const isPrinting = useRef(false)
  useEffect(() => {
    if (open || !isPrinting.current) return
    isPrinting.current = false
    printNext(() => window.dispatchEvent(new Event(PRINT_LIST)))
  }, [open])

  function print(): void {
    isPrinting.current = true
    onClose()
  }

  return (
    <Sheet isHistoryEntry open={open} onClose={onClose} title="Exportar transações">
      <ExportFormats onClose={onClose} onPrint={print} {...what} />
    </Sheet>
  )
}

const notes: Readonly<Record<FileFormat, string>> = {
  pdf: 'Para guardar ou mandar para alguém. Na janela que abre, escolha “Salvar como PDF”.',
  xlsx: 'Para Excel, Google Planilhas e LibreOffice, com as somas prontas.',
  csv: 'Para outros programas, e para quem cuida da sua contabilidade.',
  json: 'Para quem programa.',
}

const plain = new Intl.NumberFormat('pt-BR')

function ExportFormats({ onClose, onPrint, query, words, onDevice }: Omit<ExportSheetProps, 'open'> & { onPrint: () => void }) {
  const account = useAccount()
  const { hasSeveral, walletName } = useWallets()
  const wallets = hasSeveral ? { walletName, shown: query.walletId ?? [] } : null
  const isOffline = useOffline()
  const [making, setMaking] = useState<FileFormat | null>(null)
  const [status, setStatus] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const abortController = useRef<AbortController | null>(null)
  useEffect(() => () => abortController.current?.abort(), [])

  const isBeyondReach = isOffline && onDevice === null
  const isEmpty = onDevice?.length === 0

  async function make(format: Exclude<FileFormat, 'pdf'>): Promise<void> {
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
      else if (format === 'json') saveFile(transactionsJson(name, transactions, new Date()))
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

  return (
    <div className={styles.sheet}>
      <p className={styles.about}>Todas as transações do filtro atual: {words}.</p>
      {isBeyondReach && <StatusLine>Sem internet, e nem tudo desta lista está neste aparelho. Exporte quando a conexão voltar.</StatusLine>}
      {isEmpty && <StatusLine>Nenhuma transação com estes filtros. Escolha outro mês ou limpe os filtros.</StatusLine>}
      {problem && <StatusLine tone="danger">{problem}</StatusLine>}
      <FileFormats
        notes={notes}
        making={making}
        disabled={isBeyondReach || isEmpty}
        onChoose={(format) => (format === 'pdf' ? onPrint() : void make(format))}
      />
      <p role="status" className={styles.said}>
        {status}
      </p>
    </div>
  )
}
