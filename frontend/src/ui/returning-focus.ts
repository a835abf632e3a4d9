import { useLayoutEffect, useRef } from 'react'

/** After a dialog that closes at once has left. */
const CLOSED_AFTER_MS = 30

/**
 * Gives the focus back to what had it when something opened. Where that is gone meanwhile, such as a row that
 * was deleted, the screen's heading gets it.
 */
export function useReturningFocus(open: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Before a dialog that is drawn at once takes the focus.
  useLayoutEffect(() => {
    if (!open) return
    clearTimeout(timer.current)
    const before = document.activeElement
    return () => {
      const closing = document.activeElement?.closest('[role="dialog"]')
      timer.current = setTimeout(() => {
        const focused = document.activeElement
        // Who has moved on meanwhile is left there; what is still leaving keeps no focus, however long it takes.
        const moved = focused !== null && focused !== document.body && focused !== before && !closing?.contains(focused)
        if (moved) return
        const target = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.querySelector<HTMLElement>('main h1')
        target?.focus({ preventScroll: true })
      }, CLOSED_AFTER_MS)
    }
  }, [open])
}
