import { useLayoutEffect, useRef, type RefObject } from 'react'

/** After a dialog that closes at once has left. */
const CLOSED_AFTER_MS = 30

/**
 * Gives the focus back to what had it when a dialog opened. Where that is gone meanwhile, such as a row that was
 * deleted, the screen's heading gets it.
 *
 * @returns to be set on the dialog's element
 */
export function useReturningFocus(open: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Before a dialog that is drawn at once takes the focus.
  useLayoutEffect(() => {
    if (!open) return
    clearTimeout(timer.current)
    const before = document.activeElement
    const giveBack = () => {
      const focused = document.activeElement
      // Who has moved on meanwhile is left there; what is still leaving keeps no focus, however long it takes.
      const moved = focused !== null && focused !== document.body && !dialog.current?.contains(focused)
      if (moved) return
      const target = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.querySelector<HTMLElement>('main h1')
      target?.focus({ preventScroll: true })
    }
    return () => void (timer.current = setTimeout(giveBack, CLOSED_AFTER_MS))
  }, [open])
  return dialog
}
