import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { measureElement as measured, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useIsPainted } from '../../ui/use-is-painted'

/** As many are simply drawn: they print whole, and the browser's own search finds them. */
const UNVIRTUALIZED_ROWS = 150
const OVERSCAN = 12

interface ScrollPlace {
  ref?: (element: HTMLElement | null) => void
  'data-index'?: number
}

interface RowsInView {
  count: number
  keyOf: (index: number) => string
  heightOf: (index: number) => number
}

/** The rows worth drawing of a list that scrolls with the page. */
export function useRowsInView<E extends HTMLElement>({ count, keyOf, heightOf }: RowsInView) {
  const ref = useRef<E>(null)
  const [top, setTop] = useState(0)

  // What stands above the list comes and goes, and the page grows and shrinks with it. The observer tells it the first
  // time, too, once the page is laid out, which asking for it earlier would do once more.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const isWhole = count <= UNVIRTUALIZED_ROWS
  // Whoever comes to the screen sees what fits on it before the rest is drawn, which nobody has to wait for.
  const isBegun = useDeferredValue(useIsPainted())
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: heightOf,
    overscan: isWhole && isBegun ? count : OVERSCAN,
    scrollMargin: top,
    // The rows are there at once, not only when the window has been measured.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: measuredHeight,
  })
  const { measureElement } = virtualizer
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]
  const last = rows.at(-1)
  return {
    ref,
    rows,
    /** Whether every row is drawn: then none has to say which it is. */
    isWhole,
    /**
     * Of the element of a row. Where all are drawn nothing depends on their heights, and none is asked for it, which
     * has the page laid out.
     */
    placeOf: useCallback(
      (index: number): ScrollPlace => (isWhole ? {} : { ref: measureElement, 'data-index': index }),
      [isWhole, measureElement],
    ),
    spaceBefore: first ? first.start - top : 0,
    spaceAfter: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
    /** The last one to be seen. */
    lastIndex: virtualizer.range?.endIndex ?? -1,
  }
}

/** The height of a row once the browser tells it; until then the one that is known or supposed: asking for it has the page laid out. */
function measuredHeight(row: Element, told: ResizeObserverEntry | undefined, rows: Virtualizer<Window, Element>): number {
  if (told) return measured(row, told, rows)
  const index = rows.indexFromElement(row)
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
}

/** Reads the next page before the last row of this one comes into view. */
const AHEAD = 30

export function useInfiniteScroll(lastIndex: number, count: number, onReadOn: () => void): void {
  useEffect(() => {
    if (count > 0 && lastIndex >= count - AHEAD) onReadOn()
  }, [lastIndex, count, onReadOn])
}
