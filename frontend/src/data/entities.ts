import { accountEntity } from './account-entity'
import { balanceEntity } from './balance-entity'
import { fundEntity } from './emergency-fund-entity'
import { goalEntity } from './goal-entity'
import { importEntity } from './import-entity'
import { recurrenceEntity } from './recurrence-entity'
import type { SyncedEntity } from './sync/entity-registry'
import { taskEntity } from './task-entity'
import { transactionEntity } from './transaction-entity'

/**
 * Every entity whose commands this release knows.
 *
 * The names and arguments of commands are stored on devices and outlive a release. A new shape is a new name; an old one
 * stays until no device can hold it any more.
 */
export const entities: readonly SyncedEntity[] = [
  transactionEntity,
  goalEntity,
  taskEntity,
  fundEntity,
  balanceEntity,
  importEntity,
  recurrenceEntity,
  accountEntity,
]
