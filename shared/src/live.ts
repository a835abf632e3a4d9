import { z } from 'zod'

/** The contract of the `changed` events of `/live`. */

/** The kinds of entity that can change, by their names in the account's log. */
export const liveEntities = [
  'transaction',
  'attachment',
  'batch',
  'rule',
  'goal',
  'task',
  'emergency-fund',
  'balance',
  'wallet',
  'main-wallet',
  'mei',
  'mei-delivery',
  'month',
  'import',
  'recurrence',
  'reminders',
  'restore',
  'subscription',
  'account',
  'passkey',
  'guest',
] as const
export type LiveEntity = (typeof liveEntities)[number]

/** The kinds that a guest reads; of changes of others a guest gets only the position. */
export const guestEntities: readonly LiveEntity[] = [
  'transaction',
  'attachment',
  'batch',
  'balance',
  'wallet',
  'main-wallet',
  'mei',
  'mei-delivery',
  'month',
  'import',
  'recurrence',
  'restore',
  'subscription',
]

/** The kinds of stored answers that a guest reads. */
export const guestAnswers: readonly string[] = ['report-insights']

export const liveChange = z.strictObject({
  log: z.string().meta({ description: 'The name of the log, another one after a fail-over or a restore' }),
  seq: z.int().nonnegative().meta({ description: "The account's last position" }),
  entities: z.array(z.enum(liveEntities)),
  answers: z.array(z.string()).meta({ description: 'Kinds of stored answers that were computed anew' }),
})
/** Changes of an account since the previous event; both lists are empty in the first event. */
export type LiveChange = z.output<typeof liveChange>
