import type { UndoneImport } from '@prumo/shared/imports'
import { MAX_IMPORT_ROWS } from '@prumo/shared/import-rules'
import type { OnWire } from '@prumo/shared/money-fields'
import { balanceDecider } from '../balance/balance.decider.js'
import {
  dependsOn,
  ExecuteCommand,
  createPart,
  type CommandContext,
  type CommandPart,
  type PartOutcome,
} from '../event-store/decider/command.js'
import type { LogReading } from '../event-store/log-reading.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { EventRow, RecordedEvent } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { mapYielding } from '../platform/map-yielding.js'
import { FindUndoneStatements } from './import-list.projection.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { importCondition } from '../transactions/matching-transactions.js'
import { keysOf, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { importDecider, toImport, type ImportCommand, type ImportState } from './import.decider.js'
import type { ImportEvent } from './import.events.js'

type ImportLogAccess = Pick<LogReading, 'codec'>

/** The events of transactions by commands on an import: of one command, or the last of each entity. */
interface RecordedImport {
  /** The position of the command's own event; null if there is nothing to undo. */
  position: number | null
  events: RecordedEvent[]
  /** The keys that they had and that another transaction has now. */
  takenKeys: string[]
  /** The positions of the balances stated by undone imports. */
  undoneStatements: number[]
  /** The wallet of the import. */
  walletId: string
}

const FOUND = {
  name: 'import-to-undo',
  text: `
    select case when undone_at is null then seq end as position, wallet_id as "walletId" from import_list
    where account_id = $1 and id = $2`,
}

// The events of a command follow its first one directly.
const PARTS = `join events e on e.account_id = $1 and e.seq > lead.seq and e.seq <= lead.seq + ${MAX_IMPORT_ROWS + 1}
  and (e.meta->>'partOf')::bigint = lead.seq`

// The import's transactions are those with its id: deleted ones and those pending again are neither removed nor kept.
// For a transaction that stayed at an earlier undo, the event of the first import counts.
const STANDING_PARTS = {
  name: 'standing-parts-of-import',
  text: `
    select distinct on (e.entity, e.entity_id) ${EVENT_FIELDS}
    from (select seq from events where account_id = $1 and entity_id = $2 and entity = 'import' and type <> 'ImportUndone' and seq <= $3) lead
    ${PARTS} left join transaction_list t on t.account_id = $1 and t.id = e.entity_id and e.entity = 'transaction'
    where e.entity = 'transaction' and ${importCondition('$2')} order by e.entity, e.entity_id, e.seq desc`,
}

const OWN_PARTS = {
  name: 'own-parts-of-import',
  text: `select ${EVENT_FIELDS} from (select $2::bigint as seq) lead ${PARTS} where e.entity = 'transaction'`,
}

class FindRecordedImport extends AccountQuery<RecordedImport> {
  /** @param position of the command's own event; the import's latest one by default */
  constructor(
    readonly reading: ImportLogAccess,
    readonly accountId: string,
    readonly about: { importId: string; position?: number; isStanding: boolean },
  ) {
    super()
  }

  async answer(database: QueryContext, keys: AccountKeys): Promise<RecordedImport> {
    const { accountId, about } = this
    const [found] = await database.rows<Pick<RecordedImport, 'position' | 'walletId'>>(FOUND, [accountId, about.importId])
    const position = about.position ?? found?.position ?? null
    const walletId = found?.walletId ?? initialWalletId(accountId)
    if (position === null) return { position, events: [], takenKeys: [], undoneStatements: [], walletId }
    const key = await loadAccountKey(database, keys, accountId)
    const rows = about.isStanding
      ? await database.rows<Omit<EventRow, 'hash'>>(STANDING_PARTS, [accountId, about.importId, position])
      : await database.rows<Omit<EventRow, 'hash'>>(OWN_PARTS, [accountId, position])
    const events = await mapYielding(rows, (row) => this.reading.codec.decode(row, key))
    const had = events.flatMap(({ entityId, data }) => {
      const { before } = data as { before?: TransactionDetails }
      return before ? keysOf(before).map((each) => [each, entityId] as const) : []
    })
    const usedKeys = await findUsedKeys(
      database,
      accountId,
      had.map(([each]) => each),
    )
    const takenKeys = had.flatMap(([each, entityId]) => ((usedKeys.get(each) ?? entityId) === entityId ? [] : each))
    const undone = new FindUndoneStatements(accountId, { importId: about.importId, isUndone: about.isStanding })
    return { position, events, takenKeys, undoneStatements: await undone.answer(database), walletId }
  }
}

/** Builds the answer about an undone import. */
type ImportReply<Answer> = (state: ImportState, recorded: readonly RecordedEvent<ImportEvent>[], parts: readonly PartOutcome[]) => Answer

/**
 * The command that undoes an import: transactions as the import left them are deleted or made pending again, and the
 * previous balance is restored; those changed since stay.
 * @param event the import's event to undo; its latest by default
 */
export function undoImport<Answer>(
  reading: ImportLogAccess,
  context: CommandContext,
  importId: string,
  reply: ImportReply<Answer>,
  event?: RecordedEvent<ImportEvent>,
): ExecuteCommand<Answer> {
  const about = { importId, isStanding: true, ...(event && { position: event.seq }) }
  const command = (parts: readonly PartOutcome[]): ImportCommand & { type: string } => {
    const kept = keptTransactions(parts).length
    return event ? { ...undoOf(event), kept } : { type: 'UndoImport', kept }
  }
  return ExecuteCommand.of<ImportCommand, ImportState, ImportEvent, Answer>(context, {
    decider: importDecider,
    entityId: importId,
    command: command([]),
    dependsOn: dependsOn<RecordedImport, ImportCommand>(
      new FindRecordedImport(reading, context.accountId, about),
      ({ position, events, undoneStatements, walletId }) => ({
        parts: [...events.map((each) => leaveImportPart(each, importId)), ...restateBalance(walletId, position, undoneStatements)],
        finalise: command,
        ...(position !== null && { undoes: position }),
      }),
    ),
    reply,
    isLarge: true,
  })
}

/** The command that undoes the undo of an import. Refused if anything changed since. */
export function redoImport<Answer>(
  reading: ImportLogAccess,
  context: CommandContext,
  event: RecordedEvent<ImportEvent>,
  reply: ImportReply<Answer>,
): ExecuteCommand<Answer> {
  const about = { importId: event.entityId, position: event.seq, isStanding: false }
  return ExecuteCommand.of<ImportCommand, ImportState, ImportEvent, Answer>(context, {
    decider: importDecider,
    entityId: event.entityId,
    command: undoOf(event),
    dependsOn: dependsOn<RecordedImport, ImportCommand>(
      new FindRecordedImport(reading, context.accountId, about),
      ({ events, takenKeys, undoneStatements, walletId }) => ({
        parts: [...events.map((each) => restorePart(each, takenKeys)), ...restateBalance(walletId, event.seq, undoneStatements)],
        undoes: event.seq,
      }),
    ),
    reply,
    isLarge: true,
  })
}

/** The answer of `/imports/{id}/undo`. */
export function toUndoneImport(state: ImportState, _recorded: unknown, parts: readonly PartOutcome[]): OnWire<UndoneImport> {
  const removed = parts.filter(({ events }) => events.some(({ type }) => type === 'TransactionDeleted')).length
  return { import: toImport(state), removed, kept: keptTransactions(parts) }
}

function keptTransactions(parts: readonly PartOutcome[]): string[] {
  return parts.filter(({ entity, events }) => entity === 'transaction' && events.length === 0).map(({ entityId }) => entityId)
}

function undoOf(event: RecordedEvent<ImportEvent>): Extract<ImportCommand, { type: 'Undo' }> {
  return { type: 'Undo', position: event.seq, entry: { type: event.type, data: event.data } as ImportEvent }
}

/** Restores the wallet's balances whose statements are not undone. @param position of the undone event; null for none */
function restateBalance(walletId: string, position: number | null, undoneStatements: readonly number[]): CommandPart[] {
  return position === null ? [] : [createPart(balanceDecider, walletId, { type: 'RestateBalances', undoneStatements }, position)]
}

function leaveImportPart({ entityId, seq }: RecordedEvent, importId: string): CommandPart {
  return createPart(transactionDecider, entityId, { type: 'LeaveImport', importId }, seq)
}

function restorePart({ entityId, seq, type, data }: RecordedEvent, takenKeys: readonly string[]): CommandPart {
  const undo = { type: 'Undo', position: seq } as const
  return createPart(transactionDecider, entityId, { ...undo, entry: { type, data } as TransactionEvent, takenKeys }, seq)
}
