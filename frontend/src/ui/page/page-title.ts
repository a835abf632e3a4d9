import { useSyncExternalStore } from 'react'

let title = ''
const readers = new Set<() => void>()

/** Makes a title that of the document, and of the bar that repeats it. */
export function announceTitle(next: string): void {
  title = next
  document.title = `${next} · Prumo`
  readers.forEach((notify) => notify())
}

export function usePageTitle(): string {
  return useSyncExternalStore(
    (notify) => {
      readers.add(notify)
      return () => readers.delete(notify)
    },
    () => title,
  )
}
