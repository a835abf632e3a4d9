import { useEffect, useState } from 'react'

const FALLBACK_MS = 300

/** Runs something once the browser has nothing more urgent to do. @returns a way to call it off */
export function runWhenIdle(run: () => void): () => void {
  // Safari does not say when that is.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}

/** True once the browser has nothing more urgent to do: the time to fetch what will be wanted next. */
export function useIsIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  return idle
}
