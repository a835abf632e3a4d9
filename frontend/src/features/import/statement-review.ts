import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, type LineState } from '@prumo/shared/import-rules'
import type { PreviewedRows } from '@prumo/shared/imports'
import type { Suggestion } from '@prumo/shared/suggestions'
import { alike } from '@prumo/shared/search'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { AcceptedStatement } from '../../data/import-commands'
import { betweenWallets, NO_TRANSFER, type BetweenWallets } from './between-wallets'
import type { ReviewWallets, StatementWallet } from './review-wallets'
import type { NamedLine, ParsedStatement } from './parsed-statement'

/** The person's choices for a line. Absent fields keep their initial value. */
export interface LineChoice {
  isTicked?: boolean
  description?: string
  /** Null for no category. */
  category?: string | null
  /** The line does not pay the offered bill. */
  isOther?: boolean
  /** The id of the wallet on the other side of a transfer, or `NO_TRANSFER`. */
  between?: string
}

/** By the keys of the lines. */
export type LineChoices = Readonly<Record<string, LineChoice>>

/** A statement with the choices so far. Plain data, because a refused import stores it. */
export interface StatementDraft {
  fileName: string
  statement: ParsedStatement
  choices: LineChoices
  /** Null until it is known. */
  wallet: StatementWallet | null
  /** The cards that the import creates, for payments of their bills. */
  newCards: readonly StatementWallet[]
  /** The main wallet takes the name of the bank with the import. */
  takesName: boolean
  /** The position among the statements of the file, from 1, and their number. */
  part: { at: number; of: number }
}

/** The account's answer about the lines. */
export interface AccountComparison {
  rows: PreviewedRows['rows']
  /** The transactions named by `rows`, by id. */
  others: ReadonlyMap<string, Transaction>
  /** The pending transactions around the statement's dates. */
  pending: readonly Transaction[]
}

/** Where a line's category comes from: a suggestion, the person's choice, or neither. */
export type CategoryOrigin = Suggestion['source'] | 'hand' | null

/** A line as it is shown. */
export interface ReviewLine {
  key: string
  line: number
  date: CalendarDate
  /** Never negative. */
  centavos: number
  type: FlowType
  description: string
  /** The bank's own text, if the description is another. */
  statementText: string | null
  category: string | null
  categoryOrigin: CategoryOrigin
  /** The rule that the category comes from. */
  ruleId: string | null
  /** The group in which it is shown. */
  state: LineState
  /** The state that the server answered; it differs for a transfer by its words, and for a line that is no transfer. */
  comparedAs: LineState
  isTicked: boolean
  paysBill: boolean
  /** The bank lists the entry as a future one. */
  isPlanned: boolean
  /** The transaction that the line settles, resembles or repeats; null if not loaded or none. */
  other: Transaction | null
  /** The pending transaction that the line may pay with a different amount; null without one. */
  mayPay: Transaction | null
  /** Set for a line that is shown as one side of a transfer. */
  between: BetweenWallets | null
  /** The person said that the line is no transfer, though it may be one. */
  isNoTransfer: boolean
}

/** The largest relative difference, for a bill that is paid with interest or a discount. */
const MAY_DIFFER = 0.15

/** The pending transaction that each line may pay with a different amount: the closest amount first, each at most once. */
function payableBy(
  { statement: { lines }, choices, wallet }: Pick<StatementDraft, 'statement' | 'choices' | 'wallet'>,
  comparison: AccountComparison | null,
): ReadonlyMap<string, Transaction> {
  const settled = new Set(comparison?.rows.map(({ transactionId }) => transactionId))
  const found = new Map<string, Transaction>()
  for (const [index, { key, date, centavos, paysBill, isPlanned }] of lines.entries()) {
    if (comparison?.rows[index]?.state !== 'new' || paysBill || isPlanned || choices[key]?.isOther) continue
    const differs = ({ amount }: Transaction) => Math.abs(amount - Math.abs(centavos))
    const [nearest] = comparison.pending
      .filter((each) => !settled.has(each.id) && each.type === typeOf(centavos) && (!wallet || each.walletId === wallet.id))
      .filter((each) => differs(each) <= each.amount * MAY_DIFFER && Math.abs(daysBetween(each.date, date)) <= EXPECTED_WITHIN_DAYS)
      .toSorted((one, other) => differs(one) - differs(other))
    if (!nearest) continue
    settled.add(nearest.id)
    found.set(key, nearest)
  }
  return found
}

