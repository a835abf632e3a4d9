import pg from 'pg'

const { builtins } = pg.types
// The driver's type admits scalar types by name only.
const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => (text: string) => unknown
const BIGINT_ARRAY = 1016
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

/** Parses bigint as a number; beyond 2^53 it stays text, because rounding would make it wrong. */
function safeInteger(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

const parseTextArray = defaultParser(TEXT_ARRAY) as (text: string) => (string | null)[]

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [BIGINT_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : safeInteger(item)))],
  // A calendar date has no time zone: a JS Date would shift with the server's zone.
  [builtins.DATE, (text) => text],
  [DATE_ARRAY, parseTextArray],
])

/** Parsers of the program's own pool: `date` as text, `bigint` as a number, `numeric` as text; other types as pg parses them. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (format !== 'binary' && parsers.get(oid)) || defaultParser(oid, format),
}
