import { statementFormats } from '@prumo/shared/import-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  fileName: personal(z.string()),
  format: z.enum(statementFormats),
  bank: personal(z.string()).nullable(),
  /** A hash of bank and account number: equal for statements of one bank account. */
  account: personal(z.string()).nullable(),
  /** The wallet that it is of; null for the one that the account had from the beginning. */
  walletId: z.string().nullable(),
  /** The bank's balance at the end of a day, in centavos; both null if the statement has none. */
  closingDate: z.string().nullable(),
  closingBalance: z.int().nullable(),
  /** The days of its first and last line. */
  from: z.string(),
  to: z.string(),
  /** The number of its lines, and their sums in centavos. */
  count: z.int().positive(),
  income: z.int(),
  expense: z.int(),
  /** How many of the lines settled a pending transaction. */
  settled: z.int(),
})
export type ImportDetails = z.output<typeof details>

/** Events of an import as a whole; its lines are events of transactions, of the same command. */
export const importEvents = defineEvents({
  StatementImported: { data: z.strictObject({ after: details }) },
  /** `kept`: how many transactions stayed, because they were changed since. */
  ImportUndone: { data: z.strictObject({ before: details, kept: z.int() }) },
  ImportRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
  /** Restored from a copy of an account, perhaps undone there: then with the time, and how many transactions stayed. */
  ImportBrought: {
    data: z.strictObject({
      after: details,
      createdAt: z.string(),
      undone: z.strictObject({ at: z.string(), kept: z.int() }).nullable(),
    }),
  },
})
export type ImportEvent = EventsOf<typeof importEvents>
