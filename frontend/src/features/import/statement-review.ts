import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { LineState } from '@prumo/shared/import-rules'
import type { PreviewedRows } from '@prumo/shared/imports'
import { alike } from '@prumo/shared/search'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { AcceptedStatement } from '../../data/import-commands'
import type { StatementLine } from './statement/statement'
import type { ParsedStatement } from './parsed-statement'

/** A statement that is looked through: what its lines are, what was chosen of them, and what they come to. */

/** What a person said of a line; what is not said is as it was found. */
export interface LineChoice {
  isTicked?: boolean
  description?: string
  /** Null for none. */
  category?: string | null
}

/** By the lines' keys. */
export type LineChoices = Readonly<Record<string, LineChoice>>

/** A statement with what was chosen so far: plain data, which a refused import keeps. */
export interface StatementDraft {
  fileName: string
  statement: ParsedStatement
  choices: LineChoices
  /** Which of its file's statements this is, from 1, and how many there are. */
  part: { at: number; of: number }
}

/** What the account says of the lines; null while it was not asked. */
export interface AccountComparison {
  rows: PreviewedRows['rows']
  /** The transactions that they name, by id. */
  others: ReadonlyMap<string, Transaction>
}

/** A line as it is shown. */
export interface ReviewLine {
  key: string
  line: number
  date: CalendarDate
  /** Never negative. */
  centavos: number
  type: TransactionType
  description: string
  category: string | null
  state: LineState
  isTicked: boolean
  paysBill: boolean
  /** The bank only plans it. */
  isPlanned: boolean
  /** What it settles, is like, or is; null where that is not known. */
  other: Transaction | null
}

export function reviewLines({ statement, choices }: StatementDraft, comparison: AccountComparison | null): ReviewLine[] {
  return statement.lines.map((line, index) => reviewLine(line, choices[line.key] ?? {}, comparison, index))
}

function reviewLine(line: StatementLine, choice: LineChoice, comparison: AccountComparison | null, index: number): ReviewLine {
  const found = comparison?.rows[index]
  const state = found?.state ?? 'new'
  const other = (found?.transactionId && comparison?.others.get(found.transactionId)) || null
  return {
    key: line.key,
    line: line.line,
    date: line.date,
    centavos: Math.abs(line.centavos),
    type: line.centavos > 0 ? 'income' : 'expense',
    description: choice.description ?? line.description,
    category: choice.category === undefined ? (found?.category ?? line.category) : choice.category,
    state,
    isTicked: state !== 'known' && (choice.isTicked ?? isTickedAtFirst(line, state, other)),
    paysBill: line.paysBill,
    isPlanned: line.isPlanned,
    other,
  }
}

/** What settles another needs that one known, to be shown as settled. */
function isTickedAtFirst({ paysBill, isPlanned }: StatementLine, state: LineState, other: Transaction | null): boolean {
  return !paysBill && !isPlanned && (state === 'new' || (state === 'expected' && other !== null))
}

export const groupOrder = ['new', 'expected', 'similar', 'known'] as const satisfies LineState[]

/** Money out and in, in centavos. */
export interface FlowSums {
  expense: number
  income: number
}

export function sumLines(lines: readonly Pick<ReviewLine, 'type' | 'centavos'>[]): FlowSums {
  const sum = (type: TransactionType) => lines.reduce((total, line) => (line.type === type ? total + line.centavos : total), 0)
  return { expense: sum('expense'), income: sum('income') }
}

/** What the file comes to: each line that was understood and is not only planned counts, whatever was chosen of it. In centavos. */
export interface StatementProof extends FlowSums {
  from: CalendarDate
  to: CalendarDate
  opening: number | null
  /** At the end of which day there was that much. */
  openingDate: CalendarDate
  /** By the sum; null without an opening. */
  sum: number | null
  closing: { centavos: number; date: CalendarDate } | null
  /** What the bank says less what the sum is; null where nothing is claimed. */
  missing: number | null
}

/** @param carried what there was before the first day where the file does not say it, in centavos */
export function proveStatement({ lines: all, opening, closing }: ParsedStatement, carried: number | null): StatementProof {
  const lines = all.filter(({ isPlanned }) => !isPlanned)
  const days = lines.map(({ date }) => date).sort()
  const [from = closing?.date ?? '', to = closing?.date ?? ''] = [days[0], days.at(-1)]
  const before = opening?.centavos ?? carried
  const { income, expense } = sumLines(
    lines.map(({ centavos }) => ({ type: centavos > 0 ? 'income' : 'expense', centavos: Math.abs(centavos) })),
  )
  const sum = before === null ? null : before + income - expense
  return {
    from,
    to,
    income,
    expense,
    opening: before,
    openingDate: opening?.date ?? (from === '' ? '' : addDays(from, -1)),
    sum,
    closing,
    missing: sum === null || closing === null ? null : closing.centavos - sum,
  }
}

/** The line that was not understood and may hold what is missing: the only one whose text has that amount. */
export function findMissingLine({ unread }: Pick<ParsedStatement, 'unread'>, missing: number): number | null {
  const amount = (Math.abs(missing) / 100).toFixed(2)
  const grouped = amount.replace('.', ',').replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  const written = [amount, amount.replace('.', ','), grouped]
  const holding = unread.filter(({ text }) => text.split(/[;\t|"<>\s]/).some((part) => written.includes(part.replace(/^[-+]/, ''))))
  return holding.length === 1 && holding[0] ? holding[0].line : null
}

/** The other lines that read like one and are filed otherwise; each could get its category. */
export function similarLines(lines: readonly ReviewLine[], line: ReviewLine): ReviewLine[] {
  const like = alike(line.description)
  if (like === '') return []
  return lines.filter(
    (other) =>
      other.key !== line.key &&
      canBeCategorized(other) &&
      other.type === line.type &&
      other.category !== line.category &&
      alike(other.description) === like,
  )
}

/** Whether it becomes a transaction that a category is chosen for: what settles another leaves that as it is called. */
export function canBeCategorized({ state }: Pick<ReviewLine, 'state'>): boolean {
  return state === 'new' || state === 'similar'
}

/** What is sent when the person accepts. @param newId makes an id for each transaction */
export function acceptedStatement(
  { fileName, statement }: StatementDraft,
  lines: readonly ReviewLine[],
  isCompared: boolean,
  newId: () => string,
): AcceptedStatement {
  const { format, bank, accountHash, closing } = statement
  return {
    fileName,
    format,
    bank,
    account: accountHash,
    closing: closing && { date: closing.date, balance: closing.centavos },
    isCompared,
    rows: lines
      .filter(({ isTicked }) => isTicked)
      .map(({ key, date, centavos, type, description, category, state, other }) => ({
        id: newId(),
        key,
        date,
        amount: centavos,
        type,
        description,
        category,
        state,
        ...(state === 'expected' && other && { settles: other }),
      })),
  }
}
