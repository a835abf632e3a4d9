import { useEffect } from 'react'

/** The closing animation of a sheet is over by then. */
const CLOSING_MS = 200

let holders = 0

/**
 * Locks the page's scrolling under an overlay, and keeps the width of a removed scroll bar free so that nothing shifts. The
 * component library's lock sets an inherited property, so the browser would restyle the whole page on each opening and closing.
 * @returns props that disable the library's lock of the page; it still handles touch and wheel
 */
export function useScrollLock(isHeld: boolean): { removeScrollBar: false } {
  useEffect(() => {
    if (!isHeld) return
    lockScroll()
    return () => void setTimeout(unlockScroll, CLOSING_MS)
  }, [isHeld])
  return SCROLL_LOCK_DISABLED
}

const SCROLL_LOCK_DISABLED = { removeScrollBar: false } as const

function lockScroll(): void {
  holders += 1
  if (holders > 1) return
  const bar = window.innerWidth - document.documentElement.clientWidth
  Object.assign(document.body.style, { overflow: 'hidden', overscrollBehavior: 'contain', marginRight: `${bar}px` })
}

function unlockScroll(): void {
  holders -= 1
  if (holders === 0) Object.assign(document.body.style, { overflow: '', overscrollBehavior: '', marginRight: '' })
}
