import { useEffect, useState } from 'react'

const WITHOUT_WORD_MS = 300

/** Runs something once the browser has nothing more urgent to do. @returns a way to call it off */
export function whenIdle(run: () => void): () => void {
  // Safari does not say when that is.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, WITHOUT_WORD_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}

/** True once the browser has nothing more urgent to do: the time to fetch what will be wanted next. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