/**
 * @param wallets null while the wallet of the statement is unknown
 * @param suggestions of this device for each line, for as long as the server has not been asked
 */
export function reviewLines(
  draft: Pick<StatementDraft, 'statement' | 'choices' | 'wallet'>,
  comparison: AccountComparison | null,
  wallets: ReviewWallets | null = null,
  suggestions: readonly (Suggestion | null)[] | null = null,
): ReviewLine[] {
  const { statement, choices } = draft
  const payable = payableBy(draft, comparison)
  return statement.lines.map((line, index) =>
    reviewLine(line, choices[line.key] ?? {}, comparison, {
      index,
      mayPay: payable.get(line.key) ?? null,
      bank: statement.bank,
      wallets,
      suggestion: comparison?.rows[index]?.suggestion ?? suggestions?.[index] ?? null,
    }),
  )
}

export function typeOf(centavos: number): FlowType {
  return centavos > 0 ? 'income' : 'expense'
}

interface ReviewedAs {
  index: number
  mayPay: Transaction | null
  bank: string | null
  wallets: ReviewWallets | null
  suggestion: Suggestion | null
}

function reviewLine(
  line: NamedLine,
  choice: LineChoice,
  comparison: AccountComparison | null,
  { index, mayPay, bank, wallets, suggestion }: ReviewedAs,
): ReviewLine {
  const found = comparison?.rows[index]
  const comparedAs = found?.state ?? 'new'
  const other = (found?.transactionId && comparison?.others.get(found.transactionId)) || null
  const type = typeOf(line.centavos)
  const paysBill = line.paysBill || found?.payment === true
  const offered = betweenWallets({ type, description: line.memo, paysBill, bank, found, other }, choice.between, wallets)
  const isNoTransfer = offered !== null && choice.between === NO_TRANSFER
  const between = isNoTransfer ? null : offered
  const suggested = suggestion ?? { category: line.category, source: null, ruleId: null, description: null }
  const isByHand = choice.category !== undefined && choice.category !== suggested.category
  const state = between ? 'other_side' : comparedAs === 'other_side' ? (isNoTransfer ? 'new' : 'similar') : comparedAs
  return {
    key: line.key,
    line: line.line,
    date: line.date,
    centavos: Math.abs(line.centavos),
    type,
    description: choice.description ?? suggested.description ?? line.description,
    statementText: line.statementText ?? (choice.description || suggested.description ? line.description : null),
    category: choice.category === undefined ? suggested.category : choice.category,
    categoryOrigin: isByHand ? 'hand' : suggested.source,
    ruleId: isByHand ? null : suggested.ruleId,
    state,
    comparedAs,
    isTicked: state !== 'known' && (choice.isTicked ?? (mayPay === null && isTickedAtFirst({ ...line, paysBill }, state, other, between))),
    paysBill,
    isPlanned: line.isPlanned,
    other,
    mayPay,
    between,
    isNoTransfer,
  }
}

/** A line that settles a transaction is ticked only once that one is loaded, because it will be shown as settled. */
function isTickedAtFirst(
  { paysBill, isPlanned }: Pick<NamedLine, 'paysBill' | 'isPlanned'>,
  state: LineState,
  other: Transaction | null,
  between: BetweenWallets | null,
): boolean {
  if (between) return between.wallet !== null && !isPlanned
  return !paysBill && !isPlanned && (state === 'new' || (state === 'expected' && other !== null))
}

export const groupOrder = ['new', 'expected', 'other_side', 'similar', 'known'] as const satisfies LineState[]

/** Expenses and income, in centavos. */
export interface FlowSums {
  expense: number
  income: number
}

