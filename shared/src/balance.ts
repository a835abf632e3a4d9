import { z } from 'zod'
import { calendarDate, signedAmount } from './fields.js'

/** What someone says they have in the bank: the contract of `/balance`. */

export const balanceStatement = z.strictObject({ amount: signedAmount, date: calendarDate.optional() })
/** What there was at the end of a day, of today where none is named; in centavos. */
export type BalanceStatement = z.output<typeof balanceStatement>
/** The same as it is sent; in reais. */
export type BalanceStatementBody = z.input<typeof balanceStatement>

export const statedBalance = z.strictObject({ amount: z.number(), date: calendarDate, version: z.int().positive() })
/** The balance that was said last, in reais. */
export type StatedBalance = z.output<typeof statedBalance>

export const balanceAnswer = z.strictObject({ balance: statedBalance })
export type BalanceAnswer = z.output<typeof balanceAnswer>

/** Null before one was ever said. */
export const balanceOrNone = z.strictObject({ balance: statedBalance.nullable() })
export type BalanceOrNone = z.output<typeof balanceOrNone>
