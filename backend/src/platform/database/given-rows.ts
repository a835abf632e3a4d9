/** SQL types that rows are given in. */
export type SqlType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'date' | 'timestamptz' | 'timestamptz(3)' | 'bytea' | 'varbit'

/** The columns of rows that a statement is given as values, each with its SQL type. */
export type Columns = readonly (readonly [name: string, type: SqlType])[]

/**
 * What stands after `from` for given rows, their values numbered from $1. One row is a select of its values, which
 * the planner folds away; several come as arrays, one a column.
 */
export function givenRows(columns: Columns, alias: string, several: boolean): string {
  const names = columns.map(([name]) => name)
  if (!several) return `(select ${columns.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(', ')}) as ${alias}`
  // The sub-select hides how many rows there are from the planner: otherwise a plan made for just these rows always
  // looks cheaper than the prepared one, and each statement is planned anew.
  const arrays = columns.map(([, type], index) => (index === 0 ? `(select $1::${type}[])` : `$${index + 1}::${type}[]`))
  return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`
}

/** The values of `givenRows` for the same columns: those of the one row, or an array a column. */
export function rowValues(columns: Columns, rows: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first = []] = rows
  return rows.length === 1 ? first : columns.map((_, column) => arrayOf(rows.map((row) => row[column])))
}

/** A statement's text for one given row and for several, each spelled once; what it is called with says whether there are several. */
export function forms(spell: (several: boolean) => string): (several: boolean) => string {
  const [one, many] = [spell(false), spell(true)]
  return (several) => (several ? many : one)
}

/** Values as the text of an array: texts and ISO dates as they are, bytes as Buffers, bits as `x` and hexadecimal; null and undefined are null. */
function arrayOf(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`
    return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : (value as number | boolean).toString()
  })
  return `{${items.join(',')}}`
}
