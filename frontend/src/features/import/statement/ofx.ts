import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { accountKey } from './account-key'
import { isBalance, isOpeningBalance } from './balance-words'
import { bankName } from './bank-names'
import { paysBill } from '@prumo/shared/bill-payments'
import { hasPositivePurchases } from './card-signs'
import { currencyName } from './currencies'
import { findInstalment } from '@prumo/shared/instalments'
import { OfxScan, type OfxBlock, type OfxStatement } from './ofx-scan'
import type { ReadingContext } from './read-table'
import { descriptionOf, plainText, type OtherLine, type ReadLine, type DayEndBalance, type Statement, type UnreadLine } from './statement'
import { decimalSignOf, isWholeAmount, signedCentavos, type DecimalSign } from './written-amounts'
import { ofxDate } from './written-dates'

/** Whether a text is OFX, 1 (SGML) or 2 (XML). */
export function isOfx(text: string): boolean {
  return /<OFX>|OFXHEADER|<STMTTRN>/i.test(text)
}

/**
 * The statements of an OFX file. The file is scanned instead of parsed, because banks leave leaves unclosed, write a bare `&`, and
 * end lists with the file.
 */
export function readOfx(text: string, context: ReadingContext): Statement[] {
  const { statements, organisation } = new OfxScan(text)
  return statements.map((raw) => readStatement(raw, organisation, context))
}

/** An entry with the type that its bank gives it. */
interface Posted {
  line: number
  /** The source of the entry. */
  block: OfxBlock
  type: string
  date: CalendarDate
  centavos: number
  memo: string
  identifier: string
}

function readStatement(raw: OfxStatement, organisation: string, { today }: ReadingContext): Statement {
  const { isCard, leaves, blocks } = raw
  const unread: UnreadLine[] = []
  const posted: Posted[] = []
  const decimals = decimalSignOf(blocks.map((block) => block.leaves.get('TRNAMT') ?? ''))
  const currency = foreignCode(leaves.get('CURDEF') ?? '')
  for (const block of blocks) {
    const read = readEntry(block, decimals)
    if (typeof read === 'string') unread.push({ line: block.line, text: block.text, reason: read })
    else posted.push(read)
  }
  const balances = isCard ? [] : posted.filter(({ memo }) => isBalance(memo))
  const stated = new Set(balances)
  const entries = signed(
    posted.filter((each) => !stated.has(each)),
    isCard,
  )
  const lastDay = lastDayOf(raw, entries, today)
  const lines = entries.map((entry) => lineOf(entry, isCard, lastDay))
  const [bank, branch, number] = ['BANKID', 'BRANCHID', 'ACCTID'].map((name) => leaves.get(name) ?? '') as [string, string, string]
  const balance = isCard ? { opening: null, closing: null } : balancesOf(raw, lines, balances, decimals, unread.length === 0)
  return {
    format: 'ofx',
    bank: bankName(bank) ?? (organisation || null),
    account: number === '' ? '' : accountKey([bank || organisation, branch, number]),
    accountNumber: number || null,
    isCard,
    foreignCurrency: currency,
    lines: currency === null ? lines : [],
    unread:
      currency === null
        ? unread
        : [...unread, ...posted.map(({ line, block }) => ({ line, text: block.text, reason: `em ${currencyName(currency)}` }))],
    otherLines: balances.map(({ line, block }): OtherLine => ({ line, text: block.text, kind: 'balance' })),
    otherPart: [],
    ...balance,
  }
}

/** Reads the entry of a block, or returns the reason why it cannot. */
function readEntry(block: OfxBlock, decimals: DecimalSign): Posted | string {
  const { line, leaves, isClosed } = block
  if (!isClosed) return 'cortada no fim do arquivo'
  const [posted, amount] = [leaves.get('DTPOSTED') ?? '', leaves.get('TRNAMT') ?? '']
  const date = ofxDate(posted)
  if (!date) return posted === '' ? 'sem data' : 'data não entendida'
  const centavos = signedCentavos(amount, decimals)
  if (centavos === null) return amount === '' ? 'sem valor' : 'valor não entendido'
  if (centavos === 0) return 'valor zero'
  const currency = foreignCode(leaves.get('CURSYM') ?? '')
  if (currency !== null) return `em ${currencyName(currency)}`
  const memo = memoOf(leaves.get('NAME') ?? '', leaves.get('MEMO') ?? '')
  const type = (leaves.get('TRNTYPE') ?? '').toUpperCase()
  return { line, block, type, date, centavos, memo, identifier: leaves.get('FITID') ?? '' }
}

/** Null for reais, none, and texts that are no currency code. */
function foreignCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) && !code.startsWith('BR') ? code : null
}

