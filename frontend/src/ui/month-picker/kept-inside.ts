import { useEffect, type RefObject } from 'react'

const EDGE = 8

/** Moves what floats to the left as far as it would leave the screen at the right, however large its text is set. */
export function useKeptInside(open: boolean, floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = floating.current
    if (!open || !box) return
    const observer = new ResizeObserver(() => {
      box.style.translate = ''
      const over = box.getBoundingClientRect().right + EDGE - document.documentElement.clientWidth
      if (over > 0) box.style.translate = `${-over}px`
    })
    observer.observe(box)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [open, floating])
}
