import type { CalendarDate } from '@prumo/shared/calendar'
import type { TransactionDraft } from '../../data/transaction-commands'
import { leaf } from './statement/ofx-leaves'
import { descriptionOf, type UnreadLine } from './statement/statement'
import { signedCentavos } from './statement/written-amounts'
import { ofxDate, writtenDate } from './statement/written-dates'

/**
 * What a line that was not understood still says, for a form that a person completes: each value only where it stands there
 * beyond doubt, else today, no amount, no text.
 * @param missing what the statement lacks to close, where this line is what it lacks; in centavos, negative for what left
 */
export function draftFromUnreadLine(
  { text, reason }: Pick<UnreadLine, 'text' | 'reason'>,
  missing: number | null,
  now: CalendarDate,
): TransactionDraft {
  const found = text.includes('<') ? readOfxBlock(text) : readTableRow(text)
  const { date, description } = found
  // Where the amount itself was not understood, another one of the row may be a balance.
  const centavos = missing ?? (/valor/.test(reason) ? 0 : found.centavos)
  return {
    type: centavos < 0 ? 'expense' : 'income',
    centavos: Math.abs(centavos),
    description,
    category: null,
    date: date ?? now,
    isScheduled: false,
  }
}

interface UnreadLineValues {
  date: CalendarDate | null
  /** Negative for what left; 0 where no amount was found. */
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

/** The first day, the first amount with its centavos, and the longest of what else has a word in it. */
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

/** Parts of a row, without quotes. A comma parts them only where nothing else does: most often it stands in an amount. */
function cellsOf(text: string): string[] {
  const parts = /[;\t|]/.test(text) ? text.split(/[;\t|]/) : (text.match(/"[^"]*"|[^,]+/g) ?? [])
  return parts.map((part) => part.trim().replaceAll(/^"|"$/g, '').trim())
}
