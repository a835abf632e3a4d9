import type { CalendarDate } from '@prumo/shared/calendar'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import type { TransactionDraft } from '../../data/transaction-commands'
import { leaf } from './statement/ofx-leaves'
import { descriptionOf, type UnreadLine } from './statement/statement'
import { signedCentavos } from './statement/written-amounts'
import { ofxDate, writtenDate } from './statement/written-dates'

/**
 * Extracts the values of an unread line for a form. A value that is not certain stays at its default: today, no amount, no text.
 * @param missing the difference of the statement that this line explains, in centavos, negative for an expense; otherwise null
 */
export function draftFromUnreadLine(
  { text, reason }: Pick<UnreadLine, 'text' | 'reason'>,
  missing: number | null,
  now: CalendarDate,
): TransactionDraft {
  const found = text.includes('<') ? readOfxBlock(text) : readTableRow(text)
  const { date, description } = found
  // If the amount itself was unreadable, another number of the row may be a balance.
  const centavos = missing ?? (/valor/.test(reason) ? 0 : found.centavos)
  return {
    ...noOptionalTexts,
    type: centavos < 0 ? 'expense' : 'income',
    centavos: Math.abs(centavos),
    description,
    date: date ?? now,
    isScheduled: false,
  }
}

interface UnreadLineValues {
  date: CalendarDate | null
  /** Negative for expenses; 0 without an amount. */
  centavos: number
  description: string
}

function readOfxBlock(text: string): UnreadLineValues {
  const memo = leaf(text, 'MEMO') || leaf(text, 'NAME')
  return {
    date: ofxDate(leaf(text, 'DTPOSTED')),
    centavos: signedCentavos(leaf(text, 'TRNAMT'), 'either') ?? 0,
    description: memo && descriptionOf(memo),
  }
}

/** The first date, the first amount with centavos, and the longest other text with a word. */
function readTableRow(text: string): UnreadLineValues {
  const cells = cellsOf(text)
  const date = cells.find((cell) => writtenDate(cell) !== null)
  const amount = cells.find((cell) => /[.,]\d{2}$/.test(cell) && signedCentavos(cell, 'either'))
  const words = cells.filter((cell) => cell !== date && cell !== amount && /\p{L}{2}/u.test(cell))
  const [longest] = words.toSorted((one, other) => other.length - one.length)
  return {
    date: date === undefined ? null : writtenDate(date),
    centavos: amount === undefined ? 0 : (signedCentavos(amount, 'either') ?? 0),
    description: longest === undefined ? '' : descriptionOf(longest),
  }
}

/** Splits a row into cells without quotes. A comma separates only if nothing else does, because it usually belongs to an amount. */
function cellsOf(text: string): string[] {
  const parts = /[;\t|]/.test(text) ? text.split(/[;\t|]/) : (text.match(/"[^"]*"|[^,]+/g) ?? [])
  return parts.map((part) => part.trim().replaceAll(/^"|"$/g, '').trim())
}
