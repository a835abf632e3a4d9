import { useSyncExternalStore } from 'react'

interface ToastOptions {
  text: string
  /** One thing to do about it, such as undoing it. */
  action?: { label: string; run: () => void }
  /** An error stays until it is dismissed. */
  tone?: 'neutral' | 'error'
  /** It was closed by hand. */
  onClose?: () => void
}

export interface ShownToast extends ToastOptions {
  id: number
}

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Says something in passing. One at a time: a new one takes the place of the one before. Answers by what it is dismissed. */
export function showToast(toast: ToastOptions): number {
  lastId += 1
  setShown({ ...toast, id: lastId })
  return lastId
}

/** Takes a toast away; without an id, whichever is shown. */
export function dismissToast(id?: number): void {
  if (shown && (id === undefined || id === shown.id)) setShown(null)
}

function setShown(next: ShownToast | null): void {
  shown = next
  listeners.forEach((notify) => notify())
}

export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => shown,
  )
}
