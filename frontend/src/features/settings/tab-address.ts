import { NavigationType, type BlockerFunction } from 'react-router-dom'

export const SETTINGS_SCREEN = '/dashboard/settings'
const TAB_PARAM = 'aba'

/** The tab in the query string; null without one. */
export function tabIn(search: string): string | null {
  return new URLSearchParams(search).get(TAB_PARAM)
}

export function tabAddress(word: string): string {
  return `${SETTINGS_SCREEN}?${TAB_PARAM}=${word}`
}

/** Whether a navigation leaves the tab. Forms stay as long as their tab does. */
export const isTabLeft: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) =>
  historyAction !== NavigationType.Replace &&
  (currentLocation.pathname !== nextLocation.pathname || tabIn(currentLocation.search) !== tabIn(nextLocation.search))
