import { z } from 'zod'
import { accountDataTexts } from './account-data-texts.js'
import { exportedAttachment } from './attachments.js'
import { statedBalance } from './balance.js'
import { emergencyFund, fundMovement } from './emergency-fund.js'
import { calendarDate, reais, secret } from './fields.js'
import { goal } from './goals.js'
import { identityTexts } from './identity-texts.js'
import { user } from './identity.js'
import { acceptedImport } from './imports.js'
import { MAX_PASSWORD } from './limits.js'
import { delivery, mei } from './mei.js'
import { exportedRecurrence } from './recurrences.js'
import { closableMonth } from './months.js'
import { reminderSettings } from './reminders.js'
import { rule } from './rules.js'
import { subscription } from './subscriptions.js'
import { task } from './tasks.js'
import { transaction } from './transactions.js'
import { wallet } from './wallets.js'

/** The contract of `/data` and of account erasure. */

const exportedTransaction = z.strictObject({
  ...transaction.shape,
  importKey: z.string().nullable().meta({ description: 'Which line of which statement it is, as it was sent with the import' }),
  nominal: calendarDate.nullable().meta({ description: 'Of an occurrence: its date in the sequence of its recurrence' }),
  toImportId: z.guid().nullable().meta({ description: 'The import of the side to which a transfer goes' }),
  toImportKey: z.string().nullable(),
})
export type ExportedTransaction = z.output<typeof exportedTransaction>

const exportedImport = z.strictObject({ ...acceptedImport.shape, account: z.string().nullable() })
/** An import as it is exported. `account` is the hash of bank and account number that it was sent with. */
export type ExportedImport = z.output<typeof exportedImport>

const exportedWallet = z.strictObject({
  ...wallet.omit({ balance: true, statedOn: true }).shape,
  balances: z.array(z.strictObject({ date: calendarDate, amount: reais() })).meta({ description: 'The stated ones, oldest first' }),
})
/** A wallet with its stated balances. */
export type ExportedWallet = z.output<typeof exportedWallet>

/** The export of an account: everything except deleted entities, in the shapes of the API. A restore checks `totals` against the rest. */
export const accountExport = z.strictObject({
  format: z.literal(2),
  exportedAt: z.iso.datetime(),
  user,
  subscription,
  transactions: z.array(exportedTransaction),
  goals: z.array(goal),
  tasks: z.array(task),
  emergencyFund: emergencyFund.nullable(),
  movements: z.array(fundMovement),
  imports: z.array(exportedImport),
  recurrences: z.array(exportedRecurrence),
  rules: z.array(rule),
  attachments: z.array(exportedAttachment).meta({ description: 'Without their bytes' }),
  mei: mei.nullable(),
  deliveries: z.array(delivery),
  months: z.array(closableMonth).meta({ description: 'The closed ones' }),
  balance: statedBalance.nullable(),
  wallets: z.array(exportedWallet),
  reminders: reminderSettings.meta({ description: 'The settings alone' }),
  totals: z.strictObject({
    income: reais('Reais, of transactions of every state'),
    expense: reais('Reais, of transactions of every state'),
    transactions: z.int(),
    goals: z.int(),
    tasks: z.int(),
    fund: reais('Reais in the fund; 0 without one'),
  }),
})
export type AccountExport = z.output<typeof accountExport>

export const resetConfirmation = z.strictObject({ confirm: z.literal(true, { error: accountDataTexts.confirmReset }) })
export type ResetConfirmation = z.output<typeof resetConfirmation>

export const accountErasure = z.strictObject({ password: secret({ max: MAX_PASSWORD, missing: identityTexts.loginPasswordMissing }) })
export type AccountErasure = z.output<typeof accountErasure>
