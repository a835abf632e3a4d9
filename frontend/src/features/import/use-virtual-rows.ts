import { useCallback, useEffect, useRef, useState } from 'react'

/** So many are simply drawn: the browser's own search finds them. */
const UNVIRTUALIZED_ROWS = 150
/** Beyond the screen, above and below, in pixels. */
const OVERSCAN_PX = 1_000

interface VirtualRows {
  count: number
  keyOf: (index: number) => string
  /** Until a row was drawn and its height is known; in pixels. */
  heightOf: (index: number) => number
}

/**
 * The rows of a long list that are on the screen or near it; the list scrolls with the page. Smaller than what the ledger of
 * transactions has for itself, which reads on and prints.
 */
export function useVirtualRows({ count, keyOf, heightOf }: VirtualRows) {
  const ref = useRef<HTMLUListElement>(null)
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(NONE)
  const [view, setView] = useState({ top: 0, bottom: window.innerHeight })
  const isWhole = count <= UNVIRTUALIZED_ROWS

  useEffect(() => {
    let frame = 0
    const look = (): void => {
      frame = 0
      const top = -(ref.current?.getBoundingClientRect().top ?? 0)
      setView((before) => (Math.abs(before.top - top) < OVERSCAN_PX / 4 ? before : { top, bottom: top + window.innerHeight }))
    }
    const soon = (): void => void (frame ||= requestAnimationFrame(look))
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    look()
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [])

  const tops: number[] = [0]
  for (let index = 0; index < count; index++) tops.push(tops[index]! + (heights.get(keyOf(index)) ?? heightOf(index)))
  const total = tops[count] ?? 0
  const first = isWhole ? 0 : Math.max(0, tops.findIndex((top) => top > view.top - OVERSCAN_PX) - 1)
  const beyond = tops.findIndex((top) => top > view.bottom + OVERSCAN_PX)
  const end = isWhole || beyond === -1 ? count : Math.min(count, beyond)

  // What is drawn says how high it is, then and whenever it grows.
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
    /** Has a row come to the top, below the bar. */
    scrollTo: useCallback((top: number) => {
      const list = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      window.scrollTo({ top: list + top - BAR })
    }, []),
    topOf: (index: number) => tops[index] ?? 0,
  }
}

const NONE: ReadonlyMap<string, number> = new Map()
const BAR = 72

/** The same where none is another than it was known to be. */
function withHeights(before: ReadonlyMap<string, number>, entries: readonly ResizeObserverEntry[]): ReadonlyMap<string, number> {
  const told = entries.flatMap(({ target }): [string, number][] =>
    target instanceof HTMLElement ? [[target.dataset['rowKey'] ?? '', target.offsetHeight]] : [],
  )
  return told.every(([key, height]) => before.get(key) === height) ? before : new Map([...before, ...told])
}
