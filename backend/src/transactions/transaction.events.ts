import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { fiscalOrNone } from '@prumo/shared/fiscal'
import { forOptionalTexts, noOptionalTexts } from '@prumo/shared/transaction-details'
import { flowTypes, stateOf, transactionTypes } from '@prumo/shared/transaction-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf, type RecordedEvent } from '../event-store/stream/event.js'

const details = z.strictObject({
  description: personal(z.string()),
  /** Centavos; the type carries the sign. */
  amount: z.int().positive(),
  type: z.enum(transactionTypes),
  ...forOptionalTexts((_, { readable }) => personal(z.string(), { unless: readable }).nullable()),
  date: z.string(),
  /** Where the money is; of a transfer, where it comes from. Null for the wallet that the account had from the beginning. */
  walletId: z.string().nullable(),
  /** Where a transfer goes, the day on which it arrives, and the statement line of that side. */
  to: z
    .strictObject({ walletId: z.string().nullable(), date: z.string(), importId: z.string().nullable(), importKey: z.string().nullable() })
    .nullable(),
  isScheduled: z.boolean(),
  isConfirmed: z.boolean(),
  isReceived: z.boolean(),
  /** The bank's own text of its statement line; imports alone set it. */
  statementText: personal(z.string()).nullable(),
  /** The import that recorded or settled it. */
  importId: z.string().nullable(),
  /** Its statement line: a fingerprint of the line's key under the account's key. */
  importKey: z.string().nullable(),
  /** Its recurrence, the nominal date in its sequence, and the number of the instalment. */
  recurrenceId: z.string().nullable(),
  nominal: z.string().nullable(),
  instalment: z.strictObject({ number: z.int(), of: z.int() }).nullable(),
  /** What it says for the MEI; null if all of it is the default. */
  fiscal: fiscalOrNone,
})
/** All recorded details of a transaction. */
export type TransactionDetails = z.output<typeof details>

/** The fingerprints of the statement lines that it is; a transfer has one on either side. */
export function keysOf({ importKey, to }: Pick<TransactionDetails, 'importKey' | 'to'>): string[] {
  return [importKey, to?.importKey ?? null].filter((key) => key !== null)
}

/** The details of a transaction entered by hand, for those that its command does not name. */
export const defaultDetails = {
  ...noOptionalTexts,
  walletId: null,
  to: null,
  statementText: null,
  importId: null,
  importKey: null,
  recurrenceId: null,
  nominal: null,
  instalment: null,
  fiscal: null,
} as const

/**
 * A statement line's key as it was sent, sealed; `importKey` is its fingerprint under this account's key. A copy of the
 * account contains it, so that another account recognises the line. `toLine` is that of the side to which a transfer goes.
 */
const line = personal(z.string()).optional()
const lines = { line, toLine: line }

const { description, category, statementText } = details.shape

/**
 * Set where a statement's line joined the transaction as one side of a transfer: an expense the side that pays, an income the one
 * that receives. The texts are those of the line, which it has alone when the other side's import is undone.
 */
const joined = z.strictObject({ type: z.enum(flowTypes), description, category, statementText }).optional()

/** Set if its recurrence withdrew it, and so may restore it; what a person deletes stays deleted. */
const withdrawn = z.literal(true).optional()

/**
 * Stored permanently: a shape changes only as a new version with an upcaster. Each event carries the full details
 * before and after, so no projection has to look back.
 */
export const transactionEvents = defineEvents({
  /** `ruleId`: the rule from which its category came. */
  TransactionRecorded: { data: z.strictObject({ after: details, ruleId: z.string().optional(), ...lines }) },
  TransactionCorrected: { data: z.strictObject({ before: details, after: details, ...lines, joined }) },
  TransactionConfirmed: { data: z.strictObject({ before: details, after: details, ...lines }) },
  TransactionDeleted: { data: z.strictObject({ before: details, withdrawn }) },
  /** `attachments`: how many receipts return with it. */
  TransactionRestored: {
    data: z.strictObject({ after: details, createdAt: z.string(), attachments: z.int().positive().optional(), ...lines }),
  },
})
export type TransactionEvent = EventsOf<typeof transactionEvents>

/** A projection's handlers for all transaction events: subtracts the details before and adds those after. */
export function counting<Rows>(count: (accountId: string, details: TransactionDetails, times: 1 | -1, rows: Rows) => void) {
  const recount = ({ accountId, data }: RecordedEvent<TransactionEvent>, rows: Rows) => {
    if ('before' in data) count(accountId, data.before, -1, rows)
    if ('after' in data) count(accountId, data.after, 1, rows)
  }
  return {
    TransactionRecorded: recount,
    TransactionCorrected: recount,
    TransactionConfirmed: recount,
    TransactionDeleted: recount,
    TransactionRestored: recount,
  }
}

/** Whether an event changes the counted transactions: one starts or stops counting, or a counted one changes in a field of `countedBy`. */
export function changesWhatCounts(
  event: TransactionEvent,
  counts: (details: TransactionDetails) => boolean,
  countedBy: readonly (keyof TransactionDetails)[],
): boolean {
  switch (event.type) {
    case 'TransactionRecorded':
    case 'TransactionRestored':
      return counts(event.data.after)
    case 'TransactionDeleted':
      return counts(event.data.before)
    case 'TransactionCorrected':
    case 'TransactionConfirmed': {
      const { before, after } = event.data
      const counted = counts(before)
      return counted !== counts(after) || (counted && countedBy.some((field) => before[field] !== after[field]))
    }
  }
}

/** Whether it is a settled income or expense dated from `first` to today, or tomorrow, because midnight may pass before the commit. */
export function isSettledSince(first: CalendarDate, transaction: TransactionDetails, today: CalendarDate): boolean {
  const { date, type } = transaction
  return type !== 'transfer' && stateOf(transaction) === 'settled' && date >= first && (date <= today || date === addDays(today, 1))
}
