import { Button } from './button'
import { StatusLine } from './status-line'

interface LoadFailureProps {
  /** What could not be loaded, with its article: `as transações`. */
  what: string
  /** What is offered instead of another attempt. */
  again?: string
  onRetry: () => void
}

/** Stands where the data would be; the frame of the screen stays. */
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
