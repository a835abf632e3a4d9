import { accountEntity } from './account-entity'
import { attachmentEntity } from './attachment-entity'
import { balanceEntity } from './balance-entity'
import { batchEntity } from './batch-entity'
import { fundEntity } from './emergency-fund-entity'
import { goalEntity } from './goal-entity'
import { importEntity } from './import-entity'
import { meiDeliveryEntity, meiEntity } from './mei-entity'
import { monthEntity } from './month-entity'
import { recurrenceEntity } from './recurrence-entity'
import type { LiveEntity } from '@prumo/shared/live'
import type { ActivityEntity, EntityDescription } from './entity-description'
import { ruleEntity } from './rule-entity'
import { taskEntity } from './task-entity'
import { transactionEntity } from './transaction-entity'
import { mainWalletEntity, walletEntity } from './wallet-entity'

/**
 * Every entity with the commands that this release knows.
 *
 * The names and arguments of commands are stored on devices and outlive a release. A new shape needs a new name; the old one stays
 * until no device can hold it any more.
 */
export const entities: readonly EntityDescription[] = [
  transactionEntity,
  attachmentEntity,
  goalEntity,
  taskEntity,
  fundEntity,
  balanceEntity,
  importEntity,
  recurrenceEntity,
  accountEntity,
  walletEntity,
  mainWalletEntity,
  batchEntity,
  ruleEntity,
  meiEntity,
  meiDeliveryEntity,
  monthEntity,
]

/**
 * The words for each entity in the history, in the order of its filter. Those without a description are changed only by the server.
 */
export const activityEntities: Readonly<Record<LiveEntity, ActivityEntity>> = {
  transaction: transactionEntity.activity,
  attachment: attachmentEntity.activity,
  batch: batchEntity.activity,
  rule: ruleEntity.activity,
  goal: goalEntity.activity,
  task: taskEntity.activity,
  'emergency-fund': fundEntity.activity,
  balance: balanceEntity.activity,
  import: importEntity.activity,
  recurrence: recurrenceEntity.activity,
  restore: { label: 'Cópias trazidas', param: 'copias' },
  account: accountEntity.activity,
  subscription: { label: 'Assinatura', param: 'assinatura' },
  wallet: walletEntity.activity,
  'main-wallet': mainWalletEntity.activity,
  mei: meiEntity.activity,
  'mei-delivery': meiDeliveryEntity.activity,
  month: monthEntity.activity,
  passkey: { label: 'Chaves de acesso', param: 'chaves' },
  reminders: { label: 'Lembretes', param: 'lembretes' },
  guest: { label: 'Acesso de outros', param: 'acesso' },
}
