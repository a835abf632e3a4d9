import { useSyncExternalStore } from 'react'

/** The overlays that the shell can show over a screen; one at a time. */
export type ShellOverlay = 'palette' | 'shortcuts' | 'more'

let open: ShellOverlay | null = null
let opener: Element | null = null
const listeners = new Set<() => void>()

export function openOverlay(overlay: ShellOverlay): void {
  if (open === null) opener = document.activeElement
  setOpen(overlay)
}

/** Closes the overlay. Returns the focus to the opener, unless a navigation has already moved it into the screen. */
export function closeOverlay(): void {
  if (open === null) return
  const hasMoved = document.activeElement?.closest('main') !== null
  setOpen(null)
  if (opener instanceof HTMLElement && !hasMoved) opener.focus()
  opener = null
}

function setOpen(next: ShellOverlay | null): void {
  open = next
  listeners.forEach((notify) => notify())
}

export function useOverlay(): ShellOverlay | null {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => open,
  )
}
