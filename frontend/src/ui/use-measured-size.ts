import { useLayoutEffect, useRef, useState } from 'react'

interface ElementSize {
  /** The element's width in text units: pixels at the default text size, fewer with larger text. */
  width: number
  /** The text size relative to the default. */
  scale: number
}

const USUAL_TEXT_PX = 16

/**
 * Measures an element before it is painted, and again whenever its width changes.
 * @param usual the assumed width for the first render
 */
export function useMeasuredSize<E extends HTMLElement>(usual: number) {
  return useMeasured<E, ElementSize>(
    () => ({ width: usual, scale: 1 }),
    (measured) => measured,
  )
}

interface WidthFit {
  isWide: boolean
  scale: number
}

/**
 * Whether an element is wide enough; the first render assumes the window's width. A change of width renders again only if the
 * answer changes.
 * @param from in text units; must not change
 */
export function useWidthFit<E extends HTMLElement>(from: number) {
  const roomIn = ({ width, scale }: ElementSize): WidthFit => ({ isWide: width >= from, scale })
  // Only for the first render: reading the width forces a layout.
  return useMeasured<E, WidthFit>(() => roomIn({ width: window.innerWidth, scale: 1 }), roomIn)
}

function useMeasured<E extends HTMLElement, T extends object>(first: () => T, of: (measured: ElementSize) => T) {
  const ref = useRef<E>(null)
  const [size, setSize] = useState(first)
  const [read] = useState(() => of)

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const scale = Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX)
      const width = Math.floor(element.clientWidth / scale)
      const next = read({ width, scale })
      if (width > 0) setSize((before) => (isSame(before, next) ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [read])

  return [ref, size] as const
}

function isSame<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((name) => one[name] === other[name])
}
