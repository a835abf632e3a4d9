import { useState, useSyncExternalStore } from 'react'

/**
 * What only a browser knows, read once. A page that was rendered before shows `before` until its script has taken it
 * over, as it was rendered.
 */
export function useBrowserValue<T, B>(read: () => T, before: B): T | B {
  const [known] = useState(() => memoize(read))
  return useSyncExternalStore<T | B>(subscribeToNothing, known, () => before)
}

function memoize<T>(read: () => T): () => T {
  let found: { value: T } | null = null
  return () => (found ??= { value: read() }).value
}

const subscribeToNothing = () => () => undefined
