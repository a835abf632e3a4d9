import type { CalendarDate } from '@prumo/shared/calendar'
import type { TransactionDraft } from '../../data/transaction-commands'
import { leaf } from './statement/ofx'
import { descriptionOf } from './statement/statement'
import { ofxDate, signedCentavos, writtenDate } from './statement/written-values'

/**
 * What a line that was not understood still says, for a form that a person completes: each value only where it stands there
 * beyond doubt, else today, no amount, no text.
 */
export function handDraft(text: string, now: CalendarDate): TransactionDraft {
  const { date, centavos, description } = text.includes('<') ? ofBlock(text) : ofRow(text)
  return {
    type: centavos < 0 ? 'expense' : 'income',
    centavos: Math.abs(centavos),
    description,
    category: null,
    date: date ?? now,
    isScheduled: false,
  }
}

interface Found {
  date: CalendarDate | null
  /** Negative for what left; 0 where no amount was found. */
  centavos: number
  description: string
}

function ofBlock(text: string): Found {
  const memo = leaf(text, 'MEMO') || leaf(text, 'NAME')
  return {
    date: ofxDate(leaf(text, 'DTPOSTED')),
    centavos: signedCentavos(leaf(text, 'TRNAMT'), 'either') ?? 0,
    description: memo && descriptionOf(memo),
  }
}

/** The first day, the first amount with its centavos, and the longest of what else has a word in it. */
function ofRow(text: string): Found {
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
