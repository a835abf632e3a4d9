import { Component, type ReactNode } from 'react'
import { Button } from './button'
import styles from './page-error.module.css'

interface PageErrorProps {
  children: ReactNode
}

/** Shows, in the place of a page that failed, the problem and a way on. */
export class PageErrorBoundary extends Component<PageErrorProps, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError(): { isFailed: boolean } {
    return { isFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.isFailed) return this.props.children
    return (
      <main className={styles.error} role="alert">
        <h1>Esta página parou</h1>
        <p>O erro é nosso. Recarregue para continuar.</p>
        <Button onClick={() => window.location.reload()}>Recarregar</Button>
      </main>
    )
  }
}
