import { Component, useEffect, useEffectEvent, type ReactNode } from 'react'
import { LoadFailure } from './load-failure'
import { dismissToast, showToast } from './overlay/toast'

/** Thrown when the code of a part could not be loaded. */
export class PartLoadError extends Error {
  override readonly name = 'PartLoadError'
}

interface LoadBoundaryProps {
  /** The part's name with its article: `o formulário`. Without a name a failure shows nothing and is retried. */
  what: string | undefined
  /** Shown while the part loads. The failure appears there; without a place, in a toast. */
  place?: ReactNode
  /** Called for each failure; afterwards, rendering the children loads again. */
  onFailure: () => void
  /** Called when the person dismisses the failure. */
  onDismiss: (() => void) | undefined
  children: ReactNode
}

interface LoadBoundaryState {
  failure: Error | null
  isReloadDue: boolean
}

/** The delay before an unnamed part is retried. */
const RETRY_MS = 5000

/** The loader never requests a failed style sheet again. */
const FAILED_STYLES = /preload CSS/

/**
 * Keeps the screen when the code of a part cannot be loaded, and offers to try again. If the retry fails too, a reload of the page
 * is offered: a newer release may have removed the file. Other errors are left to the screen.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, LoadBoundaryState> {
  override state: LoadBoundaryState = { failure: null, isReloadDue: false }
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(failure: Error): Partial<LoadBoundaryState> {
    return failure instanceof PartLoadError && FAILED_STYLES.test(failure.message) ? { failure, isReloadDue: true } : { failure }
  }

  override componentDidCatch(): void {
    this.props.onFailure()
    if (this.props.what === undefined) this.timer = setTimeout(() => this.setState({ failure: null }), RETRY_MS)
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer)
  }

  private readonly retryOrReload = (): void => {
    if (this.state.isReloadDue) window.location.reload()
    else this.setState({ failure: null, isReloadDue: true })
  }

  override render(): ReactNode {
    const { what, place, onDismiss, children } = this.props
    const { failure, isReloadDue } = this.state
    if (failure === null) return children
    if (!(failure instanceof PartLoadError)) throw failure
    if (what === undefined) return place
    const label = isReloadDue ? 'Recarregar' : 'Tentar de novo'
    if (place !== undefined) return <LoadFailure what={what} again={label} onRetry={this.retryOrReload} />
    return <LoadFailureToast what={what} again={label} onRetry={this.retryOrReload} onDismiss={onDismiss} />
  }
}

interface LoadFailureToastProps {
  what: string
  again: string
  onRetry: () => void
  onDismiss: (() => void) | undefined
}

function LoadFailureToast({ what, again, onRetry, onDismiss }: LoadFailureToastProps) {
  const onClose = useEffectEvent(() => onDismiss?.())
  useEffect(() => {
    const toast = showToast({
      text: `Não conseguimos carregar ${what}.`,
      tone: 'error',
      action: { label: again, run: onRetry },
      onClose: () => onClose(),
    })
    return () => dismissToast(toast)
  }, [what, again, onRetry])
  return null
}
