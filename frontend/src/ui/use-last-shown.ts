import { useState } from 'react'

/**
 * What a sheet or a dialog shows: while it closes still what it showed. What arrives meanwhile changes nothing of it.
 * @param shown null while it is closed
 * @param opened what is another one with each opening
 * @returns a key beside it, for a form that opens while the one before still closes
 */
export function useLastShown<T>(shown: T | null, opened: unknown = shown): { last: T | null; opening: number } {
  const [kept, setKept] = useState({ last: shown, opened, opening: 0 })
  if (shown !== null && opened !== kept.opened) setKept({ last: shown, opened, opening: kept.opening + 1 })
  return kept
}
