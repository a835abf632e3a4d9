declare global {
  interface Window {
    /** What the page asked for before the app's code was there: app/first-asks.ts. */
    prumoPrefetch?: { token: string; at: number; answers: Record<string, Promise<Response> | undefined> }
  }
}

/** Later than this it is no news. */
const PREFETCH_TTL_MS = 30_000

/**
 * What was asked for ahead of the app, each once, and only for whom it was asked.
 * @param path with what stands behind the question mark
 * @returns when it was asked for, in milliseconds, and its answer; null where it was not
 */
export function takePrefetched(path: string, token: string): { at: number; response: Promise<Response> } | null {
  const first = window.prumoPrefetch
  const response = first?.answers[path]
  if (!first || !response || first.token !== token || Date.now() - first.at > PREFETCH_TTL_MS) return null
  first.answers[path] = undefined
  return { at: first.at, response }
}

/** Whether something of an address was asked for ahead of the app, and waits to be taken. */
export function isPrefetched(beginning: string): boolean {
  const { answers = {} } = window.prumoPrefetch ?? {}
  return Object.entries(answers).some(([path, answer]) => answer !== undefined && path.startsWith(beginning))
}
