import { z } from 'zod'
import { calendarDate, reais, signedAmount } from './fields.js'

/** The contract of `/balance`: the bank balance as the user states it. */

export const balanceStatement = z.strictObject({ amount: signedAmount, date: calendarDate.optional() })
/** The balance at the end of a day, today when absent; in centavos. */
export type BalanceStatement = z.output<typeof balanceStatement>
/** The same as sent, in reais. */
export type BalanceStatementBody = z.input<typeof balanceStatement>

export const statedBalance = z.strictObject({ amount: reais(), date: calendarDate, version: z.int().positive() })
/** The latest stated balance, in centavos, on the wire in reais. */
export type StatedBalance = z.output<typeof statedBalance>

export const balanceAnswer = z.strictObject({ balance: statedBalance })
export type BalanceAnswer = z.output<typeof balanceAnswer>

/** Null until a balance is stated. */
export const balanceOrNone = z.strictObject({ balance: statedBalance.nullable() })
export type BalanceOrNone = z.output<typeof balanceOrNone>
