import { z } from 'zod'
import { billStates } from './bill-rules.js'
import { calendarDate, calendarMonth, id, reais, signedAmount, text } from './fields.js'
import { MAX_WALLET_NAME } from './limits.js'
import { walletKinds, walletTexts } from './wallet-rules.js'

/** The contract of `/wallets`: the places where money is. */

const name = text({ max: MAX_WALLET_NAME, missing: walletTexts.nameMissing })
const day = (missing: string) =>
  z.int({ error: missing }).min(1, { error: walletTexts.dayInvalid }).max(31, { error: walletTexts.dayInvalid })
const closingDay = day(walletTexts.closingDayMissing)
const dueDay = day(walletTexts.dueDayMissing)

export const newWallet = z
  .strictObject({
    id: id.optional(),
    name,
    kind: z.enum(walletKinds, { error: walletTexts.kindMissing }),
    closingDay: closingDay.nullable().default(null),
    dueDay: dueDay.nullable().default(null),
  })
  .superRefine(({ kind, ...days }, context) => {
    const missing = { closingDay: walletTexts.closingDayMissing, dueDay: walletTexts.dueDayMissing }
    for (const field of ['closingDay', 'dueDay'] as const) {
      const message = kind === 'card' ? days[field] === null && missing[field] : days[field] !== null && walletTexts.daysOnlyOnCard
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    }
  })
/** A wallet to open; a card alone has both days. */
export type NewWallet = z.output<typeof newWallet>
export type NewWalletBody = z.input<typeof newWallet>

export const walletChanges = z.strictObject({
  name: name.optional(),
  closingDay: closingDay.optional(),
  dueDay: dueDay.optional(),
  order: z.int({ error: 'Escolha um lugar' }).min(0, { error: 'Escolha um lugar' }).max(10_000, { error: 'Escolha um lugar' }).optional(),
  isMain: z.literal(true, { error: 'Use verdadeiro' }).optional(),
})
/** Changes of a wallet. The main one is replaced by choosing another. */
export type WalletChanges = z.output<typeof walletChanges>
export type WalletChangesBody = z.input<typeof walletChanges>

export const walletBalance = z.strictObject({ amount: reais(), date: calendarDate, source: z.enum(['stated', 'sums']) })

export const wallet = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  name: z.string(),
  kind: z.enum(walletKinds),
  closingDay: z.int().nullable(),
  dueDay: z.int().nullable(),
  isMain: z.boolean(),
  archived: z.boolean(),
  order: z.int(),
  balance: walletBalance.meta({ description: "Today's; a card's is negative while something is owed" }),
  statedOn: calendarDate.nullable().meta({ description: 'The day of the stated balance that it goes back to' }),
  statementAccounts: z.array(z.string()).meta({ description: 'Hashes of the accounts of statements that belong to it' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().nonnegative().meta({ description: '0 for the main wallet before its first change' }),
})
/** A wallet; amounts in centavos, on the wire in reais. */
export type Wallet = z.output<typeof wallet>

export const walletAnswer = z.strictObject({ wallet })
export type WalletAnswer = z.output<typeof walletAnswer>

export const walletList = z.strictObject({
  wallets: z.array(wallet),
  onHand: z.strictObject({ amount: reais('Reais in banks and cash that are not archived'), date: calendarDate }),
})
/** The wallets in their order, archived ones last. */
export type WalletList = z.output<typeof walletList>

export const walletStatement = z.strictObject({ amount: signedAmount, date: calendarDate.optional() })
/** The balance at the end of a day, today when absent; in centavos. */
export type WalletStatement = z.output<typeof walletStatement>
export type WalletStatementBody = z.input<typeof walletStatement>

export const billFilter = z.object({ from: calendarMonth.optional(), to: calendarMonth.optional() })
/** Months of the due day, both inclusive. */
export type BillFilter = z.output<typeof billFilter>

export const bill = z.strictObject({
  month: calendarMonth,
  from: calendarDate,
  closesOn: calendarDate,
  dueOn: calendarDate,
  purchases: reais(),
  refunds: reais(),
  paid: reais(),
  remaining: reais(),
  state: z.enum(billStates),
})
/** A card's bill; amounts in centavos, on the wire in reais. */
export type Bill = z.output<typeof bill>

export const billList = z.strictObject({ bills: z.array(bill) })
/** A card's bills, oldest first. */
export type BillList = z.output<typeof billList>
