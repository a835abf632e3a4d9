import { statementFormats } from '@prumo/shared/import-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  fileName: personal(z.string()),
  format: z.enum(statementFormats),
  bank: personal(z.string()).nullable(),
  /** A hash of bank and account number, which says whether two statements are of one account. */
  account: personal(z.string()).nullable(),
  /** What the bank says there was at the end of a day, in centavos; both null where it says nothing. */
  closingDate: z.string().nullable(),
  closingBalance: z.int().nullable(),
  /** The days of its first and its last line. */
  from: z.string(),
  to: z.string(),
  /** How many lines it has, and their sums in centavos. */
  count: z.int().positive(),
  income: z.int(),
  expense: z.int(),
  /** How many of the lines settled a pending transaction. */
  settled: z.int(),
})
export type ImportDetails = z.output<typeof details>

/** What happened to an import as a whole; what its lines became are events of the transactions, of the same command. */
export const importEvents = defineEvents({
  StatementImported: { data: z.strictObject({ after: details }) },
  /** `kept` is how many transactions stayed, because they were changed since. */
  ImportUndone: { data: z.strictObject({ before: details, kept: z.int() }) },
  ImportRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
  /** It came with a copy of an account, perhaps undone there: then when, and how many transactions stayed. */
  ImportBrought: {
    data: z.strictObject({
      after: details,
      createdAt: z.string(),
      undone: z.strictObject({ at: z.string(), kept: z.int() }).nullable(),
    }),
  },
})
export type ImportEvent = EventsOf<typeof importEvents>
