import { useEffect, type RefObject } from 'react'

/** Closes what floats when the attention goes elsewhere: a press or the focus outside. */
export function useDismiss(open: boolean, inside: readonly RefObject<HTMLElement | null>[], close: () => void): void {
  useEffect(() => {
    if (!open) return
    function leave(event: Event): void {
      const target = event.target as Node
      if (!inside.some((element) => element.current?.contains(target))) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  })
}
