import { useSyncExternalStore } from 'react'
import { colorScheme, subscribeToColorScheme, type ColorScheme } from './color-scheme'

/** The scheme in force. Apart from the rest of it, which documents have as well, without React. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribeToColorScheme, colorScheme)
}