export function sumLines(lines: readonly Pick<ReviewLine, 'type' | 'centavos'>[]): FlowSums {
  const sum = (type: FlowType) => lines.reduce((total, line) => (line.type === type ? total + line.centavos : total), 0)
  return { expense: sum('expense'), income: sum('income') }
}

/** The sums of the file in centavos. Every line that was read counts unless it is planned, whatever the choices. */
export interface StatementProof extends FlowSums {
  from: CalendarDate
  to: CalendarDate
  opening: number | null
  /** The date at whose end the opening balance applied. */
  openingDate: CalendarDate
  /** The computed closing balance; null without an opening one. */
  sum: number | null
  closing: { centavos: number; date: CalendarDate } | null
  /** The bank's closing balance less the computed one; null without a claim. */
  missing: number | null
}

/** @param carried the balance before the first date, if the file has none, in centavos */
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

/** The line number of the only unread line whose text contains the missing amount; null otherwise. */
export function findMissingLine({ unread }: Pick<ParsedStatement, 'unread'>, missing: number): number | null {
  const amount = (Math.abs(missing) / 100).toFixed(2)
  const grouped = amount.replace('.', ',').replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  const spellings = [amount, amount.replace('.', ','), grouped]
  const matching = unread.filter(({ text }) => text.split(/[;\t|"<>\s]/).some((part) => spellings.includes(part.replace(/^[-+]/, ''))))
  return matching.length === 1 && matching[0] ? matching[0].line : null
}

/** Similar lines with another category, which could take this one's. */
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

/** Whether the person chooses a category: a line that settles a transaction keeps that one's. */
export function canBeCategorized({ state, mayPay }: Pick<ReviewLine, 'state' | 'mayPay'>): boolean {
  return mayPay === null && (state === 'new' || state === 'similar')
}

/** The statement to send. @param newId returns an id for each transaction */
export function acceptedStatement(
  { fileName, statement, wallet }: StatementDraft,
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
    walletId: wallet?.id ?? null,
    closing: closing && { date: closing.date, balance: closing.centavos },
    isCompared,
    rows: lines
      .filter(({ isTicked }) => isTicked)
      .map(({ key, date, centavos, type, description, statementText, category, ruleId, comparedAs, other, mayPay, between }) => ({
        id: newId(),
        key,
        date,
        amount: centavos,
        type,
        description,
        category,
        ...textOfBank({ statementText, description }, comparedAs === 'expected' || mayPay !== null || between?.joins != null),
        ...(ruleId !== null && { ruleId }),
        state: mayPay ? 'expected' : comparedAs,
        ...(comparedAs === 'expected' && other && { settles: other }),
        ...(mayPay && { settles: { ...mayPay, amount: centavos } }),
        ...(between?.joins && { joins: between.joins }),
        ...(between?.wallet && !between.joins && { otherWallet: between.wallet.id }),
      })),
  }
}

/** @param keepsOther whether the transaction keeps the description that it has, so that the line's is the bank's text */
function textOfBank({ statementText, description }: Pick<ReviewLine, 'statementText' | 'description'>, keepsOther: boolean) {
  const text = statementText ?? (keepsOther ? description : null)
  return text === null ? {} : { statementText: text }
}

/** The wallets that an import creates: its own, and the cards of payments that are ticked. */
export function openedWallets({ wallet, newCards }: StatementDraft, lines: readonly ReviewLine[]): StatementWallet[] {
  const used = new Set(lines.flatMap(({ isTicked, between }) => (isTicked && between?.wallet ? [between.wallet.id] : [])))
  return [...(wallet?.opens ? [wallet] : []), ...newCards.filter(({ id }) => used.has(id))]
}

/** The bills that are paid with a different amount. They are corrected before the statement is accepted. */
export function correctedBills(lines: readonly ReviewLine[]): { bill: Transaction; centavos: number }[] {
  return lines.flatMap(({ isTicked, mayPay, centavos }) => (isTicked && mayPay ? [{ bill: mayPay, centavos }] : []))
}
