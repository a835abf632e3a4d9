import type { CalendarDate } from '@prumo/shared/calendar'
import { isBalance, isOpeningBalance } from './balance-words'
import { balancesOf, type FoundRow } from './balances'
import { paysBill } from './bill-payments'
import { accountKey } from './account-key'
import { currencyName, foreignCurrencyIn } from './currencies'
import { directionOf } from './directions'
import { instalmentIn, instalmentOf } from '@prumo/shared/instalments'
import { preambleOf, type FoundPreamble } from './preamble'
import { descriptionOf, plainText, type OtherLine, type ReadLine, type Statement, type UnreadLine } from './statement'
import type { TableRow } from './table'
import { columnNames, hasForm, type TableForm, type WrittenRow } from './table-form'
import { decimalSignOf, isEmptyAmount, signedCentavos, type DecimalSign } from './written-amounts'
import { dateReadingOf, writtenDate, type DateForm, type DateReading, type DayOrder } from './written-dates'

/** What a reader knows apart from its file. */
export interface ReadingContext {
  today: CalendarDate
}

/** What a person said of a table. */
export interface SaidOfTable {
  order?: DayOrder | undefined
  year?: number | undefined
}

/** Rows with their header. */
export interface HeadedTable {
  names: readonly string[]
  rows: readonly TableRow[]
  /** The index of the header among the rows; -1 where there is none. */
  header: number
}

export interface TableStatement extends Statement {
  dates: DateReading
}

/** Reads the rows behind a header. A second header ends the statement: what comes after repeats it. */
export function readTable(form: TableForm, table: HeadedTable, context: ReadingContext, said: SaidOfTable = {}): TableStatement {
  const { names, rows, header } = table
  const body = rows.slice(header + 1)
  const second = header < 0 ? body.length : otherPart(form, body, rows.slice(0, header))
  const own = body.slice(0, second)
  const preamble = preambleOf(rows.slice(0, Math.max(header, 0)), form)
  const columns = names.findLastIndex(Boolean) + 1
  const written = own.map((row) => writtenRow(form, names, row))
  const reader = new RowReader(form, { ...rulesOf(form, written, preamble, context, said), isRagged: isRagged(own, columns) })
  for (const [index, row] of own.entries()) reader.add(row, written[index] as WrittenRow, columns)
  const numbers = [...new Set(written.flatMap(({ account }) => (account ? [account] : [])))].sort()
  const accountNumber = preamble.accountNumber ?? (numbers.length > 0 ? numbers.join(' ') : null)
  return {
    format: 'csv',
    bank: form.bank,
    account: accountNumber === null ? '' : accountKey([form.bank ?? '', preamble.branch ?? '', accountNumber]),
    accountNumber,
    isCard: form.card !== undefined,
    foreignCurrency: reader.onlyCurrency(),
    lines: reader.lines(),
    unread: reader.unread,
    otherLines: reader.otherLines,
    otherPart: body.slice(second).map(({ text }) => text),
    ...(form.card === undefined ? balancesOf(reader.found, form, preamble, reader.unread.length === 0) : { opening: null, closing: null }),
    dates: reader.rules.dates,
  }
}

/** Where a second header begins another part, with the heading above it; behind the last row where there is none. */
function otherPart(form: TableForm, body: readonly TableRow[], above: readonly TableRow[]): number {
  const second = body.findIndex(({ cells }) => hasForm(form, columnNames(cells), above))
  if (second < 0) return body.length
  const isHeading = body[second - 1]?.cells.filter(Boolean).length === 1
  return isHeading ? second - 1 : second
}

function writtenRow(form: TableForm, names: readonly string[], { cells }: TableRow): WrittenRow {
  return form.read((column) => cells[names.indexOf(column)] ?? '')
}

/** How the whole file writes its days and amounts. */
interface Rules {
  decimals: DecimalSign
  dates: DateReading
  /** What is dated after this day is only planned. */
  lastDay: CalendarDate
  card: boolean | undefined
  /** Whether rows may end before the header does. */
  isRagged: boolean
}

/** So many rows are shorter than the header in a file that leaves out what is empty. */
const SHORT_ROWS = 0.2

function isRagged(rows: readonly TableRow[], columns: number): boolean {
  return rows.filter(({ cells }) => cells.length < columns).length > rows.length * SHORT_ROWS
}

function rulesOf(
  form: TableForm,
  written: readonly WrittenRow[],
  { until, writtenOn }: FoundPreamble,
  { today }: ReadingContext,
  { order, year }: SaidOfTable,
): Omit<Rules, 'isRagged'> {
  const amounts = written.flatMap(({ amount, balance = '' }) => [amount, balance])
  const decimals = decimalSignOf(amounts)
  const dates = dateReadingOf(
    written.map(({ date }) => date),
    { today, until, ...(order && { order }), ...(year && { year }) },
  )
  const lastDay = writtenOn !== null && writtenOn < today ? writtenOn : today
  return { decimals: decimals === 'either' ? form.decimals : decimals, dates, lastDay, card: form.card }
}

const PLANNED_HEADING = /\b(lancamentos futuros|futuros|agendad[oa]s?|agendamentos)\b/

/** Takes the rows of a table one after the other: each is an entry, is listed as not understood, or is another line. */
class RowReader {
  readonly found: FoundRow[] = []
  readonly unread: UnreadLine[] = []
  readonly otherLines: OtherLine[] = []
  /** The entries, each with the texts that go on with it. */
  readonly #entries: { entry: ReadLine; texts: string[] }[] = []
  readonly #currencies = new Set<string | null>()
  #isPlanned = false

