import { z } from 'zod'
import { accountDataTexts } from './account-data-texts.js'
import { emergencyFund, fundMovement } from './emergency-fund.js'
import { secret } from './fields.js'
import { goal } from './goals.js'
import { identityTexts } from './identity-texts.js'
import { user } from './identity.js'
import { MAX_PASSWORD } from './limits.js'
import { subscription } from './subscriptions.js'
import { task } from './tasks.js'
import { transaction } from './transactions.js'

/** What a person may do with all that is theirs: the contract of `/data`, and of ending an account. */

/** Everything of an account but what was deleted, as the wire shows each part. */
export const accountExport = z.strictObject({
  exportedAt: z.iso.datetime(),
  user,
  subscription,
  transactions: z.array(transaction),
  goals: z.array(goal),
  tasks: z.array(task),
  emergencyFund: emergencyFund.nullable(),
  movements: z.array(fundMovement),
})
export type AccountExport = z.output<typeof accountExport>

export const resetConfirmation = z.strictObject({ confirm: z.literal(true, { error: accountDataTexts.confirmReset }) })
export type ResetConfirmation = z.output<typeof resetConfirmation>

export const accountErasure = z.strictObject({ password: secret({ max: MAX_PASSWORD, missing: identityTexts.loginPasswordMissing }) })
export type AccountErasure = z.output<typeof accountErasure>
