import { useState } from 'react'

/**
 * The content of a sheet or a dialog: while closing, it keeps what it showed last. Changes of the same opening are ignored.
 * @param shown null while it is closed
 * @param opened a value that differs with each opening
 * @returns with a key, for a form that opens while the one before still closes
 */
export function useLastShown<T>(shown: T | null, opened: unknown = shown): { last: T | null; opening: number } {
  const [current, setCurrent] = useState({ last: shown, opened, opening: 0 })
  if (shown !== null && opened !== current.opened) setCurrent({ last: shown, opened, opening: current.opening + 1 })
  return current
}
