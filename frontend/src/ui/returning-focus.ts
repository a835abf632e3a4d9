import { useLayoutEffect } from 'react'

/** After the closing transition of a dialog, which would keep the focus. */
const CLOSED_AFTER_MS = 30

/**
 * Gives the focus back to what had it when something opened. Where that is gone meanwhile, such as a row that
 * was deleted, the screen's heading gets it.
 */
export function useReturningFocus(open: boolean): void {
  // Before a dialog that is drawn at once takes the focus.
  useLayoutEffect(() => {
    if (!open) return
    const before = document.activeElement
    return () => {
      setTimeout(() => {
        const focused = document.activeElement
        if (focused && focused !== document.body && focused !== before) return
        const target = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.querySelector<HTMLElement>('main h1')
        target?.focus({ preventScroll: true })
      }, CLOSED_AFTER_MS)
    }
  }, [open])
}
