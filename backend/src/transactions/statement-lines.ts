import { Rejected } from '@prumo/shared/rejections'
import { flagsAtFirst, stateOf, transactionTexts, type FlowType } from '@prumo/shared/transaction-rules'
import { hasSameDetails } from '../event-store/decider/undo.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

/** A line of a statement, in the wallet of its import. */
export interface WalletLine {
  type: FlowType
  /** Centavos. */
  amount: number
  date: string
  /** Null for the wallet that the account had from the beginning. */
  walletId: string | null
  /** The bank's own text, where the description is another. */
  statementText?: string | null
  importId: string
  importKey: string
}

/** A transaction before and after a line. */
interface LineEffect {
  before: TransactionDetails
  after: TransactionDetails
}

/** The texts of a line's own transaction. */
export type LineTexts = Pick<TransactionDetails, 'description' | 'category' | 'statementText'>

/** A line that recorded the transaction, settled it, or joined it. */
interface AppliedLine extends WalletLine {
  /** What it recorded; null if there was a transaction before it. */
  recorded: TransactionDetails | null
  /** Those of a line that joined. */
  texts: LineTexts | null
  /** The position of its event, and of the last one that undid or restored it. */
  origin: number
  position: number
  isUndone: boolean
}

/** The lines of statements that a transaction came from, as long as nothing else changed it in between. */
export interface LineHistory {
  /** The details before the first line; null if a line recorded it. */
  base: TransactionDetails | null
  /** In the order in which they came. */
  lines: readonly AppliedLine[]
  /** The details as the lines left them; null if none stands. */
  left: TransactionDetails | null
}

/** Older lines that were undone cannot be restored. */
const MAX_UNDONE = 20

const RECEIVED = { isConfirmed: true, isReceived: true } as const

/** Settles a pending transaction of the line's wallet: received, on the line's date. Throws CONFLICT if they do not match. */
export function settleByLine(before: TransactionDetails | null, line: WalletLine): LineEffect {
  const { type, amount, walletId } = line
  const isLike = before?.type === type && before.amount === amount && before.walletId === walletId
  if (!before || !isLike || stateOf(before) !== 'pending') throw new Rejected('CONFLICT', transactionTexts.notExpected)
  return { before, after: { ...before, ...line, ...RECEIVED } }
}

/**
 * Makes a transaction of another wallet a transfer from or to the line's wallet, or gives a transfer its line on this side. It is
 * settled then. Throws CONFLICT if they do not match.
 */
export function joinByLine(before: TransactionDetails | null, line: WalletLine): LineEffect {
  if (!before || stateOf(before) === 'not_received' || before.amount !== line.amount || !isOtherSide(before, line))
    throw new Rejected('CONFLICT', transactionTexts.notOtherSide)
  return { before, after: withSide(before, line) }
}

function isOtherSide(before: TransactionDetails, { type, walletId }: WalletLine): boolean {
  if (before.type !== 'transfer') return before.walletId !== walletId && before.type !== type
  const side = type === 'expense' ? before : before.to
  return side !== null && side.walletId === walletId && side.importId === null
}

function withSide(before: TransactionDetails, { type, walletId, date, importId, importKey }: WalletLine): TransactionDetails {
  const side = { walletId, date, importId, importKey }
  const transfer = { ...before, ...RECEIVED, type: 'transfer' as const, category: null, fiscal: null }
  if (before.type === 'transfer') return type === 'expense' ? { ...transfer, ...side } : { ...transfer, to: side }
  const other = { walletId: before.walletId, date: before.date, importId: before.importId, importKey: before.importKey }
  return type === 'expense' ? { ...transfer, ...side, to: other } : { ...transfer, to: side }
}

/**
 * What remains of a transaction without an import's line: what it would be had the other lines come alone. Null if nothing
 * remains, undefined if it was changed since, so that it stays as it is.
 */
