export const SETTINGS_SCREEN = '/dashboard/settings'
const TAB_PARAM = 'aba'

/** The tab in the query string; null without one. */
export function tabIn(search: string): string | null {
  return new URLSearchParams(search).get(TAB_PARAM)
}

export function tabAddress(word: string): string {
  return `${SETTINGS_SCREEN}?${TAB_PARAM}=${word}`
}
