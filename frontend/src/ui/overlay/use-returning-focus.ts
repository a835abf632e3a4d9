import { useLayoutEffect, useRef, type RefObject } from 'react'

/** After the dialog has left the page. */
const CLOSED_AFTER_MS = 30

/**
 * Returns the focus to the element that had it when the dialog opened. If that element is gone, or disappears before the focus
 * moves, such as a deleted row, the screen's heading gets the focus.
 * @returns the ref of the dialog's element
 */
export function useReturningFocus(open: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Before a dialog that renders at once takes the focus.
  useLayoutEffect(() => {
    if (!open) return
    clearTimeout(timer.current)
    const before = document.activeElement
    const restore = () => {
      const focused = document.activeElement
      // Keep a focus that has moved on, unless it is still inside the closing dialog.
      const hasMoved = focused !== null && focused !== document.body && !dialog.current?.contains(focused)
      if (hasMoved) return
      if (!(before instanceof HTMLElement) || before === document.body || !before.isConnected) return focusHeading()
      before.focus({ preventScroll: true })
      refocusWhenRemoved(before)
    }
    return () => void (timer.current = setTimeout(restore, CLOSED_AFTER_MS))
  }, [open])
  return dialog
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** A deleted row may disappear only after the dialog, once the deletion is stored. */
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
