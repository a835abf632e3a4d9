import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { attachmentDecider, type AttachmentCommand } from '@prumo/backend/attachments/attachment.decider'
import { logContents } from '@prumo/backend/composition/capabilities'
import { ExecuteCommand, type CommandContext, type CommandOutcome } from '@prumo/backend/event-store/decider/command'
import { WritePath, type TimeSource } from '@prumo/backend/event-store/write-path/write-path'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { logReading, type LogReading } from '@prumo/backend/event-store/log-reading'
import type { Write } from '@prumo/backend/event-store/stream/commit'
import { verifyAccount, type Verdict } from '@prumo/backend/event-store/verify/verify'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { Database } from '@prumo/backend/platform/database/database'
import type { Pipeline } from '@prumo/backend/platform/database/pipeline'
import { createTestDatabase } from '../test-database.js'
import { transactionDecider, toTransaction, type TransactionCommand } from '@prumo/backend/transactions/transaction.decider'
import type { OnWire } from '@prumo/shared/money-fields'
import type { Transaction } from '@prumo/shared/transactions'

/** A log on a database of the test file's own, written through the product's write path. */
export interface TestLog {
  database: Database
  /** As the tables' owner: for rebuilds, and for what the program itself may not do. */
  owner: Database
  ownerUrl: string
  reading: LogReading
  /** A separate write path, as of another process. */
  writer: (clock?: TimeSource) => WritePath
  verify: (accountId: string) => Promise<Verdict>
  close: () => Promise<void>
}

export async function openTestLog(): Promise<TestLog> {
  // Rebuilding and verifying are an operator's work, whose statements have no time limit.
  const { database, owner, ownerUrl, drop } = await createTestDatabase({ patient: true })
  const reading = logReading(logContents, new AccountKeys(Buffer.alloc(32, 7)))
  await ensureReadModels(owner, reading)
  return {
    database,
    owner,
    ownerUrl,
    reading,
    writer: (clock) => new WritePath(database, reading, clock),
    verify: (accountId) => verifyAccount(database, reading, accountId),
    close: drop,
  }
}

/** A write path that sends its appends on a connection of the test's. */
export function writerOn({ database }: TestLog, reading: LogReading, connection: Pick<Pipeline, 'transaction'>): WritePath {
  return new WritePath(Object.create(database, { pipeline: { value: () => connection } }) as Database, reading)
}

/** The row of a sale in these tables; any field can differ. */
export const sale = {
  description: 'Bolo de casamento',
  amount: 145_000,
  type: 'income' as const,
  category: 'Vendas' as string | null,
  date: '2026-11-20',
  isScheduled: false,
}

export function recordSale(changes: Partial<typeof sale> = {}): TransactionCommand {
  return { type: 'RecordTransaction', details: { ...sale, ...changes } }
}

/** Issues a command on a transaction; the first one opens the account's log. */
export function issue(
  writer: WritePath,
  accountId: string,
  entityId: string,
  command: TransactionCommand,
  context: Partial<CommandContext> = {},
): Promise<CommandOutcome<OnWire<Transaction>>> {
  const who = { accountId, actor: accountId, source: 'app' as const, ...context }
  return writer.execute(
    ExecuteCommand.of(who, {
      decider: transactionDecider,
      entityId,
      command,
      reply: (state) => toTransaction(state),
      opensAccount: true,
    }),
  )
}

const SEALED = Buffer.from('sealed')
const hash = createHash('sha256').update(SEALED).digest('hex')

/** Issues a command on a receipt. */
function issueOnAttachment(writer: WritePath, accountId: string, entityId: string, command: AttachmentCommand, alongside: Write[] = []) {
  return writer.execute(
    ExecuteCommand.of(
      { accountId, actor: accountId, source: 'app' },
      { decider: attachmentDecider, entityId, command, reply: () => null, alongside },
    ),
  )
}

/** Adds a receipt of one small part to a transaction, and returns its id. */
export async function attach(writer: WritePath, accountId: string, transactionId: string): Promise<string> {
  const [id, uploadId] = [newId(), newId()]
  const details = { transactionId, name: 'recibo.pdf', type: 'application/pdf', size: 1, parts: 1 } as const
  const part: Write = {
    name: 'test-attachment-part',
    text: 'insert into attachment_parts (account_id, upload_id, part, attachment_id, sealed) values ($1, $2, 0, $3, $4)',
    values: [accountId, uploadId, id, SEALED],
  }
  const command = { type: 'AddAttachment', details: { ...details, uploadId, sealedHash: hash, plainHash: hash } } as const
  await issueOnAttachment(writer, accountId, id, command, [part])
  return id
}

export async function detach(writer: WritePath, accountId: string, attachmentId: string): Promise<void> {
  await issueOnAttachment(writer, accountId, attachmentId, { type: 'RemoveAttachment' })
}

/** Opens an account whose log holds one sale. */
export async function openAccount(writer: WritePath): Promise<{ accountId: string; saleId: string }> {
  const [accountId, saleId] = [newId(), newId()]
  await issue(writer, accountId, saleId, recordSale())
  return { accountId, saleId }
}
