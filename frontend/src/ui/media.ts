import { useSyncExternalStore } from 'react'

/** True where the layout is that of a phone. */
export function useNarrow(): boolean {
  return useMedia(narrow)
}

/** True where a finger is the main pointer, and the platform brings its own pickers. */
export function useTouch(): boolean {
  return useMedia(touch)
}

const narrow = mediaOf('(width < 760px)')
const touch = mediaOf('(pointer: coarse)')

/** One list for the whole page: what is asked for anew with each drawing has the browser look at its styles each time. */
function mediaOf(query: string) {
  let list: MediaQueryList | null = null
  const found = () => (list ??= window.matchMedia(query))
  return {
    matches: () => found().matches,
    subscribe: (notify: () => void) => {
      found().addEventListener('change', notify)
      return () => found().removeEventListener('change', notify)
    },
  }
}

/** With the first drawing, so that nothing is drawn for another screen first. */
function useMedia({ matches, subscribe }: ReturnType<typeof mediaOf>): boolean {
  return useSyncExternalStore(subscribe, matches)
}
