import { IconDownload } from '@tabler/icons-react'
import type { Report } from '@prumo/shared/reports'
import { saveFile, type OwnFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/overlay/toast'
import { csvFile, jsonFile } from './report-file'
import styles from './export-report.module.css'

/** Takes the report along: as a file, as a table, on paper. */
export function ExportReport({ report }: { report: Report }) {
  function save(file: OwnFile): void {
    saveFile(file)
    showToast({ text: `${file.name} foi salvo neste aparelho.` })
  }
  return (
    <div className={styles.export} data-chrome>
      <Button variant="line" icon={<IconDownload size={20} stroke={1.75} aria-hidden />} onClick={() => save(jsonFile(report, new Date()))}>
        Exportar
      </Button>
      <p>
        Arquivo JSON,{' '}
        <button type="button" onClick={() => save(csvFile(report, new Date()))}>
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
