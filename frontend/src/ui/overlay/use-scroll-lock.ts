import { useEffect } from 'react'

/** A sheet has left by then. */
const CLOSING_MS = 200

let holders = 0

/**
 * Keeps the page from scrolling under what lies over it. Where that takes the scroll bar away, its place stays empty, so
 * that nothing drifts. The component library's own way sets what every element inherits, so the browser styles all of
 * the page anew, as one opens and as it closes.
 * @returns what tells the library's dialog to leave that; what is scrolled by touch and wheel stays its own to say
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
