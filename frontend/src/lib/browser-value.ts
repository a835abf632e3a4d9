import { useState, useSyncExternalStore } from 'react'

/**
 * What only a browser knows, read once. A page that was rendered before shows `before` until its script has taken it
 * over, as it was rendered.
 */
export function useBrowserValue<T, B>(read: () => T, before: B): T | B {
  const [known] = useState(() => once(read))
  return useSyncExternalStore<T | B>(never, known, () => before)
}

function once<T>(read: () => T): () => T {
  let found: { value: T } | null = null
  return () => (found ??= { value: read() }).value
}

const never = () => () => undefined
