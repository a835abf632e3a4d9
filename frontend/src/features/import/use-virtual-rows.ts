import { useCallback, useEffect, useRef, useState } from 'react'

/** Up to this many rows are all rendered, so that the browser's search includes them. */
const UNVIRTUALIZED_ROWS = 150
/** Rendered above and below the screen, in pixels. */
const OVERSCAN_PX = 1_000

interface VirtualRows {
  count: number
  keyOf: (index: number) => string
  /** An estimate until the row is measured, in pixels. */
  heightOf: (index: number) => number
}

/**
 * Virtualizes a long list that scrolls with the page. Simpler than `useRowsInView` of the transactions, which also prints and loads
 * further pages.
 */
export function useVirtualRows({ count, keyOf, heightOf }: VirtualRows) {
  const ref = useRef<HTMLUListElement>(null)
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(NONE)
  const [view, setView] = useState({ top: 0, bottom: window.innerHeight })
  const isWhole = count <= UNVIRTUALIZED_ROWS

  useEffect(() => {
    let frame = 0
    const updateView = (): void => {
      frame = 0
      const top = -(ref.current?.getBoundingClientRect().top ?? 0)
      setView((before) => (Math.abs(before.top - top) < OVERSCAN_PX / 4 ? before : { top, bottom: top + window.innerHeight }))
    }
    const scheduleUpdate = (): void => void (frame ||= requestAnimationFrame(updateView))
    window.addEventListener('scroll', scheduleUpdate, { passive: true })
    window.addEventListener('resize', scheduleUpdate)
    updateView()
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', scheduleUpdate)
      window.removeEventListener('resize', scheduleUpdate)
    }
  }, [])

  const tops: number[] = [0]
  for (let index = 0; index < count; index++) tops.push(tops[index]! + (heights.get(keyOf(index)) ?? heightOf(index)))
  const total = tops[count] ?? 0
  const first = isWhole ? 0 : Math.max(0, tops.findIndex((top) => top > view.top - OVERSCAN_PX) - 1)
  const beyond = tops.findIndex((top) => top > view.bottom + OVERSCAN_PX)
  const end = isWhole || beyond === -1 ? count : Math.min(count, beyond)

  // Measures the rendered rows, also when they grow.
  useEffect(() => {
    if (isWhole) return
    const observer = new ResizeObserver((entries) => setHeights((before) => withHeights(before, entries)))
    for (const row of ref.current?.children ?? []) observer.observe(row)
    return () => observer.disconnect()
  }, [isWhole, count, first, end])

  return {
    ref,
    indexes: Array.from({ length: end - first }, (_, offset) => first + offset),
    spaceBefore: tops[first] ?? 0,
    spaceAfter: total - (tops[end] ?? total),
    /** Scrolls to an offset of the list, below the bar. */
    scrollTo: useCallback((top: number) => {
      const list = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      window.scrollTo({ top: list + top - BAR })
    }, []),
    topOf: (index: number) => tops[index] ?? 0,
  }
}

const NONE: ReadonlyMap<string, number> = new Map()
const BAR = 72

/** Returns the same map when no height changed. */
function withHeights(before: ReadonlyMap<string, number>, entries: readonly ResizeObserverEntry[]): ReadonlyMap<string, number> {
  const measured = entries.flatMap(({ target }): [string, number][] =>
    target instanceof HTMLElement ? [[target.dataset['rowKey'] ?? '', target.offsetHeight]] : [],
  )
  return measured.every(([key, height]) => before.get(key) === height) ? before : new Map([...before, ...measured])
}
