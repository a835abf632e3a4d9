import { useSyncExternalStore } from 'react'

interface Toast {
  text: string
  /** One thing to do about it, such as undoing it. */
  action?: { label: string; run: () => void }
  /** An error stays until it is dismissed. */
  tone?: 'neutral' | 'error'
  /** It was closed by hand. */
  onClose?: () => void
}

export interface ShownToast extends Toast {
  id: number
}

let shown: ShownToast | null = null
let lastId = 0
const readers = new Set<() => void>()

/** Says something in passing. One at a time: a new one takes the place of the one before. Answers by what it is dismissed. */
export function showToast(toast: Toast): number {
  lastId += 1
  become({ ...toast, id: lastId })
  return lastId
}

/** Takes a toast away; without an id, whichever is shown. */
export function dismissToast(id?: number): void {
  if (shown && (id === undefined || id === shown.id)) become(null)
}

function become(next: ShownToast | null): void {
  shown = next
  readers.forEach((notify) => notify())
}

export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    (notify) => {
      readers.add(notify)
      return () => readers.delete(notify)
    },
    () => shown,
  )
}
