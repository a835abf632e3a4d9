import type { CalendarDate } from '@prumo/shared/calendar'
import { isBalance, isOpeningBalance } from './balance-words'
import { balancesOf, type BalanceRow } from './balances'
import { paysBill } from '@prumo/shared/bill-payments'
import { accountKey } from './account-key'
import { currencyName, foreignCurrencyIn } from './currencies'
import { directionOf } from './directions'
import { findInstalment, parseInstalment } from '@prumo/shared/instalments'
import { preambleOf, type FoundPreamble } from './preamble'
import { descriptionOf, plainText, type OtherLine, type ReadLine, type Statement, type UnreadLine } from './statement'
import type { TableRow } from './table'
import { columnNames, hasForm, namesColumns, type TableForm, type WrittenRow } from './table-form'
import { decimalSignOf, isEmptyAmount, signedCentavos, type DecimalSign } from './written-amounts'
import { dateReadingOf, writtenDate, type DateForm, type DateReading, type DayOrder } from './written-dates'

/** The input of a reader besides its file. */
export interface ReadingContext {
  today: CalendarDate
}

/** The choices of a person about a table. */
export interface TableAnswers {
  order?: DayOrder | undefined
  year?: number | undefined
}

/** Rows with their header. */
export interface HeadedTable {
  names: readonly string[]
  rows: readonly TableRow[]
  /** The index of the header among the rows; -1 for none. */
  header: number
}

export interface TableStatement extends Statement {
  dates: DateReading
}

/** Reads the rows after a header. A second header ends the statement, because the rows after it repeat the first part. */
export function readTable(form: TableForm, table: HeadedTable, context: ReadingContext, answers: TableAnswers = {}): TableStatement {
  const { names, rows, header } = table
  const body = rows.slice(header + 1)
  const second = header < 0 ? body.length : otherPart(form, body, rows.slice(0, header))
  const own = body.slice(0, second)
  const preamble = preambleOf(rows.slice(0, Math.max(header, 0)), form)
  const columns = names.findLastIndex(Boolean) + 1
  const indexes = columnIndexes(names)
  const written = own.map(({ cells }) => form.read((column) => cells[indexes.get(column) ?? -1] ?? ''))
  const reader = new TableRowReader(form, { ...rulesOf(form, written, preamble, context, answers), isRagged: isRagged(own, columns) })
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
    ...(form.card === undefined
      ? balancesOf(reader.balanceRows, form, preamble, reader.unread.length === 0)
      : { opening: null, closing: null }),
    dates: reader.rules.dates,
  }
}

/** The index of another part, including its heading, at a second header; the number of rows without one. */
function otherPart(form: TableForm, body: readonly TableRow[], above: readonly TableRow[]): number {
  const second = body.findIndex(({ cells }) => namesColumns(form, cells) && hasForm(form, columnNames(cells), above))
  if (second < 0) return body.length
  const isHeading = body[second - 1]?.cells.filter(Boolean).length === 1
  return isHeading ? second - 1 : second
}

/** Column indexes by name; the first column of each name. */
function columnIndexes(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, index) => [name, index] as const).toReversed())
}

/** The formats of dates and amounts in the whole file. */
interface Rules {
  decimals: DecimalSign
  dates: DateReading
  /** Entries after this date are planned. */
  lastDay: CalendarDate
  card: boolean | undefined
  /** Whether rows may be shorter than the header. */
  isRagged: boolean
}

/** Above this share of short rows, the file is taken to omit trailing empty cells. */
const SHORT_ROWS = 0.2

function isRagged(rows: readonly TableRow[], columns: number): boolean {
  return rows.filter(({ cells }) => cells.length < columns).length > rows.length * SHORT_ROWS
}

