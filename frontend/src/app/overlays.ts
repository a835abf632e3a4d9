import { useSyncExternalStore } from 'react'

/** What the shell can lay over a screen; one at a time. */
export type Overlay = 'palette' | 'shortcuts' | 'more'

let open: Overlay | null = null
let opener: Element | null = null
const readers = new Set<() => void>()

export function openOverlay(overlay: Overlay): void {
  if (open === null) opener = document.activeElement
  become(overlay)
}

/** The focus goes back to where it was; a navigation that follows moves it on, and one that came before has moved it. */
export function closeOverlay(): void {
  if (open === null) return
  const hasMoved = document.activeElement?.closest('main') !== null
  become(null)
  if (opener instanceof HTMLElement && !hasMoved) opener.focus()
  opener = null
}

function become(next: Overlay | null): void {
  open = next
  readers.forEach((notify) => notify())
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (notify) => {
      readers.add(notify)
      return () => readers.delete(notify)
    },
    () => open,
  )
}
