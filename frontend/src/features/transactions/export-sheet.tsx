import { useEffect, useRef, useState } from 'react'
import { IconFileTypeCsv, IconTable } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../data/account'
import { fetchAllTransactions } from '../../data/all-transactions'
import { useOffline } from '../../data/connection'
import type { TransactionListFilter } from '../../data/api-requests'
import { refusalOf } from '../../data/refusal'
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
  /** What the list is narrowed to. */
  query: TransactionListFilter
  /** The same in words: `de novembro de 2026, só despesas`. */
  words: string
  /** All of the list, where this device has read all of it; else null. */
  onDevice: readonly Transaction[] | null
}

/** Takes along what the filters show, all pages of it, as a spreadsheet. */
export default function ExportSheet({ open, onClose, ...what }: ExportSheetProps) {
  return (
    <Sheet isHistoryEntry open={open} onClose={onClose} title="Exportar transações">
      <Ways onClose={onClose} {...what} />
    </Sheet>
  )
}

type ExportFormat = 'xlsx' | 'csv'

const plain = new Intl.NumberFormat('pt-BR')

function Ways({ onClose, query, words, onDevice }: Omit<ExportSheetProps, 'open'>) {
  const account = useAccount()
  const isOffline = useOffline()
  const [making, setMaking] = useState<ExportFormat | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])

  const isBeyondReach = isOffline && onDevice === null
  const isEmpty = onDevice?.length === 0

  async function make(format: ExportFormat): Promise<void> {
    const { signal } = (ending.current = new AbortController())
    const name = `prumo-transacoes-${today()}`
    setMaking(format)
    setProblem(null)
    setSaid('Lendo as transações…')
    try {
      const told = (count: number) => setSaid(`${count === 1 ? '1 transação lida' : `${plain.format(count)} transações lidas`}…`)
      const transactions = isOffline && onDevice ? onDevice : await fetchAllTransactions(account, query, told, signal)
      if (format === 'csv') saveFile(csvFile(name, transactionsTable(transactions)))
      else {
        setSaid('Montando a planilha…')
        const content = await createXlsxFile([transactionsSheet(transactions)])
        // Whoever closed this wants no file any more.
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
      setSaid('')
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
        {said}
      </p>
    </div>
  )
}