  constructor(
    readonly form: TableForm,
    readonly rules: Rules,
  ) {}

  add(row: TableRow, written: WrittenRow, columns: number): void {
    const { line, text, cells } = row
    const refuse = (reason: string) => void this.unread.push({ line, text, reason })
    const pass = (kind: OtherLine['kind']) => void this.otherLines.push({ line, text, kind })
    // A comma too many moves what is behind it into another column.
    if (cells.slice(columns).some(Boolean)) return refuse('com colunas a mais')
    if (cells.length < columns && cells.some((cell) => cell.includes('"'))) return refuse('com aspas sem par')
    const date = this.#date(written.date)
    if (this.#isHeading(row, date)) return pass('heading')
    if (written.kind === 'none' || (date === null && isTotal(cells))) return pass('total')
    if (written.kind === 'balance' || isBalance(written.description)) {
      this.found.push({ date, centavos: null, balance: this.#balance(written), isOpening: isOpeningBalance(written.description) })
      return pass('balance')
    }
    if (this.#continues(written)) return pass('text')
    const amount = this.#amount(written)
    if (date === null) return refuse(written.date === '' ? 'sem data' : 'data não entendida')
    if (typeof amount === 'string') return refuse(amount)
    // A cell too few moves an amount from one column to another.
    if (cells.length < columns && !this.rules.isRagged) return refuse('com colunas a menos')
    const currency = foreignCurrencyIn(written.currency ?? '') ?? foreignCurrencyIn(written.amount)
    this.#currencies.add(currency)
    if (currency !== null) return refuse(`em ${currencyName(currency)}`)
    const entry = this.#entry(row, written, date, amount)
    this.#entries.push({ entry, texts: [written.description] })
    if (!entry.isPlanned) this.found.push({ date, centavos: amount, balance: this.#columnBalance(written), isOpening: false })
  }

  lines(): ReadLine[] {
    return this.#entries.map(({ entry, texts }) => {
      if (texts.length === 1) return entry
      const memo = texts.join(' ')
      return { ...entry, memo, description: descriptionOf(withInstalment(memo, entry.instalment)) }
    })
  }

  /** The currency of all rows, where that is a foreign one. */
  onlyCurrency(): string | null {
    const [only = null, ...others] = this.#currencies
    return others.length === 0 ? only : null
  }

  #date(text: string): CalendarDate | null {
    return writtenDate(text, this.rules.dates.form satisfies DateForm)
  }

  /** A row of one cell that is neither a day nor a text of the entry above begins a part of the file. */
  #isHeading({ cells }: TableRow, date: CalendarDate | null): boolean {
    const texts = cells.filter(Boolean)
    const [only = ''] = texts
    if (texts.length !== 1 || date !== null || !PLANNED_HEADING.test(plainText(only))) return false
    this.#isPlanned = true
    return true
  }

  #continues({ date, amount, balance = '', description }: WrittenRow): boolean {
    const last = this.#entries.at(-1)
    if (!last || date !== '' || !isEmptyAmount(amount) || !isEmptyAmount(balance) || description === '') return false
    last.texts.push(description)
    return true
  }

  /** In centavos, or why it is not understood. */
  #amount({ amount, direction = '' }: WrittenRow): number | string {
    const centavos = signedCentavos(withoutCurrency(amount), this.rules.decimals)
    if (centavos === null) return amount === '' ? 'sem valor' : 'valor não entendido'
    if (centavos === 0) return 'valor zero'
    const sign = directionOf(direction)
    if (sign === 1 && centavos < 0) return 'com sinal que contradiz o tipo'
    const signed = sign === null ? centavos : sign * Math.abs(centavos)
    return this.rules.card ? -signed : signed
  }

  #balance(written: WrittenRow): number | null {
    return this.#columnBalance(written) ?? this.#signedBalance(written.amount, written.direction ?? '')
  }

  #signedBalance(text: string, direction: string): number | null {
    const centavos = text === '' ? null : signedCentavos(text, this.rules.decimals)
    return centavos !== null && directionOf(direction) === -1 ? -Math.abs(centavos) : centavos
  }

  #columnBalance({ balance = '' }: WrittenRow): number | null {
    return balance === '' ? null : signedCentavos(balance, this.rules.decimals)
  }

  #entry({ line }: TableRow, written: WrittenRow, date: CalendarDate, centavos: number): ReadLine {
    const { description: memo, identifier = '', category = '' } = written
    const instalment = instalmentOf(written.instalment ?? '') || instalmentIn(memo)
    const description = descriptionOf(withInstalment(memo, instalment))
    const isPlanned = this.#isPlanned || written.isPlanned === true || date > this.rules.lastDay
    const isCard = this.form.card !== undefined
    return {
      line,
      date,
      centavos,
      description,
      memo,
      identifier,
      instalment,
      category: category || null,
      paysBill: paysBill(memo, centavos, isCard),
      isPlanned,
    }
  }
}

/** The text with the instalment that stands in another column. */
function withInstalment(memo: string, instalment: string): string {
  return instalment === '' || instalmentIn(memo) !== '' ? memo : `${memo} ${instalment}`
}

function isTotal(cells: readonly string[]): boolean {
  return /^(sub)?tota(l|is)\b/.test(plainText(cells.find(Boolean) ?? ''))
}

function withoutCurrency(amount: string): string {
  return foreignCurrencyIn(amount) === null ? amount : amount.replaceAll(/[^\d.,+\-()]/g, '')
}
