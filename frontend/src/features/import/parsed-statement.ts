import { SHOWN_ROWS } from './file-limits'
import { choiceKey, likelyChoice, type ColumnChoice } from './statement/mapped-table'
import { readStatements } from './statement/read-statements'
import { accountHash } from './statement/row-keys'
import type { Statement, StatementLine } from './statement/statement'

/** A statement with the hash of its account, as it is told to the server; null where the file does not say it. */
export interface ParsedStatement extends Statement<StatementLine> {
  accountHash: string | null
}

/** A table whose columns the person has to name. */
export interface UnmappedTable {
  /** Under which a choice is remembered. */
  key: string
  names: readonly string[]
  /** The first rows, and how many there are. */
  rows: readonly (readonly string[])[]
  count: number
  /** What the columns seem to be; null where nobody can tell. */
  likely: ColumnChoice | null
}

/** What a file came to. */
export type ParsedFile =
  | { kind: 'statements'; statements: readonly ParsedStatement[] }
  | { kind: 'unknown-table'; table: UnmappedTable }
  | { kind: 'no-statement' }

/** What a file says, as the screens need it. @param choices of columns that were made before, by the header's name */
export async function parseStatementFile(bytes: Uint8Array, choices: Readonly<Record<string, ColumnChoice>>): Promise<ParsedFile> {
  const read = await readStatements(bytes, choices)
  if (read.kind === 'no-statement') return read
  if (read.kind === 'statements') {
    const told = read.statements.map(async (statement) => ({ ...statement, accountHash: await accountHash(statement) }))
    return { kind: 'statements', statements: await Promise.all(told) }
  }
  const { names, rows } = read.table
  const shown = rows.slice(0, SHOWN_ROWS).map(({ cells }) => names.map((_, index) => cells[index] ?? ''))
  const table = { key: choiceKey(read.table), names, rows: shown, count: rows.length, likely: likelyChoice(read.table) }
  return { kind: 'unknown-table', table }
}