/** Joins both fields without repetition. */
function memoOf(name: string, memo: string): string {
  if (name === '') return memo
  if (memo === '' || plainText(name).includes(plainText(memo))) return name
  return plainText(memo).includes(plainText(name)) ? memo : `${name} ${memo}`
}

const DEBITS = new Set(['DEBIT', 'PAYMENT', 'POS', 'ATM', 'CHECK', 'FEE', 'SRVCHG', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'])
const CREDITS = new Set(['CREDIT', 'DEP', 'INT', 'DIV', 'DIRECTDEP'])
const SPENT = /\b(debito|deb|enviad[oa]|enviamos|saque|compra|tarifa|tar|pagamento|pagto|pgto|juros|iof)\b/

/** The entries with negative expenses. */
function signed(posted: readonly Posted[], isCard: boolean): Posted[] {
  const isUnsigned = posted.every(({ centavos }) => centavos > 0)
  if (isUnsigned && posted.some(({ type }) => DEBITS.has(type)))
    return posted.map((entry) => (isSpent(entry) ? { ...entry, centavos: -entry.centavos } : entry))
  if (!isCard || !needsFlip(posted)) return [...posted]
  return posted.map((entry) => ({ ...entry, centavos: -entry.centavos }))
}

function isSpent({ type, memo }: Posted): boolean {
  return DEBITS.has(type) || (!CREDITS.has(type) && SPENT.test(plainText(memo)))
}

/** Whether to flip the signs. A month of credits alone has no purchases, unless the payment of its bill shows otherwise. */
function needsFlip(posted: readonly Posted[]): boolean {
  const entries = posted.map(({ memo, centavos }) => ({ description: memo, centavos }))
  const areCredits = posted.every(({ type, centavos }) => CREDITS.has(type) && centavos > 0)
  return !areCredits && hasPositivePurchases(entries)
}

/** Entries after this date are planned. An end date before most of the entries is ignored. */
function lastDayOf({ ends, ledger }: OfxStatement, posted: readonly Posted[], today: CalendarDate): CalendarDate {
  const days = [...ends, ledger.get('DTASOF') ?? ''].flatMap((text) => ofxDate(text) ?? [])
  const last = days.toSorted().at(-1) ?? today
  const isPast = posted.filter(({ date }) => date <= last).length * 2 >= posted.length
  return isPast && last < today ? last : today
}

function lineOf({ line, date, centavos, memo, identifier }: Posted, isCard: boolean, lastDay: CalendarDate): ReadLine {
  return {
    line,
    date,
    centavos,
    description: descriptionOf(memo),
    memo,
    identifier,
    instalment: findInstalment(memo),
    category: null,
    paysBill: paysBill(memo, centavos, isCard),
    isPlanned: date > lastDay,
  }
}

/** The balances before and after, from balance rows and the bank's stated balance. One that contradicts the entries is dropped. */
function balancesOf(
  { ledger, ends, blocks }: OfxStatement,
  lines: readonly ReadLine[],
  balances: readonly Posted[],
  decimals: DecimalSign,
  isWhole: boolean,
): Pick<Statement, 'opening' | 'closing'> {
  const done = lines.filter(({ isPlanned }) => !isPlanned)
  const first = done.map(({ date }) => date).sort()[0]
  const before = balances.find(({ memo }) => isOpeningBalance(memo))
  const opening = before && first ? { date: addDays(first, -1), centavos: before.centavos } : null
  const balanceText = ledger.get('BALAMT') ?? ''
  const centavos = signedCentavos(balanceText, decimals)
  const date = ofxDate(ledger.get('DTASOF') ?? '') ?? ofxDate(ends.at(-1) ?? '')
  const ledgerBalance = centavos === null || date === null ? null : { date, centavos }
  const statedBalances = balances.filter(({ memo }) => !isOpeningBalance(memo)).toSorted((one, other) => other.date.localeCompare(one.date))
  const fits = (closing: DayEndBalance) =>
    closing.centavos ===
    (opening?.centavos ?? 0) + done.reduce((total, line) => (line.date <= closing.date ? total + line.centavos : total), 0)
  if (opening) return { opening, closing: [ledgerBalance, ...statedBalances].find((each) => each && (!isWhole || fits(each))) ?? null }
  if (ledgerBalance === null) return { opening, closing: null }
  // Some banks omit the decimal separator in balances only.
  const isPlain = centavos === 0 || !isWholeAmount(balanceText) || blocks.some((block) => isWholeAmount(block.leaves.get('TRNAMT') ?? ''))
  return { opening, closing: isPlain ? ledgerBalance : null }
}
