/** What stands behind the question mark of an address. */
export type QueryParams = Record<string, string | number | undefined>

/** What the server is asked: a path of the API, and what stands behind its question mark. */
export type ApiQuery = readonly [path: string, params: QueryParams]

/** The address of a question, as a GET sends it. */
export function requestAddress([path, params]: ApiQuery): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
