import { useSyncExternalStore } from 'react'
import { colorScheme, colorSchemeChoice, subscribeToColorScheme, type ColorScheme, type ColorSchemeChoice } from './color-scheme'

/** The scheme in force. Apart from color-scheme.ts, which documents load without React. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribeToColorScheme, colorScheme)
}

/** The person's choice, of which `system` follows the device. */
export function useColorSchemeChoice(): ColorSchemeChoice {
  return useSyncExternalStore(subscribeToColorScheme, colorSchemeChoice)
}
