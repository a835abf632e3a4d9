import { useState, useSyncExternalStore } from 'react'

/** A value that only the browser has, read once. A prerendered page shows `before` until it is hydrated. */
export function useBrowserValue<T, B>(read: () => T, before: B): T | B {
  const [snapshot] = useState(() => memoize(read))
  return useSyncExternalStore<T | B>(subscribeToNothing, snapshot, () => before)
}

function memoize<T>(read: () => T): () => T {
  let found: { value: T } | null = null
  return () => (found ??= { value: read() }).value
}

const subscribeToNothing = () => () => undefined
