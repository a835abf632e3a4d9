import { Button } from './button'
import { StatusLine } from './status-line'

interface LoadFailureProps {
  /** What could not be loaded, with its article: `as transações`. */
  what: string
  /** The button's label, if it does something else than retry. */
  again?: string
  onRetry: () => void
}

/** Replaces data that could not be loaded; the frame of the screen stays. */
export function LoadFailure({ what, again = 'Tentar de novo', onRetry }: LoadFailureProps) {
  return (
    <StatusLine
      tone="danger"
      action={
        <Button variant="line" size="sm" onClick={onRetry}>
          {again}
        </Button>
      }
    >
      Não conseguimos carregar {what}.
    </StatusLine>
  )
}
