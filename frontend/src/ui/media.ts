import { useSyncExternalStore } from 'react'

/** Whether the layout is that of a phone. */
export function useNarrow(): boolean {
  return useMedia(narrow)
}

/** Whether touch is the main input, with the platform's own pickers. */
export function useTouch(): boolean {
  return useMedia(touch)
}

const narrow = mediaOf('(width < 760px)')
const touch = mediaOf('(pointer: coarse)')

/** One MediaQueryList for the whole page: creating one per render makes the browser evaluate styles each time. */
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

/** Right from the first render, so that nothing is rendered for the wrong layout. */
function useMedia({ matches, subscribe }: ReturnType<typeof mediaOf>): boolean {
  return useSyncExternalStore(subscribe, matches)
}
