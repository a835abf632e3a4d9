import { SHOWN_ROWS } from './file-limits'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { ColumnChoice } from './statement/column-choice'
import { mainWalletId } from './statement/main-wallet'
import { choiceKey, likelyChoice } from './statement/mapped-table'
import { readStatements, type ReadFile } from './statement/read-statements'
import { accountHash } from './statement/row-keys'
import type { Statement, StatementLine } from './statement/statement'

/** A statement with the hash of its account, as it is told to the server; null where the file does not say it. */
export interface ParsedStatement extends Statement<StatementLine> {
  accountHash: string | null
  /** The account as the keys of its rows begin. */
  keyAccount: string
}

/** A table whose columns the person has to name. */
export interface UnmappedTable {
  /** Under which a choice is remembered. */
  key: string
  names: readonly string[]
  /** The first rows, and how many there are. */
  rows: readonly (readonly string[])[]
  count: number
  /** What was chosen before, or what the columns seem to be; null where nothing says it. */
  likely: ColumnChoice | null
}

/** What a file came to. */
export type ParsedFile =
  | { kind: 'statements'; statements: readonly ParsedStatement[] }
  | { kind: 'unknown-table'; table: UnmappedTable }
  | Exclude<ReadFile, { kind: 'statements' | 'unknown-table' }>

/** What the page says with a file that is to be read. */
export interface ParseOptions {
  /** The signed-in account, whose main wallet a statement belongs to where it names no account. */
  accountId: string
  today: CalendarDate
  /** Choices of columns that were made before, by the header's name. */
  choices: Readonly<Record<string, ColumnChoice>>
  /** What the columns of this file are, where the person is naming them. */
  named?: ColumnChoice
}

/** What a file says, as the screens need it. */
export async function parseStatementFile(bytes: Uint8Array, { accountId, ...options }: ParseOptions): Promise<ParsedFile> {
  const walletId = mainWalletId(accountId)
  const read = await readStatements(bytes, { ...options, walletId })
  if (read.kind === 'statements') {
    const statements = read.statements.map((statement) => ({
      ...statement,
      accountHash: accountHash(statement),
      keyAccount: statement.account || walletId,
    }))
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
