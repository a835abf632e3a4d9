import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Open overlays, the topmost last. */
let open: readonly symbol[] = []
const listeners = new Set<() => void>()

function setOpen(next: readonly symbol[]): void {
  open = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Whether an open overlay has none above it: Escape closes only that one. */
export function useIsTopmost(isOpen: boolean): boolean {
  const [self] = useState(() => Symbol('overlay'))
  useLayoutEffect(() => {
    if (!isOpen) return
    setOpen([...open, self])
    return () => setOpen(open.filter((other) => other !== self))
  }, [isOpen, self])
  return useSyncExternalStore(subscribe, () => open.at(-1) === self)
}
