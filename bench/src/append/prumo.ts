import { logContents } from '@prumo/backend/composition/capabilities'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { migrations } from '@prumo/backend/composition/migrations'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { migrate } from '@prumo/backend/platform/database/migrate'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import {
  toTransaction,
  transactionDecider,
  type TransactionCommand,
  type TransactionEntityState,
} from '@prumo/backend/transactions/transaction.decider'
import { v7 as newId } from 'uuid'
import { repeatedCall } from '../rounds.js'
import type { OpenedStore } from './opened.js'
import { transactionAt } from './sale.js'

/** The master key of every database that the bench writes. */
export const MASTER_KEY = Buffer.alloc(32, 7)

/** The product's database with all of its tables, and a write path. @param patient whether statements have no time limit */
export async function openProduct(url: string, { patient = false } = {}) {
  await migrate(url, migrations)
  const database = await openDatabase({ url, patient })
  const reading = logReading(logContents, new AccountKeys(MASTER_KEY))
  await ensureReadModels(database, reading)
  const writePath = new WritePath(database, reading)
  return { database, reading, writePath }
}

/** Records a transaction; the account's log opens with its first. */
export function recording(accountId: string, n: number) {
  const { transactionDate: date, ...rest } = transactionAt(n)
  const command: TransactionCommand = { type: 'RecordTransaction', details: { date, ...rest } }
  const idempotency = { key: newId(), request: `POST /api/transactions\n${JSON.stringify(command)}` }
  const context = { accountId, actor: accountId, source: 'app' as const, idempotency }
  const reply = (state: TransactionEntityState) => toTransaction(state)
  return ExecuteCommand.of(context, { decider: transactionDecider, entityId: newId(), command, reply, opensAccount: true })
}

/**
 * A command through the whole write path: decision, chain, sealed texts, read models, stored reply, outbox. One account a caller.
 */
export async function prumo(url: string, lanes: number): Promise<OpenedStore> {
  const { database, writePath } = await openProduct(url)
  const accounts = Array.from({ length: lanes }, () => newId())
  let n = 0
  return {
    ...repeatedCall('Prumo, everything on', (lane) => writePath.execute(recording(accounts[lane] as string, n++))),
    close: () => database.close(),
  }
}
