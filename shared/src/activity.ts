import { z } from 'zod'
import { walletKinds } from './wallet-rules.js'
import { activitySources } from './activity-texts.js'
import { emergencyFund } from './emergency-fund.js'
import { calendarDate, id, pageSize, reais, refusals } from './fields.js'
import { goal } from './goals.js'
import { liveEntities } from './live.js'
import { rejections } from './rejections.js'
import { task } from './tasks.js'
import { transactionTypes } from './transaction-rules.js'
import { summary } from './transactions.js'

/** The contract of `/activity`: an account's history, and its state at the end of a past day. */

export const activityFilter = z.object({
  entity: z
    .enum(liveEntities, {
      error:
        'Use transaction, attachment, batch, rule, goal, task, emergency-fund, balance, wallet, main-wallet, mei, mei-delivery, month, import, recurrence, reminders, restore, subscription, account, passkey ou guest',
    })
    .optional(),
  source: z.enum(activitySources, { error: 'Use app, stripe, ops ou seed' }).optional(),
  entityId: id.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  limit: pageSize(200, 50),
  cursor: z.string().max(500, { error: 'Cursor inválido' }).optional(),
})
/** Selects entries; `from` and `to` are days in São Paulo, both included. */
export type ActivityFilter = z.output<typeof activityFilter>

const changedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable()
export type ChangedValue = z.output<typeof changedValue>

export const activityChange = z.strictObject({ field: z.string(), before: changedValue, after: changedValue })
/** A changed field by its name on the wire, in the units of the wire; null for an absent value. */
export type ActivityChange = z.output<typeof activityChange>

export const activityEntry = z.strictObject({
  position: z.int().positive(),
  at: z.iso.datetime(),
  type: z.string(),
  entity: z.enum(liveEntities),
  entityId: z.guid(),
  source: z.enum(activitySources),
  summary: z.string().meta({ description: 'A sentence that names the thing' }),
  changes: z.array(activityChange),
  transactionType: z.enum(transactionTypes).nullable().meta({ description: 'The type of its transaction after it; null for other things' }),
  undoable: z.boolean(),
  undoReason: z.string().nullable().meta({ description: 'Why it cannot be undone; null where it can' }),
})
export type ActivityEntry = z.output<typeof activityEntry>

export const activityPage = z.strictObject({ activity: z.array(activityEntry), nextCursor: z.string().nullable() })
export type ActivityPage = z.output<typeof activityPage>

export const activityAnswer = z.strictObject({ activity: activityEntry })
export type ActivityAnswer = z.output<typeof activityAnswer>

/** The path of one entry, by its log position. */
export const positionPath = z.strictObject({
  position: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})
export type PositionPath = z.output<typeof positionPath>
refusals.add(positionPath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })

export const dayFilter = z.object({ date: calendarDate })
/** Selects the day whose end is shown. */
export type DayFilter = z.output<typeof dayFilter>

export const accountAtDay = z.strictObject({
  date: calendarDate,
  summary,
  goals: z.array(goal),
  tasks: z.array(task),
  emergencyFund: emergencyFund.nullable(),
  wallets: z.array(z.strictObject({ id: z.guid(), name: z.string(), kind: z.enum(walletKinds), archived: z.boolean(), balance: reais() })),
})
/** An account's state at the end of a day; empty for a day before the account existed. */
export type AccountAtDay = z.output<typeof accountAtDay>
