import { useSyncExternalStore } from 'react'

interface ToastOptions {
  text: string
  /** One action. Ctrl Z runs it only if it is an undo. */
  action?: { label: string; run: () => void; isUndo?: boolean }
  /** An error stays until it is dismissed. */
  tone?: 'neutral' | 'error'
  /** Called when the person closes it. */
  onClose?: () => void
}

export interface ShownToast extends ToastOptions {
  id: number
}

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast, which replaces the present one. @returns the id for `dismissToast` */
export function showToast(toast: ToastOptions): number {
  lastId += 1
  setShown({ ...toast, id: lastId })
  return lastId
}

/** Dismisses a toast; without an id, any. */
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
