import { NavigationType, type BlockerFunction } from 'react-router-dom'

export const SETTINGS_SCREEN = '/dashboard/settings'
const TAB_PARAM = 'aba'

/** Which part of the settings an address asks for, by its word; null for none. */
export function tabIn(search: string): string | null {
  return new URLSearchParams(search).get(TAB_PARAM)
}

export function tabAddress(word: string): string {
  return `${SETTINGS_SCREEN}?${TAB_PARAM}=${word}`
}

/** A form stays on the screen for as long as its part of the settings does. */
export const isTabLeft: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) =>
  historyAction !== NavigationType.Replace &&
  (currentLocation.pathname !== nextLocation.pathname || tabIn(currentLocation.search) !== tabIn(nextLocation.search))
