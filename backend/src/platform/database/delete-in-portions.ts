import type { RowReader, SqlStatement } from './connection-pool.js'

/** Rows per statement: keeps each statement far below its time limit (`role-limits.ts`), for any backlog. */
export const PORTION = 5_000

/** The rows that a purge deletes from a table. */
export interface PortionedDelete {
  /** Name of the prepared statement, unique across the program. */
  name: string
  table: string
  /** Columns of the primary key. */
  key: readonly string[]
  /** SQL condition of the rows to delete. It should be served by an index. */
  where: string
  /** Maximum rows per statement; `PORTION` by default. */
  portion?: number
}

/**
 * Repeats a statement that changes a bounded number of rows, each time in its own transaction, until it changes none. Progress
 * survives a failure, so a retry continues there.
 * @param statement returns one row per changed row
 * @param signal aborts between two statements by throwing its reason
 * @returns the number of changed rows
 */
export async function repeatInPortions(
  database: RowReader,
  statement: SqlStatement,
  signal: AbortSignal,
  values: unknown[] = [],
): Promise<number> {
  for (let changed = 0; ;) {
    signal.throwIfAborted()
    const { length } = await database.rows(statement, values)
    changed += length
    if (length === 0) return changed
  }
}

/** Deletes rows in portions, so that a backlog of any size can be cleared. @returns the number of deleted rows */
export function deleteInPortions(
  database: RowReader,
  { name, table, key, where, portion = PORTION }: PortionedDelete,
  signal: AbortSignal,
): Promise<number> {
  const columns = key.join(', ')
  // Repeat the condition: a row renewed since the subquery read it must stay.
  const text = `
    delete from ${table} where (${columns}) in (select ${columns} from ${table} where ${where} limit ${portion}) and (${where})
    returning 1`
  return repeatInPortions(database, { name, text }, signal)
}
