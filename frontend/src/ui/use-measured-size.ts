import { useLayoutEffect, useRef, useState } from 'react'

interface Measured {
  /** Width of the element in units of text: pixels at the usual text size, fewer when the reader's text is larger. */
  width: number
  /** How much larger than usual the reader's text is. */
  scale: number
}

const USUAL_TEXT_PX = 16

/**
 * Measures an element before it is painted, and again whenever its width changes.
 * @param usual what is drawn for until then; null for the window's width, which is looked up once: asking for it has the page laid out
 */
export function useMeasuredSize<E extends HTMLElement>(usual: number | null) {
  const ref = useRef<E>(null)
  const [size, setSize] = useState<Measured>(() => ({ width: usual ?? window.innerWidth, scale: 1 }))

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const scale = Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX)
      const width = Math.floor(element.clientWidth / scale)
      if (width > 0) setSize((before) => (before.width === width && before.scale === scale ? before : { width, scale }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return [ref, size] as const
}
