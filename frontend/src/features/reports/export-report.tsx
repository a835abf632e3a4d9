import { useState } from 'react'
import { IconDownload } from '@tabler/icons-react'
import type { Report } from '@prumo/shared/reports'
import { saveBlob, saveFile, type TextFile } from '../../lib/save-file'
import { createXlsxFile } from '../../lib/xlsx-file'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/overlay/toast'
import { jsonFile, nameAt, reportCsv, reportSheets } from './report-file'
import styles from './export-report.module.css'

/** Exports the report as JSON, as a spreadsheet or CSV, or prints it. */
export default function ExportReport({ report }: { report: Report }) {
  const [isWriting, setWriting] = useState(false)

  function save(file: TextFile): void {
    saveFile(file)
    isSaved(file.name)
  }

  async function saveSheets(): Promise<void> {
    const name = `${nameAt(new Date())}.xlsx`
    setWriting(true)
    try {
      saveBlob(name, await createXlsxFile(reportSheets(report)))
      isSaved(name)
    } catch {
      showToast({
        text: 'A planilha não foi montada. Recarregue a página e tente de novo, ou use a planilha CSV.',
        tone: 'error',
      })
    } finally {
      setWriting(false)
    }
  }

  return (
    <div className={styles.export} data-chrome>
      <Button variant="line" icon={<IconDownload size={20} stroke={1.75} aria-hidden />} onClick={() => save(jsonFile(report, new Date()))}>
        Exportar
      </Button>
      <p>
        Arquivo JSON,{' '}
        <button type="button" aria-disabled={isWriting || undefined} onClick={isWriting ? undefined : () => void saveSheets()}>
          planilha XLSX
        </button>
        ,{' '}
        <button type="button" onClick={() => save(reportCsv(report, new Date()))}>
          planilha CSV
        </button>{' '}
        ou{' '}
        <button type="button" onClick={() => window.print()}>
          PDF para imprimir
        </button>
      </p>
    </div>
  )
}

function isSaved(name: string): void {
  showToast({ text: `${name} foi salvo neste aparelho.` })
}
