/** The columns of rows that a statement is given as values, each with its SQL type. */
export type Columns = readonly (readonly [name: string, type: string])[]

/**
 * What stands after `from` for given rows, their values numbered from $1. One row is a select of its values, which
 * the planner folds away; several come as arrays, one a column.
 */
export function givenRows(columns: Columns, alias: string, several: boolean): string {
  const names = columns.map(([name]) => name)
  if (!several) return `(select ${columns.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(', ')}) as ${alias}`
  // The sub-select hides an array's length from the planner: otherwise a plan made for just these rows always
  // looks cheaper than the prepared one, and each statement is planned anew.
  const arrays = columns.map(([, type], index) => `(select $${index + 1}::${type}[])`)
  return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`
}

/** The values of `givenRows`: those of the one row, or an array a column. @param rows values in the columns' order */
export function rowValues(rows: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first = []] = rows
  return rows.length === 1 ? first : first.map((_, column) => rows.map((row) => row[column]))
}

/** A statement's text for one given row and for several, each spelled once; what it is called with says whether there are several. */
export function forms(spell: (several: boolean) => string): (several: boolean) => string {
  const [one, many] = [spell(false), spell(true)]
  return (several) => (several ? many : one)
}
