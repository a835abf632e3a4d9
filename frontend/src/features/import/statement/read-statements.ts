import { readCsv } from './csv'
import { fileText } from './file-text'
import { choiceKey, readMapped, unknownTable, type ColumnChoice, type UnknownTable } from './mapped-table'
import { isOfx, readOfx } from './ofx'
import { rowKeys } from './row-keys'
import type { ReadLine, Statement, StatementLine } from './statement'

/** More lines than these are several imports. */
export const MOST_LINES = 5_000

/** What a file came to. */
export type ReadFile =
  | { kind: 'statements'; statements: readonly Statement<StatementLine>[] }
  /** A table whose columns the person has to name. */
  | { kind: 'unknown-table'; table: UnknownTable }
  /** No statement at all, such as a picture or a PDF. */
  | { kind: 'no-statement' }

/** The statements in a file, none without a line. @param choices of columns that were made before, by the header's name */
export async function readStatements(bytes: Uint8Array, choices: Readonly<Record<string, ColumnChoice>> = {}): Promise<ReadFile> {
  const text = fileText(bytes)
  const statements = isOfx(text) ? readOfx(text) : [readCsv(text)].flatMap((statement) => statement ?? [])
  if (statements.length === 0) {
    const table = isBinary(text) ? null : unknownTable(text)
    const choice = table && choices[choiceKey(table)]
    if (table && !choice) return { kind: 'unknown-table', table }
    if (table && choice) statements.push(readMapped(table, choice))
  }
  const told = statements.filter(({ lines, unread }) => lines.length + unread.length > 0)
  if (told.length === 0) return { kind: 'no-statement' }
  const keyed = await Promise.all(told.map(withKeys))
  return { kind: 'statements', statements: keyed.flatMap((statement) => inPortions(statement)) }
}

async function withKeys(statement: Statement): Promise<Statement<StatementLine>> {
  const keys = await rowKeys(statement)
  return { ...statement, lines: statement.lines.map((line, index) => ({ ...line, key: keys[index] as string })) }
}

function isBinary(text: string): boolean {
  return text.includes('\0') || text.startsWith('%PDF')
}

/**
 * A statement of too many lines as several, the oldest days first. A day stays in one of them where it can; only the first
 * has the opening, and what was not understood; only the last the closing.
 */
export function inPortions<Line extends ReadLine>(statement: Statement<Line>, most = MOST_LINES): Statement<Line>[] {
  if (statement.lines.length <= most) return [statement]
  const inOrder = statement.lines.toSorted((a, b) => a.date.localeCompare(b.date))
  const portions: Line[][] = []
  for (let from = 0; from < inOrder.length;) {
    const until = endOfPortion(inOrder, from, most)
    portions.push(inOrder.slice(from, until))
    from = until
  }
  return portions.map((lines, index) => {
    const [first, last] = [index === 0, index === portions.length - 1]
    const { unread, otherPart, opening, closing } = statement
    return {
      ...statement,
      lines,
      unread: first ? unread : [],
      otherPart: first ? otherPart : [],
      opening: first ? opening : null,
      closing: last ? closing : null,
    }
  })
}

/** Where a portion ends that begins with a line: before the day that would not fit whole, unless the day itself is too long. */
function endOfPortion(lines: readonly ReadLine[], from: number, most: number): number {
  if (from + most >= lines.length) return lines.length
  const cut = lines[from + most]?.date
  let until = from + most
  while (until > from && lines[until - 1]?.date === cut) until--
  return until === from ? from + most : until
}
