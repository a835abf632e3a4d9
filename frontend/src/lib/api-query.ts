/** The parameters of a query string; undefined ones are omitted, and a list gives one for each of its values. */
export type QueryParams = Record<string, string | number | readonly string[] | undefined>

/** A read of the API: its path and its query parameters. */
export type ApiQuery = readonly [path: string, params: QueryParams]

/** The address of a GET request for the query, without `/api`. */
export function requestAddress([path, params]: ApiQuery): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) for (const each of value as readonly string[]) query.append(name, each)
    else if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