function rulesOf(
  form: TableForm,
  written: readonly WrittenRow[],
  { until, writtenOn }: FoundPreamble,
  { today }: ReadingContext,
  { order, year }: TableAnswers,
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

/** Reads the rows of a table in order. Each becomes an entry, an unread line, or another line. */
class TableRowReader {
  readonly balanceRows: BalanceRow[] = []
  readonly unread: UnreadLine[] = []
  readonly otherLines: OtherLine[] = []
  readonly #entries: ReadLine[] = []
  /** The texts of entries that continue in the following rows. */
  readonly #texts = new Map<ReadLine, string[]>()
  readonly #currencies = new Set<string | null>()
  /** Currency codes by cell text: a column repeats few texts. */
  readonly #codes = new Map<string, string | null>()
  /** Dates by cell text: many rows share a date. */
  readonly #dates = new Map<string, CalendarDate | null>()
  #isPlanned = false

  constructor(
    readonly form: TableForm,
    readonly rules: Rules,
  ) {}

  add(row: TableRow, written: WrittenRow, columns: number): void {
    const { line, text, cells } = row
    const refuse = (reason: string) => void this.unread.push({ line, text, reason })
    const pass = (kind: OtherLine['kind']) => void this.otherLines.push({ line, text, kind })
    // An extra comma shifts the cells after it.
    if (cells.length > columns && cells.slice(columns).some(Boolean)) return refuse('com colunas a mais')
    if (cells.length < columns && cells.some((cell) => cell.includes('"'))) return refuse('com aspas sem par')
    const date = this.#date(written.date)
    if (this.#isHeading(row, date)) return pass('heading')
    if (written.kind === 'none' || (date === null && isTotal(cells))) return pass('total')
    if (written.kind === 'balance' || isBalance(written.description)) {
      this.balanceRows.push({ date, centavos: null, balance: this.#balance(written), isOpening: isOpeningBalance(written.description) })
      return pass('balance')
    }
    if (this.#continues(written)) return pass('text')
    const amount = this.#amount(written)
    if (date === null) return refuse(written.date === '' ? 'sem data' : 'data não entendida')
    if (typeof amount === 'string') return refuse(amount)
    // A missing cell shifts an amount into another column.
    if (cells.length < columns && !this.rules.isRagged) return refuse('com colunas a menos')
    const currency = this.#currencyIn(written.currency ?? '') ?? foreignCurrencyIn(written.amount)
    this.#currencies.add(currency)
    if (currency !== null) return refuse(`em ${currencyName(currency)}`)
    const entry = this.#entry(row, written, date, amount)
    this.#entries.push(entry)
    if (!entry.isPlanned) this.balanceRows.push({ date, centavos: amount, balance: this.#columnBalance(written), isOpening: false })
  }

  lines(): ReadLine[] {
    return this.#entries.map((entry) => {
      const texts = this.#texts.get(entry)
      if (!texts) return entry
      const memo = texts.join(' ')
      return { ...entry, memo, description: descriptionOf(withInstalment(memo, entry.instalment)) }
    })
  }

  /** The foreign currency of all rows; null otherwise. */
  onlyCurrency(): string | null {
    const [only = null, ...others] = this.#currencies
    return others.length === 0 ? only : null
  }

  #currencyIn(text: string): string | null {
    let currency = this.#codes.get(text)
    if (currency === undefined) this.#codes.set(text, (currency = foreignCurrencyIn(text)))
    return currency
  }

  #date(text: string): CalendarDate | null {
    let date = this.#dates.get(text)
    if (date === undefined) this.#dates.set(text, (date = writtenDate(text, this.rules.dates.form satisfies DateForm)))
    return date
  }

  /** A row with one cell that is neither a date nor a continued text starts a part of the file. */
  #isHeading({ cells }: TableRow, date: CalendarDate | null): boolean {
    if (date !== null) return false
    const texts = cells.filter(Boolean)
    const [only = ''] = texts
    if (texts.length !== 1 || !PLANNED_HEADING.test(plainText(only))) return false
    this.#isPlanned = true
    return true
  }

  #continues({ date, amount, balance = '', description }: WrittenRow): boolean {
    const last = this.#entries.at(-1)
    if (!last || date !== '' || !isEmptyAmount(amount) || !isEmptyAmount(balance) || description === '') return false
    const texts = this.#texts.get(last)
    if (texts) texts.push(description)
    else this.#texts.set(last, [last.memo, description])
    return true
  }

  /** Centavos, or the reason why the amount cannot be read. */
  #amount({ amount, direction = '' }: WrittenRow): number | string {
    const centavos = signedCentavos(withoutCurrency(amount), this.rules.decimals)
    if (centavos === null) return amount === '' ? 'sem valor' : 'valor não entendido'
    if (centavos === 0) return 'valor zero'
    const sign = directionOf(direction)
    if (sign === 1 && centavos < 0) return 'com sinal que não combina com o tipo'
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
    const instalment = parseInstalment(written.instalment ?? '') || findInstalment(memo)
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

/** Appends an instalment from another column to the text. */
function withInstalment(memo: string, instalment: string): string {
  return instalment === '' || findInstalment(memo) !== '' ? memo : `${memo} ${instalment}`
}

function isTotal(cells: readonly string[]): boolean {
  return /^(sub)?tota(l|is)\b/.test(plainText(cells.find(Boolean) ?? ''))
}

function withoutCurrency(amount: string): string {
  return foreignCurrencyIn(amount) === null ? amount : amount.replaceAll(/[^\d.,+\-()]/g, '')
}
