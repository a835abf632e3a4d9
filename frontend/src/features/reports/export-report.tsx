import { useEffect, useRef, useState } from 'react'
import { IconDownload } from '@tabler/icons-react'
import type { Report } from '@prumo/shared/reports'
import { printNext } from '../../lib/print-page'
import { saveBlob, saveFile, type TextFile } from '../../lib/save-file'
import { createXlsxFile } from '../../lib/xlsx-file'
import { Button } from '../../ui/button'
import { FileFormats, type FileFormat } from '../../ui/file-formats'
import { Sheet } from '../../ui/overlay/sheet'
import { showToast } from '../../ui/overlay/toast'
import { jsonFile, nameAt, reportCsv, reportSheets } from './report-file'
import styles from './export-report.module.css'

const notes: Readonly<Record<FileFormat, string>> = {
  pdf: 'Para guardar ou mandar para alguém. Na janela que abre, escolha “Salvar como PDF”.',
  xlsx: 'Para Excel, Google Planilhas e LibreOffice, com as somas prontas.',
  csv: 'Para outros programas, e para quem cuida da sua contabilidade.',
  json: 'Para quem programa.',
}

/** Prints the report, or saves it as a spreadsheet, CSV or JSON. */
export default function ExportReport({ report }: { report: Report }) {
  const [isOpen, setOpen] = useState(false)
  const [making, setMaking] = useState<FileFormat | null>(null)
  const isPrinting = useRef(false)
  useEffect(() => {
    if (isOpen || !isPrinting.current) return
    isPrinting.current = false
    printNext()
  }, [isOpen])

  function choose(format: FileFormat): void {
    if (format === 'pdf') {
      isPrinting.current = true
      setOpen(false)
    } else if (format === 'xlsx') void saveSheets()
    else save(format === 'csv' ? reportCsv(report) : jsonFile(report))
  }

  function save(file: TextFile): void {
    saveFile(file)
    end(file.name)
  }

  function end(name: string): void {
    setOpen(false)
    showToast({ text: `${name} foi salvo neste aparelho.` })
  }

  async function saveSheets(): Promise<void> {
    const name = `${nameAt(new Date())}.xlsx`
    setMaking('xlsx')
    try {
      saveBlob(name, await createXlsxFile(reportSheets(report)))
      end(name)
    } catch {
      showToast({
        text: 'A planilha não foi montada. Recarregue a página e tente de novo, ou use a planilha CSV.',
        tone: 'error',
      })
    } finally {
      setMaking(null)
    }
  }

  return (
    <div className={styles.export} data-chrome>
      <Button variant="line" icon={<IconDownload size={20} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        Exportar
      </Button>
      <p>PDF, planilha XLSX ou CSV, arquivo JSON</p>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Exportar relatório">
        <FileFormats notes={notes} making={making} onChoose={choose} />
      </Sheet>
    </div>
  )
}
