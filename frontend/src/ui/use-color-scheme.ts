import { useSyncExternalStore } from 'react'
import { colorScheme, subscribeToColorScheme, type ColorScheme } from './color-scheme'

/** The scheme in force. Apart from color-scheme.ts, which documents load without React. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribeToColorScheme, colorScheme)
}
