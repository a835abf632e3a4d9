import { formatAsOf } from '../lib/moments'
import { useToday } from '../lib/use-today'
import { Button } from './button'
import { StatusLine } from './status-line'

interface OutdatedNoteProps {
  /** When the shown data was requested, in milliseconds. */
  at: number | null
  onRetry: () => void
}

/** Shown beside stale figures that could not be refreshed. */
export function OutdatedNote({ at, onRetry }: OutdatedNoteProps) {
  const now = useToday()
  return (
    <StatusLine
      action={
        <Button variant="line" size="sm" onClick={onRetry}>
          Tentar de novo
        </Button>
      }
    >
      Não conseguimos atualizar.{at !== null && ` Dados da conta até ${formatAsOf(at, now)}.`}
    </StatusLine>
  )
}
