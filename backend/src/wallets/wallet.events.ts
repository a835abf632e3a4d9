import { walletKinds } from '@prumo/shared/wallet-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  name: personal(z.string()),
  kind: z.enum(walletKinds),
  /** Of a card: the days of the month on which its bill closes and is due. */
  closingDay: z.int().nullable(),
  dueDay: z.int().nullable(),
  /** Its place among the wallets, ascending. */
  order: z.int().nonnegative(),
  isArchived: z.boolean(),
  /** Hashes of the accounts of statements that belong to it. */
  statementAccounts: z.array(personal(z.string())),
})
/** All recorded details of a wallet. */
export type WalletDetails = z.output<typeof details>

const change = z.strictObject({ before: details, after: details })

/** The main wallet is there without an event; its first one is a change of what it is at first. */
export const walletEvents = defineEvents({
  WalletOpened: { data: z.strictObject({ after: details }) },
  WalletChanged: { data: change },
  WalletArchived: { data: change },
  WalletUnarchived: { data: change },
  WalletDeleted: { data: z.strictObject({ before: details }) },
  WalletRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
})
export type WalletEvent = EventsOf<typeof walletEvents>

/** Null for the wallet that is there from the beginning. */
const choice = z.strictObject({ walletId: z.string().nullable() })

/** Which wallet is the main one: an entity that an account has only one of. */
export const mainWalletEvents = defineEvents({
  MainWalletChosen: { data: z.strictObject({ before: choice, after: choice }) },
})
export type MainWalletEvent = EventsOf<typeof mainWalletEvents>
