import type { RowReader, SqlStatement } from './connection-pool.js'

/** Rows a statement: well below the time that a statement has (`role-limits.ts`), however many wait. */
export const PORTION = 5_000

/** The rows of a table that a purge deletes. */
export interface PortionedDelete {
  /** The name of the prepared statement, unique across the program. */
  name: string
  table: string
  /** The columns of the primary key. */
  key: readonly string[]
  /** The SQL condition of the rows to delete. An index should serve it. */
  where: string
  /** Rows a statement at most; `PORTION` if not said. */
  portion?: number
}

/**
 * Repeats a statement that changes a bounded number of rows, each time in a transaction of its own, until it changes none. What
 * was changed before a failure stays changed, so that a retry continues there.
 * @param statement returns one row for each that it changed
 * @param signal ends it between two statements; it throws its reason
 * @returns the number of rows changed
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

/** Deletes rows a portion at a time, so that a backlog of any size ends. @returns the number of rows deleted */
export function deleteInPortions(
  database: RowReader,
  { name, table, key, where, portion = PORTION }: PortionedDelete,
  signal: AbortSignal,
): Promise<number> {
  const columns = key.join(', ')
  // The condition once more: a row that was renewed since the subquery read it stays.
  const text = `
    delete from ${table} where (${columns}) in (select ${columns} from ${table} where ${where} limit ${portion}) and (${where})
    returning 1`
  return repeatInPortions(database, { name, text }, signal)
}
