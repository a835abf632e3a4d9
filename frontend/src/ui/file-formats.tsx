import { IconBraces, IconFileTypeCsv, IconFileTypePdf, IconTable, type Icon } from '@tabler/icons-react'
import { Button } from './button'
import styles from './file-formats.module.css'

export type FileFormat = 'pdf' | 'xlsx' | 'csv' | 'json'

interface FileFormatsProps {
  /** Who each file is for. */
  notes: Readonly<Record<FileFormat, string>>
  onChoose: (format: FileFormat) => void
  /** The file that is being written; meanwhile no other can be chosen. */
  making: FileFormat | null
  disabled?: boolean
}

const formats: readonly { format: FileFormat; name: string; FormatIcon: Icon }[] = [
  { format: 'pdf', name: 'PDF ou imprimir', FormatIcon: IconFileTypePdf },
  { format: 'xlsx', name: 'Planilha XLSX', FormatIcon: IconTable },
  { format: 'csv', name: 'Planilha CSV', FormatIcon: IconFileTypeCsv },
  { format: 'json', name: 'Arquivo JSON', FormatIcon: IconBraces },
]

/** The kinds of file that a list or a report can be saved as, the one that most people want first. */
export function FileFormats({ notes, onChoose, making, disabled = false }: FileFormatsProps) {
  return (
    <ul className={styles.formats}>
      {formats.map(({ format, name, FormatIcon }, index) => (
        <li key={format}>
          <Button
            size="lg"
            block
            variant={index === 0 ? 'action' : 'line'}
            busy={making !== null}
            disabled={disabled}
            icon={<FormatIcon size={20} stroke={1.75} aria-hidden />}
            onClick={() => onChoose(format)}
          >
            {making === format ? 'Preparando…' : name}
          </Button>
          <p>{notes[format]}</p>
        </li>
      ))}
    </ul>
  )
}
