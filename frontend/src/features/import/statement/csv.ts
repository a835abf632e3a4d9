import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { paysBill } from './bill-payments'
import { bradesco } from './bradesco'
import { inter } from './inter'
import { itau, itauWithoutHeader } from './itau'
import { mercadoPago } from './mercado-pago'
import { nubankAccount } from './nubank-account'
import { nubankCard } from './nubank-card'
import { pagBank } from './pagbank'
import { descriptionOf, type Statement, type ReadLine, type UnreadLine } from './statement'
import { DELIMITERS, tableRows, type Delimiter, type TableRow } from './table'
import { columnNames, hasForm, type Preamble, type TableForm, type WrittenRow } from './table-form'
import { signedCentavos, writtenDate } from './written-values'

const FORMS: readonly TableForm[] = [nubankAccount, nubankCard, inter, itau, bradesco, mercadoPago, pagBank]

/** Headers stand within the first lines. */
const LOOKED_AT = 40

/** The statement of a bank's table; null where the table is of no form that is known. */
export function readCsv(text: string): Statement | null {
  for (const delimiter of DELIMITERS) {
    const first = tableRows(text, delimiter, LOOKED_AT)
    for (const [index, row] of first.entries()) {
      const names = columnNames(row.cells)
      const form = FORMS.find((candidate) => hasForm(candidate, names))
      if (form) return readTable(form, names, tableRows(text, delimiter), index)
    }
    if (itauWithoutHeader.isOf(first)) return readTable(itauWithoutHeader, itauWithoutHeader.columns, tableRows(text, delimiter), -1)
  }
  return null
}

/** The delimiter by which a text has the most columns in most of its lines. */
export function delimiterOf(text: string): Delimiter {
  const columns = (delimiter: Delimiter) => {
    const counts = tableRows(text, delimiter, LOOKED_AT).map(({ cells }) => cells.length)
    return counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
  }
  return DELIMITERS.reduce((best, delimiter) => (columns(delimiter) > columns(best) ? delimiter : best))
}

/** Something that a table says, in the order of its rows: an entry, or only what there was. */
interface Said {
  entry: ReadLine | null
  date: string | null
  balance: number | null
}

/**
 * Reads the rows behind a header. A second header ends the statement: what comes after repeats it.
 * @param names the header's names @param header its index among the rows; -1 where there is none
 */
export function readTable(form: TableForm, names: readonly string[], rows: readonly TableRow[], header: number): Statement {
  const body = rows.slice(header + 1)
  const second = header < 0 ? body.length : otherPart(form, body)
  const own = body.slice(0, second)
  const said: Said[] = []
  const unread: UnreadLine[] = []
  for (const row of own) {
    const read = readRow(form, names, row, said)
    if (typeof read === 'string') unread.push({ line: row.line, text: row.text, reason: read })
    else if (read) said.push(read)
  }
  const { accountNumber = null, ...above } = form.preamble?.(rows.slice(0, Math.max(header, 0))) ?? {}
  return {
    format: 'csv',
    bank: form.bank,
    account: form.bank ?? names.join(' '),
    accountNumber,
    lines: said.flatMap(({ entry }) => entry ?? []),
    unread,
    otherPart: body.slice(second).map(({ text }) => text),
    ...(form.card ? { opening: null, closing: null } : balancesOf(said, above)),
  }
}

/** Where a second header begins another part, with the heading above it; behind the last row where there is none. */
function otherPart(form: TableForm, body: readonly TableRow[]): number {
  const second = body.findIndex(({ cells }) => hasForm(form, columnNames(cells)))
  if (second < 0) return body.length
  const isHeading = body[second - 1]?.cells.filter(Boolean).length === 1
  return isHeading ? second - 1 : second
}

/** What a row says, null where it says nothing of its own, or why it is not understood. */
function readRow(form: TableForm, names: readonly string[], { line, cells }: TableRow, before: readonly Said[]): Said | string | null {
  const cell = (column: string) => cells[names.indexOf(column)] ?? ''
  // A comma too many moves what is behind it into another column.
  if (cells.slice(names.length).some(Boolean)) return 'com colunas a mais'
  const written = form.read(cell)
  if (written.kind === 'none') return null
  const date = writtenDate(written.date)
  const balance = written.balance ? signedCentavos(written.balance, form.decimals) : null
  if (written.kind === 'balance') return { entry: null, date, balance }
  const last = before.at(-1)?.entry
  if (last && continues(written)) {
    last.memo = `${last.memo} ${written.description}`
    last.description = descriptionOf(last.memo)
    return null
  }
  if (!date) return written.date === '' ? 'sem data' : 'data não entendida'
  const amount = signedCentavos(written.amount, form.decimals)
  if (amount === null) return written.amount === '' ? 'sem valor' : 'valor não entendido'
  if (amount === 0) return 'valor zero'
  const centavos = form.card ? -amount : amount
  const { description: memo, identifier = '' } = written
  const description = descriptionOf(memo)
  const entry = { line, date, centavos, description, memo, identifier, paysBill: paysBill(description, centavos, form.card === true) }
  return { entry, date, balance }
}

/** Whether a row only goes on with the text of the one above it. */
function continues({ date, amount, balance = '', description }: WrittenRow): boolean {
  return date === '' && amount === '' && balance === '' && description !== ''
}

/** What there was before the first entry and after the last one: as it stands above the table, else by the balances beside them. */
function balancesOf(said: readonly Said[], above: Preamble): Pick<Statement, 'opening' | 'closing'> {
  const inOrder = isNewestFirst(said) ? said.toReversed() : said
  const entries = inOrder.flatMap(({ entry }) => entry ?? [])
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return { opening: null, closing: null }
  const [start, end] = [inOrder[0], inOrder.at(-1)]
  const before = start?.balance == null ? null : start.balance - (start.entry?.centavos ?? 0)
  const stated = (centavos: number | null, date: CalendarDate) => (centavos === null ? null : { date, centavos })
  return {
    opening: stated(above.opening ?? before, addDays(first.date, -1)),
    closing: stated(above.closing ?? end?.balance ?? null, last.date),
  }
}

/** Whether the newest row stands first: by the days, or where all are of one day by the balances. */
function isNewestFirst(said: readonly Said[]): boolean {
  const dates = said.flatMap(({ date }) => date ?? [])
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (first !== last) return first > last
  const follows = (one: Said | undefined, next: Said | undefined) =>
    one?.balance != null && next?.balance != null && next.entry !== null && one.balance + next.entry.centavos === next.balance
  return follows(said[1], said[0]) && !follows(said[0], said[1])
}
