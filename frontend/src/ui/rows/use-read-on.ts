import { useEffect } from 'react'

/** Reads the next page before the last row of this one comes into view. */
const AHEAD = 30

export function useReadOn(lastIndex: number, count: number, onReadOn: () => void): void {
  useEffect(() => {
    if (count > 0 && lastIndex >= count - AHEAD) onReadOn()
  }, [lastIndex, count, onReadOn])
}
