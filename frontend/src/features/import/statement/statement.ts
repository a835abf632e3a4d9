import type { CalendarDate } from '@prumo/shared/calendar'
import { cutText, normaliseText } from '@prumo/shared/text-form'

/** A line of a statement that was understood. */
export interface ReadLine {
  /** Its place in the file, from 1. */
  line: number
  date: CalendarDate
  /** Centavos; negative for what left the account. Never zero. */
  centavos: number
  /** As it may be recorded: never empty, at most 200 characters. */
  description: string
  /** The file's own text, which the row's key is made of where the bank gives no number. */
  memo: string
  /** The bank's own number of the line; empty where it has none. */
  identifier: string
  /** `5/12` for an instalment, else empty. */
  instalment: string
  /** The category that the file names; null where it names none. */
  category: string | null
  /** True for the payment of a card's bill, in the bank's file or in the card's: the purchases are what was spent. */
  paysBill: boolean
  /** True for what the bank only plans: dated after the statement's day, or listed as such. */
  isPlanned: boolean
}

/** The same with its key: which line of which statement it is, as lower-case hex. */
export interface StatementLine extends ReadLine {
  key: string
}

/** A line that was not understood: it is shown as it is and counts nowhere. */
export interface UnreadLine {
  line: number
  text: string
  /** In Portuguese, after "Linha 116, ". */
  reason: string
}

/** A row that is no entry: a balance, a total, a heading, or the rest of the text above it. */
export interface OtherLine {
  line: number
  text: string
  kind: 'balance' | 'total' | 'heading' | 'text'
}

/** A balance at the end of a day, in centavos. */
export interface StatedBalance {
  date: CalendarDate
  centavos: number
}

/** One statement of one account, in the order of its file. */
export interface Statement<Line extends ReadLine = ReadLine> {
  format: 'ofx' | 'csv'
  /** The bank's name; null where the file does not say it. */
  bank: string | null
  /** Which account it is of, as the keys of its rows begin; empty where the file names none. */
  account: string
  /** The number of the account or card, where the file says it. */
  accountNumber: string | null
  /** True for the statement of a card. */
  isCard: boolean
  /** The currency of its amounts, where that is not the real. */
  foreignCurrency: string | null
  lines: readonly Line[]
  unread: readonly UnreadLine[]
  /** What is no entry, in the order of the file. */
  otherLines: readonly OtherLine[]
  /** The raw lines after a second header, which repeat what came before it. */
  otherPart: readonly string[]
  /** What there was before the first line; only where the file says it. */
  opening: StatedBalance | null
  /** What there is after the last line; never a card's. */
  closing: StatedBalance | null
  /** Only of a table whose columns were named. */
  mapping?: Mapping
}

/** What is known of the columns that were named. */
export interface Mapping {
  /** Whether each balance is the one before it plus the amount: then the columns are certain. */
  balances: 'agree' | 'disagree' | 'absent'
  /** Whether all days can be read with the day or with the month first. */
  isOrderOpen: boolean
  /** The year that was taken for days without one; null where all have theirs. */
  takenYear: number | null
}

const LONGEST_DESCRIPTION = 200

/** The text as a description: without runs of blanks, never empty, cut at 200 characters. */
export function descriptionOf(text: string): string {
  const plain = normaliseText(text.slice(0, 2_000).replaceAll(/\s+/g, ' '))
  return plain === '' ? 'Sem descrição' : cutText(plain, LONGEST_DESCRIPTION).trim()
}

let last = { text: '', plain: '' }

/**
 * The text in lower case, without accents and runs of blanks: how headers and words of banks are compared. Several rules look
 * at one text in a row, so that the last one is kept.
 */
export function plainText(text: string): string {
  if (text !== last.text) last = { text, plain: withoutAccents(text).replaceAll(/\s+/g, ' ').trim().toLowerCase() }
  return last.plain
}

function withoutAccents(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '')
}
