import { useSyncExternalStore } from 'react'

const query = '(width < 760px)'

function subscribe(notify: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', notify)
  return () => list.removeEventListener('change', notify)
}

/** True where the layout is that of a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
