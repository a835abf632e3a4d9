import type { CalendarDate } from '@prumo/shared/calendar'
import { cutText, normaliseText } from '@prumo/shared/text-form'

/** A line that was read. */
export interface ReadLine {
  /** The line in the file, from 1. */
  line: number
  date: CalendarDate
  /** Centavos; negative for expenses. Never zero. */
  centavos: number
  /** The text for a transaction: never empty, at most 200 characters. */
  description: string
  /** The text of the file. Part of the row's key when the bank gives no number. */
  memo: string
  /** The bank's number of the line; empty without one. */
  identifier: string
  /** `5/12` for an instalment, otherwise empty. */
  instalment: string
  /** The category in the file; null without one. */
  category: string | null
  /** True for the payment of a card's bill, in the bank's file or the card's. It is not counted, because the purchases are. */
  paysBill: boolean
  /** True for an entry after the end of the statement, or listed as a future one. */
  isPlanned: boolean
}

/** A line with its key, as lower-case hex, which identifies it across files. */
export interface StatementLine extends ReadLine {
  key: string
}

/** A line that could not be read. It is shown as written and counts in no sum. */
export interface UnreadLine {
  line: number
  text: string
  /** In Portuguese, after "Linha 116, ". */
  reason: string
}

/** A row that is no entry: a balance, a total, a heading, or a continued text. */
export interface OtherLine {
  line: number
  text: string
  kind: 'balance' | 'total' | 'heading' | 'text'
}

/** A balance at the end of a day, in centavos. */
export interface DayEndBalance {
  date: CalendarDate
  centavos: number
}

/** A statement of one account, in the order of its file. */
export interface Statement<Line extends ReadLine = ReadLine> {
  format: 'ofx' | 'csv'
  /** The name of the bank; null if unknown. */
  bank: string | null
  /** The account as in the keys of its rows; empty if the file names none. */
  account: string
  /** The number of the account or card; null if the file names none. */
  accountNumber: string | null
  /** True for the statement of a card. */
  isCard: boolean
  /** The currency of the amounts; null for reais. */
  foreignCurrency: string | null
  lines: readonly Line[]
  unread: readonly UnreadLine[]
  /** The rows that are no entries, in the order of the file. */
  otherLines: readonly OtherLine[]
  /** The raw lines after a second header, which repeat the first part. */
  otherPart: readonly string[]
  /** The balance before the first line, if the file states it. */
  opening: DayEndBalance | null
  /** The balance after the last line; null for cards. */
  closing: DayEndBalance | null
  /** Only for a table with named columns. */
  mapping?: Mapping
}

/** The result of checking the named columns. */
export interface Mapping {
  /** Whether each balance is the previous one plus the amount, which confirms the columns. */
  balances: 'agree' | 'disagree' | 'absent'
  /** Whether all dates are valid with either the day or the month first. */
  isOrderOpen: boolean
  /** The assumed year of dates without one; null if all have theirs. */
  takenYear: number | null
}

const LONGEST_DESCRIPTION = 200

/** Normalises a text to a description: single blanks, never empty, at most 200 characters. */
export function descriptionOf(text: string): string {
  const plain = normaliseText(withSingleBlanks(text.slice(0, 2_000)))
  return plain === '' ? 'Sem descrição' : cutText(plain, LONGEST_DESCRIPTION).trim()
}

let last = { text: '', plain: '' }

/**
 * Normalises a text for comparison: lower case, no accents, single blanks. Caches the last text, because several rules examine the
 * same one in sequence.
 */
export function plainText(text: string): string {
  if (text === '') return ''
  if (text !== last.text) last = { text, plain: withSingleBlanks(withoutAccents(text)).toLowerCase() }
  return last.plain
}

function withSingleBlanks(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim()
}

function withoutAccents(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  return /^[ -\u017f]*$/.test(text) ? text.replaceAll(/[^ -\]_a-~]/g, baseOf) : withoutDiacritics(text)
}

function withoutDiacritics(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '')
}

/** Base letters by accented letter, below U+0180: none of these composes with its neighbours. */
const BASES = new Map<string, string>()

function baseOf(letter: string): string {
  let base = BASES.get(letter)
  if (base === undefined) BASES.set(letter, (base = withoutDiacritics(letter)))
  return base
}
