import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, type LineState } from '@prumo/shared/import-rules'
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
  /** The line is another one than the bill that it may pay. */
  isOther?: boolean
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
  /** What is pending around its days. */
  pending: readonly Transaction[]
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
  /** The pending one that it may pay with another amount; null where there is none. */
  mayPay: Transaction | null
}

/** A bill that is paid with interest or a discount differs by no more than this share of it. */
const MAY_DIFFER = 0.15

/** The pending transaction that each line may pay with another amount, the nearest amount first and each once. */
function payableBy(
  { statement: { lines }, choices }: StatementDraft,
  comparison: AccountComparison | null,
): ReadonlyMap<string, Transaction> {
  const settled = new Set(comparison?.rows.map(({ transactionId }) => transactionId))
  const found = new Map<string, Transaction>()
  for (const [index, { key, date, centavos, paysBill, isPlanned }] of lines.entries()) {
    if (comparison?.rows[index]?.state !== 'new' || paysBill || isPlanned || choices[key]?.isOther) continue
    const differs = ({ amount }: Transaction) => Math.abs(amount - Math.abs(centavos))
    const [nearest] = comparison.pending
      .filter((each) => !settled.has(each.id) && each.type === (centavos > 0 ? 'income' : 'expense'))
      .filter((each) => differs(each) <= each.amount * MAY_DIFFER && Math.abs(daysBetween(each.date, date)) <= EXPECTED_WITHIN_DAYS)
      .toSorted((one, other) => differs(one) - differs(other))
    if (!nearest) continue
    settled.add(nearest.id)
    found.set(key, nearest)
  }
  return found
}

export function reviewLines({ statement, choices, ...draft }: StatementDraft, comparison: AccountComparison | null): ReviewLine[] {
  const payable = payableBy({ statement, choices, ...draft }, comparison)
  return statement.lines.map((line, index) =>
    reviewLine(line, choices[line.key] ?? {}, comparison, { index, mayPay: payable.get(line.key) ?? null }),
  )
}

interface ReviewedAs {
  index: number
  mayPay: Transaction | null
}

function reviewLine(
  line: StatementLine,
  choice: LineChoice,
  comparison: AccountComparison | null,
  { index, mayPay }: ReviewedAs,
): ReviewLine {
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
    isTicked: state !== 'known' && (choice.isTicked ?? (mayPay === null && isTickedAtFirst(line, state, other))),
    paysBill: line.paysBill,
    isPlanned: line.isPlanned,
    other,
    mayPay,
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
export function canBeCategorized({ state, mayPay }: Pick<ReviewLine, 'state' | 'mayPay'>): boolean {
  return mayPay === null && (state === 'new' || state === 'similar')
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
      .map(({ key, date, centavos, type, description, category, state, other, mayPay }) => ({
        id: newId(),
        key,
        date,
        amount: centavos,
        type,
        description,
        category,
        state: mayPay ? 'expected' : state,
        ...(state === 'expected' && other && { settles: other }),
        ...(mayPay && { settles: { ...mayPay, amount: centavos } }),
      })),
  }
}

/** The bills that are paid with another amount than they were expected with: they get it before the statement is accepted. */
export function correctedBills(lines: readonly ReviewLine[]): { bill: Transaction; centavos: number }[] {
  return lines.flatMap(({ isTicked, mayPay, centavos }) => (isTicked && mayPay ? [{ bill: mayPay, centavos }] : []))
}
