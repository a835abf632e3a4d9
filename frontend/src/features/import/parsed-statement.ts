import { SHOWN_ROWS } from './file-limits'
import type { CalendarDate } from '@prumo/shared/calendar'
import { cleanStatementName } from '@prumo/shared/statement-names'
import type { ColumnChoice } from './statement/column-choice'
import { mainWalletId } from './statement/main-wallet'
import { choiceKey, likelyChoice } from './statement/mapped-table'
import { readStatements, type ReadFile } from './statement/read-statements'
import { accountHash } from './statement/row-keys'
import type { Statement, StatementLine } from './statement/statement'

/** A line whose description is the name found in the bank's text. */
export interface NamedLine extends StatementLine {
  /** The bank's own text; null where it is the description. */
  statementText: string | null
}

/** A statement with its keys and names. */
export interface ParsedStatement extends Statement<NamedLine> {
  /** The account as in the keys of its rows: the wallet's id if the file names none. */
  keyAccount: string
  /** Its hash for the server, so that its number never leaves the device. */
  accountHash: string
}

/** A table whose columns the person has to name. */
export interface UnmappedTable {
  /** The key under which a choice is remembered. */
  key: string
  names: readonly string[]
  /** The first rows; `count` has their total number. */
  rows: readonly (readonly string[])[]
  count: number
  /** The remembered or detected choice; null without either. */
  likely: ColumnChoice | null
}

/** The result of reading a file. */
export type ParsedFile =
  | { kind: 'statements'; statements: readonly ParsedStatement[] }
  | { kind: 'unknown-table'; table: UnmappedTable }
  | Exclude<ReadFile, { kind: 'statements' | 'unknown-table' }>

/** The input of the page for a file. */
export interface ParseOptions {
  /** The signed-in account. A statement that names no account gets keys of its first wallet, until its own wallet is known. */
  accountId: string
  today: CalendarDate
  /** Remembered columns, by the header's name. */
  choices: Readonly<Record<string, ColumnChoice>>
  /** The columns that the person is naming for this file. */
  named?: ColumnChoice
}

/** Reads a file for the screens. */
export async function parseStatementFile(bytes: Uint8Array, { accountId, ...options }: ParseOptions): Promise<ParsedFile> {
  const walletId = mainWalletId(accountId)
  const read = await readStatements(bytes, { ...options, walletId })
  if (read.kind === 'statements') {
    const statements = read.statements.map((statement) => {
      const keyAccount = statement.account || walletId
      return { ...statement, lines: statement.lines.map(named), keyAccount, accountHash: accountHash(keyAccount) }
    })
    return { kind: 'statements', statements }
  }
  if (read.kind !== 'unknown-table') return read
  const { names, rows } = read.table
  const shown = rows.slice(0, SHOWN_ROWS).map(({ cells }) => names.map((_, index) => cells[index] ?? ''))
  const key = choiceKey(read.table)
  const likely = options.choices[key] ?? likelyChoice(read.table)
  const table = { key, names, rows: shown, count: rows.length, likely }
  return { kind: 'unknown-table', table }
}

/** In a file that has categories, such as the product's own, a description is what a person called it. */
function named(line: StatementLine): NamedLine {
  const name = line.category === null ? cleanStatementName(line.description) : line.description
  return { ...line, description: name, statementText: name === line.description ? null : line.description }
}
