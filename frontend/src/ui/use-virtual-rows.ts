import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { measureElement as measured, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useIsPainted } from './use-is-painted'

/** Up to this many rows are all rendered, so that print and the browser's search include them. */
export const UNVIRTUALIZED_ROWS = 150
const OVERSCAN = 12
/** The height of the bar that covers the top of the page, in pixels. */
const BAR = 72

export interface VirtualRowProps {
  ref?: (element: HTMLElement | null) => void
  'data-index'?: number
}

interface VirtualRows {
  count: number
  /** Renders every row, however many. */
  isPrinting?: boolean
  keyOf: (index: number) => string
  /** An estimate until the row is measured, in pixels. */
  heightOf: (index: number) => number
}

/** Virtualizes a list that scrolls with the page: returns the rows to render. */
export function useVirtualRows<E extends HTMLElement>({ count, isPrinting = false, keyOf, heightOf }: VirtualRows) {
  const ref = useRef<E>(null)
  const [top, setTop] = useState(0)

  // Elements above the list change its position. The observer also reports the first layout; measuring earlier would force
  // another one.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const isWhole = isPrinting || count <= UNVIRTUALIZED_ROWS
  // Render the visible rows first, and the rest deferred.
  const isPainted = useDeferredValue(useIsPainted())
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: heightOf,
    overscan: isWhole && isPainted ? count : OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: BAR,
    // Assume the size of the window, so that rows render before it is measured.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: measuredHeight,
  })
  const { measureElement, scrollToIndex } = virtualizer
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]
  const last = rows.at(-1)
  return {
    ref,
    rows,
    /** Whether every row is rendered. Rows then need no index. */
    isWhole,
    /** The properties of the row's element. Without virtualization no height is needed, and measuring would force a layout. */
    rowProps: useCallback(
      (index: number): VirtualRowProps => (isWhole ? {} : { ref: measureElement, 'data-index': index }),
      [isWhole, measureElement],
    ),
    spaceBefore: first ? first.start - top : 0,
    spaceAfter: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
    /** The index of the last visible row. */
    lastIndex: virtualizer.range?.endIndex ?? -1,
    /** Scrolls a row to the top of the view. */
    scrollTo: useCallback((index: number) => scrollToIndex(index, { align: 'start' }), [scrollToIndex]),
  }
}

/** The height that the observer reports; before that, the cached or estimated one, because measuring would force a layout. */
function measuredHeight(row: Element, entry: ResizeObserverEntry | undefined, rows: Virtualizer<Window, Element>): number {
  if (entry) return measured(row, entry, rows)
  const index = rows.indexFromElement(row)
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
}

/** Loads the next page when so few rows are left below the view. */
const AHEAD = 30

export function useInfiniteScroll(lastIndex: number, count: number, onReadOn: () => void): void {
  useEffect(() => {
    if (count > 0 && lastIndex >= count - AHEAD) onReadOn()
  }, [lastIndex, count, onReadOn])
}
