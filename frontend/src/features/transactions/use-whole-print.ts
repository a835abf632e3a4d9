import { useEffect, useState } from 'react'
import { PRINT_LIST } from '../../lib/print-page'
import { showToast } from '../../ui/overlay/toast'
import { UNVIRTUALIZED_ROWS } from '../../ui/use-virtual-rows'
import type { TransactionList } from '../../data/transactions'

type PrintedList = Pick<TransactionList, 'hasMore' | 'isLoadMoreFailed' | 'data'>

/**
 * Ctrl P and the export print the whole list: they first read and render every row. The browser's own menu prints at once what is rendered, which
 * `isPartial` says.
 * @param onReadOn reads the next page
 */
export function useWholePrint(
  { data, hasMore, isLoadMoreFailed }: PrintedList,
  onReadOn: () => void,
): { isPrinting: boolean; isPartial: boolean } {
  const [isRequested, setRequested] = useState(false)
  // The list itself says what could not be read.
  if (isRequested && isLoadMoreFailed) setRequested(false)
  const isPrinting = isRequested && !isLoadMoreFailed
  const isPartial = !isPrinting && (hasMore || (data?.length ?? 0) > UNVIRTUALIZED_ROWS)

  useEffect(() => {
    if (!isPartial) return
    function printWhole(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      showToast({ text: 'Juntando todas as transações para imprimir…' })
      setRequested(true)
    }
    window.addEventListener('keydown', printWhole)
    return () => window.removeEventListener('keydown', printWhole)
  }, [isPartial])

  useEffect(() => {
    const printWhole = (): void => setRequested(true)
    window.addEventListener(PRINT_LIST, printWhole)
    return () => window.removeEventListener(PRINT_LIST, printWhole)
  }, [])

  useEffect(() => {
    if (isPrinting && hasMore) onReadOn()
  }, [isPrinting, hasMore, onReadOn])

  useEffect(() => {
    if (!isPrinting || hasMore) return
    const end = (): void => setRequested(false)
    window.addEventListener('afterprint', end)
    // After all rows are rendered.
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', end)
    }
  }, [isPrinting, hasMore])

  return { isPrinting, isPartial }
}
