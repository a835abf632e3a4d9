import { delimiterOf } from './delimiter'
import { fileText } from './file-text'
import { htmlRows, isHtmlTable } from './html-table'
import { readBankTable } from './bank-tables'
import type { ColumnChoice } from './column-choice'
import { choiceKey, foreignCurrencyOf, isEmptyTable, needsAnswer, readMapped, unknownTable, type UnknownTable } from './mapped-table'
import { isOfx, readOfx } from './ofx'
import type { ReadingContext } from './read-table'
import { rowKeys } from './row-keys'
import type { ReadLine, Statement, StatementLine } from './statement'
import { tableRows, type TableRow } from './table'

/** A longer statement is split into several imports. */
export const MOST_LINES = 5_000

/** The input of a reader besides the file. */
export interface FileContext extends ReadingContext {
  /** Remembered columns, by the header's name. */
  choices: Readonly<Record<string, ColumnChoice>>
  /** The columns that the person is naming for this file. */
  named?: ColumnChoice
  /** The wallet of a statement that names no account. */
  walletId: string
}

/** The kind of a file, with its content. */
export type ReadFile =
  | { kind: 'statements'; statements: readonly Statement<StatementLine>[] }
  /** A table whose columns the person has to name. */
  | { kind: 'unknown-table'; table: UnknownTable }
  /** A statement without entries. */
  | { kind: 'empty' }
  /** Amounts in a foreign currency. @property currency its code */
  | { kind: 'foreign'; currency: string }
  /** Not a statement, for example a picture. */
  | { kind: 'no-statement'; found: 'pdf' | 'old-spreadsheet' | 'damaged-spreadsheet' | 'other' }

/** Reads the statements of a file. Omits those without lines. */
export async function readStatements(bytes: Uint8Array, context: FileContext): Promise<ReadFile> {
  const found = await contentOf(bytes)
  if ('kind' in found) return found
  const statements = 'text' in found ? readOfx(found.text, context) : [readBankTable(found.rows, context)].flatMap((each) => each ?? [])
  if ('rows' in found && statements.length === 0) {
    const table = unknownTable(found.rows)
    if (!table) return isEmptyTable(found.rows) ? { kind: 'empty' } : { kind: 'no-statement', found: 'other' }
    const currency = foreignCurrencyOf(table)
    if (currency !== null) return { kind: 'foreign', currency }
    const choice = context.named ?? context.choices[choiceKey(table)]
    const mapped = choice && readMapped(table, choice, context)
    if (!mapped || (!context.named && needsAnswer(mapped, choice))) return { kind: 'unknown-table', table }
    statements.push(mapped)
  }
  return withStatements(statements, context)
}

function withStatements(statements: readonly Statement[], { walletId }: FileContext): ReadFile {
  if (statements.length === 0) return { kind: 'no-statement', found: 'other' }
  const foreign = statements.map(({ foreignCurrency }) => foreignCurrency)
  if (foreign[0] && foreign.every(Boolean)) return { kind: 'foreign', currency: foreign[0] }
  const filled = statements.filter(({ lines, unread }) => lines.length + unread.length > 0)
  if (filled.length === 0) return { kind: 'empty' }
  return { kind: 'statements', statements: filled.flatMap((statement) => inPortions(withKeys(statement, walletId))) }
}

type Content = { text: string } | { rows: readonly TableRow[] } | Extract<ReadFile, { kind: 'no-statement' }>

/** The text of an OFX file, the rows of a table, or the reason why there is neither. */
async function contentOf(bytes: Uint8Array): Promise<Content> {
  if (beginsWith(bytes, [0x50, 0x4b, 3, 4])) return spreadsheet(bytes)
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { kind: 'no-statement', found: 'old-spreadsheet' }
  const text = fileText(bytes)
  if (text.startsWith('%PDF')) return { kind: 'no-statement', found: 'pdf' }
  if (text.includes('\0')) return { kind: 'no-statement', found: 'other' }
  if (isOfx(text)) return { text }
  return { rows: isHtmlTable(text) ? htmlRows(text) : tableRows(text, delimiterOf(text)) }
}

/** Loads the spreadsheet reader on first use. */
async function spreadsheet(bytes: Uint8Array): Promise<Content> {
  const { SpreadsheetError, spreadsheetRows } = await import('./spreadsheet')
  try {
    return { rows: spreadsheetRows(bytes) }
  } catch (failure) {
    if (failure instanceof SpreadsheetError) return { kind: 'no-statement', found: 'damaged-spreadsheet' }
    throw failure
  }
}

function beginsWith(bytes: Uint8Array, first: readonly number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte)
}

function withKeys(statement: Statement, walletId: string): Statement<StatementLine> {
  const keys = rowKeys(statement, walletId)
  return { ...statement, lines: statement.lines.map((line, index) => keyedLine(line, keys[index] as string)) }
}

/** Names each property: a spread of every line is several times slower. */
function keyedLine(line: ReadLine, key: string): StatementLine {
  return {
    line: line.line,
    date: line.date,
    centavos: line.centavos,
    description: line.description,
    memo: line.memo,
    identifier: line.identifier,
    instalment: line.instalment,
    category: line.category,
    paysBill: line.paysBill,
    isPlanned: line.isPlanned,
    key,
  }
}

/**
 * Splits a long statement, the oldest dates first. A day stays in one portion if it fits. Only the first has the opening balance and
 * the unread lines; only the last has the closing balance.
 */
export function inPortions<Line extends ReadLine>(statement: Statement<Line>, most = MOST_LINES): Statement<Line>[] {
  if (statement.lines.length <= most) return [statement]
  const inOrder = statement.lines.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const portions: Line[][] = []
  for (let from = 0; from < inOrder.length;) {
    const until = endOfPortion(inOrder, from, most)
    portions.push(inOrder.slice(from, until))
    from = until
  }
  return portions.map((lines, index) => {
    const [first, last] = [index === 0, index === portions.length - 1]
    const { unread, otherLines, otherPart, opening, closing } = statement
    return {
      ...statement,
      lines,
      unread: first ? unread : [],
      otherLines: first ? otherLines : [],
      otherPart: first ? otherPart : [],
      opening: first ? opening : null,
      closing: last ? closing : null,
    }
  })
}

/** The end of a portion: before the day that does not fit, unless that day alone is too long. */
function endOfPortion(lines: readonly ReadLine[], from: number, most: number): number {
  if (from + most >= lines.length) return lines.length
  const cut = lines[from + most]?.date
  let until = from + most
  while (until > from && lines[until - 1]?.date === cut) until--
  return until === from ? from + most : until
}
