import { Button } from '../button/button'
import { StatusLine } from './status-line'

interface LoadFailureProps {
  /** What could not be loaded, with its article: `as transações`. */
  what: string
  onRetry: () => void
}

/** Stands where the data would be; the frame of the screen stays. */
export function LoadFailure({ what, onRetry }: LoadFailureProps) {
  return (
    <StatusLine
      tone="danger"
      action={
        <Button variant="line" size="sm" onClick={onRetry}>
          Tentar de novo
        </Button>
      }
    >
      Não conseguimos carregar {what}.
    </StatusLine>
  )
}