export function withoutImport(
  details: TransactionDetails,
  history: LineHistory | undefined,
  importId: string,
): TransactionDetails | null | undefined {
  if (!history?.left || !hasSameDetails(details, history.left)) return undefined
  const standing = history.lines.filter(({ isUndone }) => !isUndone)
  const others = standing.filter((line) => line.importId !== importId)
  if (others.length === standing.length) return undefined
  return others.reduce<TransactionDetails | null>((before, line) => (before ? withLine(before, line) : ofLine(line)), history.base)
}

/** The transaction of a line alone. */
function ofLine(line: AppliedLine): TransactionDetails {
  const blank = { ...defaultDetails, ...flagsAtFirst(false), description: '' }
  return line.recorded ?? { ...blank, ...ownDetails(line) }
}

function withLine(before: TransactionDetails, line: AppliedLine): TransactionDetails {
  const isSide = before.type === 'transfer' || before.walletId !== line.walletId
  return isSide ? withSide(before, line) : { ...before, ...ownDetails(line), ...RECEIVED }
}

function ownDetails({ type, amount, date, walletId, importId, importKey, texts, statementText }: AppliedLine) {
  const own = { type, amount, date, walletId, to: null, importId, importKey }
  return { ...own, statementText: statementText ?? null, ...texts }
}

/** The lines after an event of the transaction; undefined as long as there are none. */
export function evolveLines(history: LineHistory | undefined, event: RecordedEvent<TransactionEvent>): LineHistory | undefined {
  const { data, seq } = event
  const after = 'after' in data ? data.after : null
  const before = 'before' in data ? data.before : null
  const undone = history && toggledLine(history, event)
  if (history && undone) {
    const toggled = { ...undone, position: seq, isUndone: !undone.isUndone }
    const lines = history.lines.map((line) => (line === undone ? toggled : line))
    return { ...history, lines, left: isAsLeft(history, before) ? after : history.left }
  }
  const line = lineOf(event)
  if (!line || !after) return history
  if (!history || !before || !isAsLeft(history, before)) return { base: before, lines: [line], left: after }
  const kept = history.lines.filter(({ isUndone }, index) => !isUndone || index >= history.lines.length - MAX_UNDONE)
  return { ...history, lines: [...kept, line], left: after }
}

/** The line that an event undoes or restores; also the one whose undo deleted the transaction, if that is restored by itself. */
function toggledLine({ lines, left }: LineHistory, { type, meta }: RecordedEvent<TransactionEvent>): AppliedLine | undefined {
  if (meta.undoes !== undefined) return lines.find((line) => isUndoneBy(line, meta.undoes))
  if (type !== 'TransactionRestored' || left !== null) return undefined
  return lines.filter(({ isUndone }) => isUndone).toSorted((one, other) => other.position - one.position)[0]
}

function isAsLeft({ left }: LineHistory, before: TransactionDetails | null): boolean {
  return left && before ? hasSameDetails(before, left) : left === before
}

function isUndoneBy({ origin, position, isUndone }: AppliedLine, undoes: number | undefined): boolean {
  return position === undoes || (origin === undoes && !isUndone)
}

/** The line that an event applied; null if it applied none. */
function lineOf({ type, data, seq }: RecordedEvent<TransactionEvent>): AppliedLine | null {
  const applied = { origin: seq, position: seq, isUndone: false }
  if (type === 'TransactionRecorded') {
    const { after } = data
    if (after.importId === null && !after.to?.importId) return null
    return { ...sideOf(after, after.importId === null ? 'income' : 'expense'), ...applied, recorded: after, texts: null }
  }
  if (type === 'TransactionConfirmed' && data.after.importId !== data.before.importId)
    return { ...sideOf(data.after, 'expense'), ...applied, recorded: null, texts: null }
  if (type !== 'TransactionCorrected' || !data.joined) return null
  return { ...sideOf(data.after, data.joined.type), ...applied, recorded: null, texts: data.joined }
}

/** One side of a transaction as the line it came from. @param side of a transfer alone */
function sideOf(details: TransactionDetails, side: FlowType): WalletLine {
  const { amount, to, statementText } = details
  const type = details.type === 'transfer' ? side : details.type
  const { walletId, date, importId, importKey } = to && side === 'income' ? to : details
  return { type, amount, date, walletId, statementText, importId: importId ?? '', importKey: importKey ?? '' }
}
