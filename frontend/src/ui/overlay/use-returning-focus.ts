import { useLayoutEffect, useRef, type RefObject } from 'react'

/** After a dialog that closes at once has left. */
const CLOSED_AFTER_MS = 30

/**
 * Gives the focus back to what had it when a dialog opened. Where that is gone, or goes before one moves on, such as a
 * row that was deleted, the screen's heading gets it.
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
      if (!(before instanceof HTMLElement) || before === document.body || !before.isConnected) return focusHeading()
      before.focus({ preventScroll: true })
      refocusWhenRemoved(before)
    }
    return () => void (timer.current = setTimeout(giveBack, CLOSED_AFTER_MS))
  }, [open])
  return dialog
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** What is deleted leaves the screen only once that is stored, which may be after the dialog. */
function refocusWhenRemoved(focused: HTMLElement): void {
  const moves = ['focusin', 'pointerdown']
  const stop = () => {
    observer.disconnect()
    for (const move of moves) document.removeEventListener(move, stop)
  }
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return
    stop()
    if (document.activeElement === document.body || document.activeElement === null) focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  for (const move of moves) document.addEventListener(move, stop)
}
