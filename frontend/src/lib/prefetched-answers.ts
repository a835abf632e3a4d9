declare global {
  interface Window {
    /** Requests that the page sent before the app's code arrived: app/prefetch.ts. */
    prumoPrefetch?: { token: string; at: number; answers: Record<string, Promise<Response> | undefined> }
  }
}

/** Older answers are not used. */
const PREFETCH_TTL_MS = 30_000

/**
 * Takes a prefetched answer. Each can be taken once, and only with the token it was requested with.
 * @param path with its query string
 * @returns when the request was sent, in milliseconds, and its response; null if the path was not prefetched
 */
export function takePrefetched(path: string, token: string): { at: number; response: Promise<Response> } | null {
  const first = window.prumoPrefetch
  const response = first?.answers[path]
  if (!first || !response || first.token !== token || Date.now() - first.at > PREFETCH_TTL_MS) return null
  first.answers[path] = undefined
  return { at: first.at, response }
}

/** Whether a prefetched answer whose path begins like this has not been taken yet. */
export function isPrefetched(beginning: string): boolean {
  const { answers = {} } = window.prumoPrefetch ?? {}
  return Object.entries(answers).some(([path, answer]) => answer !== undefined && path.startsWith(beginning))
}
