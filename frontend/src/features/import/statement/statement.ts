import type { CalendarDate } from '@prumo/shared/calendar'
import { cutText, normaliseText } from '@prumo/shared/text-form'

/** A line of a statement that was understood. */
export interface ReadLine {
  /** Where it stands in the file, from 1. */
  line: number
  date: CalendarDate
  /** Centavos; negative for what left the account. Never zero. */
  centavos: number
  /** As it may be recorded: never empty, at most 200 characters. */
  description: string
  /** The file's own text, which the row's key is made of. */
  memo: string
  /** The bank's own number of the line; empty where it has none. */
  identifier: string
  /** True for the payment of a card's bill, in the bank's file or in the card's: the purchases are what was spent. */
  paysBill: boolean
}

/** The same with its key: which line of which statement it is, as lower-case hex. */
export interface StatementLine extends ReadLine {
  key: string
}

/** A line that was not understood: it is shown as it stands and counts nowhere. */
export interface UnreadLine {
  line: number
  text: string
  /** In Portuguese, after "Linha 116, ". */
  reason: string
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
  /** Which account it is of, as the keys of its rows begin: bank and number in OFX, the bank's name in CSV. */
  account: string
  /** Bank and account number, where the file says it. */
  accountNumber: string | null
  lines: readonly Line[]
  unread: readonly UnreadLine[]
  /** The raw lines after a second header, which repeat what came before it. */
  otherPart: readonly string[]
  /** What there was before the first line; only where the file says it. */
  opening: StatedBalance | null
  /** What there is after the last line; never a card's. */
  closing: StatedBalance | null
}

const LONGEST_DESCRIPTION = 200

/** The text as a description: without runs of blanks, never empty, cut at 200 characters. */
export function descriptionOf(text: string): string {
  const plain = normaliseText(text.replaceAll(/\s+/g, ' '))
  return plain === '' ? 'Sem descrição' : cutText(plain, LONGEST_DESCRIPTION).trim()
}

/** The text in lower case, without accents and runs of blanks: how headers and words of banks are compared. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
