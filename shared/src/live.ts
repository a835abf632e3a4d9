import { z } from 'zod'

/** What the stream of `/live` tells: the contract of its `changed` events. */

/** The kinds of entity that can change; each name is the one in the account's log. */
export const liveEntities = [
  'transaction',
  'goal',
  'task',
  'emergency-fund',
  'balance',
  'import',
  'recurrence',
  'restore',
  'subscription',
  'account',
  'passkey',
] as const
export type LiveEntity = (typeof liveEntities)[number]

export const liveChange = z.strictObject({
  log: z.string().meta({ description: 'The name of the log, another one after a fail-over or a restore' }),
  seq: z.int().nonnegative().meta({ description: "The account's last position" }),
  entities: z.array(z.enum(liveEntities)),
  answers: z.array(z.string()).meta({ description: 'Kinds of stored answers that were computed anew' }),
})
/** What changed of an account since the event before; both lists are empty in the first. */
export type LiveChange = z.output<typeof liveChange>
