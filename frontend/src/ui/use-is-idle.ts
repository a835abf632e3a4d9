import { useEffect, useState } from 'react'

const FALLBACK_MS = 300

/** Runs something once the browser is idle. @returns cancels it */
export function runWhenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}

/** True once the browser is idle: the time to prefetch. */
export function useIsIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  return idle
}
