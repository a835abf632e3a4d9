import { useSyncExternalStore } from 'react'

const query = '(pointer: coarse)'

function subscribe(notify: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', notify)
  return () => list.removeEventListener('change', notify)
}

/** True where a finger is the main pointer, and the platform brings its own pickers. */
export function useTouch(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
