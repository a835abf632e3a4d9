import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { listedCategories, stateOf, transactionTypes } from '@prumo/shared/transaction-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf, type RecordedEvent } from '../event-store/stream/event.js'

const details = z.strictObject({
  description: personal(z.string()),
  /** Centavos; the type carries the sign. */
  amount: z.int().positive(),
  type: z.enum(transactionTypes),
  category: personal(z.string(), { unless: listedCategories }).nullable(),
  date: z.string(),
  isScheduled: z.boolean(),
  isConfirmed: z.boolean(),
  isReceived: z.boolean(),
  /** The import that it came with, or that settled it. */
  importId: z.string().nullable(),
  /** Which line of which statement it is: a fingerprint of the line's key under the account's key. */
  importKey: z.string().nullable(),
  /** The recurrence that it is an occurrence of, the date in its sequence, and which instalment of how many it is. */
  recurrenceId: z.string().nullable(),
  nominal: z.string().nullable(),
  instalment: z.strictObject({ number: z.int(), of: z.int() }).nullable(),
})
/** All that is recorded of a transaction. */
export type TransactionDetails = z.output<typeof details>

/** What a transaction has that is no line of a statement and no occurrence of a recurrence. */
export const enteredByHand = { importId: null, importKey: null, recurrenceId: null, nominal: null, instalment: null } as const

/**
 * The key of a statement's line as it was sent: sealed, where `importKey` is its fingerprint under this account's key alone. A
 * copy of the account takes it along, so that another account knows the line again.
 */
const line = personal(z.string()).optional()

/** Its recurrence took it away, and may bring it back; what a person deletes stays deleted. */
const withdrawn = z.literal(true).optional()

/**
 * Stored for ever: a shape changes only as a new version with an upcaster. Each event carries the whole of
 * what it takes away (`before`) and of what it brings (`after`), so no projection has to look back.
 */
export const transactionEvents = defineEvents({
  TransactionRecorded: { data: z.strictObject({ after: details, line }) },
  TransactionCorrected: { data: z.strictObject({ before: details, after: details }) },
  TransactionConfirmed: { data: z.strictObject({ before: details, after: details, line }) },
  TransactionDeleted: { data: z.strictObject({ before: details, withdrawn }) },
  TransactionRestored: { data: z.strictObject({ after: details, createdAt: z.string(), line }) },
})
export type TransactionEvent = EventsOf<typeof transactionEvents>

/** A projection's handlers of all of them: what each takes away counts once less, what it brings once more. */
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

/**
 * Whether an event changes what is made of the transactions that count: one comes to count or no longer does, or one that
 * counts differs in what it is counted by.
 */
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

/** Whether it is settled and of a day from the first one to today, or of the day after: midnight may come before the commit. */
export function isSettledSince(first: CalendarDate, transaction: TransactionDetails, today: CalendarDate): boolean {
  const { date } = transaction
  return stateOf(transaction) === 'settled' && date >= first && (date <= today || date === addDays(today, 1))
}
