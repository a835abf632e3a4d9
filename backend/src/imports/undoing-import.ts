import type { UndoneImport } from '@prumo/shared/imports'
import { MAX_IMPORT_ROWS } from '@prumo/shared/import-rules'
import { balanceDecider } from '../balance/balance.decider.js'
import { asking, Execute, partOn, type CommandContext, type Part, type PartOutcome } from '../event-store/decider/command.js'
import type { LogReading } from '../event-store/log-reading.js'
import { Ask, type Asked } from '../event-store/query/query.js'
import type { EventRow, Recorded } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { inTurns } from '../platform/in-turns.js'
import { AskUndoneStatements } from './import-list.projection.js'
import { accountKey } from '../event-store/keys/stored-keys.js'
import { standingKeys } from '../transactions/import-keys.projection.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import type { TransactionEvent } from '../transactions/transaction.events.js'
import { importDecider, toImport, type ImportCommand, type ImportState } from './import.decider.js'
import type { ImportEvent } from './import.events.js'

type Reading = Pick<LogReading, 'codec'>

/** What commands on an import recorded of transactions: one command, or of each entity the last by which the import stands. */
interface Recording {
  /** The position of the command's own event; null where there is none to take back. */
  position: number | null
  events: Recorded[]
  /** The keys among them that stand. */
  takenKeys: string[]
  /** The positions of the balances that undone imports stated. */
  undoneStatements: number[]
}

const STANDS_BY = { name: 'import-stands-by', text: 'select seq from import_list where account_id = $1 and id = $2 and undone_at is null' }

// The events of a command follow its first one.
const PARTS = `join events e on e.account_id = $1 and e.seq > lead.seq and e.seq <= lead.seq + ${MAX_IMPORT_ROWS + 1}
  and (e.meta->>'partOf')::bigint = lead.seq`

// What an import has are the transactions that carry its id: one that was deleted, or is pending again, is neither removed
// nor kept. What stayed when it was undone before and brought back is told by what took it in at first.
const STANDING_PARTS = {
  name: 'standing-parts-of-import',
  text: `
    select distinct on (e.entity, e.entity_id) ${EVENT_FIELDS}
    from (select seq from events where account_id = $1 and entity_id = $2 and entity = 'import' and type <> 'ImportUndone' and seq <= $3) lead
    ${PARTS} left join transaction_list t on t.account_id = $1 and t.id = e.entity_id and e.entity = 'transaction'
    where e.entity = 'transaction' and t.import_id = $2 order by e.entity, e.entity_id, e.seq desc`,
}

const OWN_PARTS = {
  name: 'own-parts-of-import',
  text: `select ${EVENT_FIELDS} from (select $2::bigint as seq) lead ${PARTS} where e.entity = 'transaction'`,
}

class AskRecording extends Ask<Recording> {
  /** @param position of the command's own event; the one by which the import stands where none is named */
  constructor(
    readonly reading: Reading,
    readonly accountId: string,
    readonly about: { importId: string; position?: number; isStanding: boolean },
  ) {
    super()
  }

  async answer(database: Asked, keys: AccountKeys): Promise<Recording> {
    const { accountId, about } = this
    const position = about.position ?? (await database.rows<{ seq: number }>(STANDS_BY, [accountId, about.importId]))[0]?.seq ?? null
    if (position === null) return { position, events: [], takenKeys: [], undoneStatements: [] }
    const key = await accountKey(database, keys, accountId)
    const rows = about.isStanding
      ? await database.rows<Omit<EventRow, 'hash'>>(STANDING_PARTS, [accountId, about.importId, position])
      : await database.rows<Omit<EventRow, 'hash'>>(OWN_PARTS, [accountId, position])
    const events = await inTurns(rows, (row) => this.reading.codec.decode(row, key))
    const had = events.flatMap(({ data }) => (data as { before?: { importKey?: string | null } }).before?.importKey ?? [])
    const takenKeys = [...(await standingKeys(database, accountId, had)).keys()]
    const undone = new AskUndoneStatements(accountId, { importId: about.importId, isUndone: about.isStanding })
    return { position, events, takenKeys, undoneStatements: await undone.answer(database) }
  }
}

/** Who is told of an undone import. */
type Reply<Answer> = (state: ImportState, recorded: readonly Recorded<ImportEvent>[], parts: readonly PartOutcome[]) => Answer

/**
 * The command that takes an import back: what is as the import left it is deleted, pending again, or stated as before;
 * whatever was changed since stays.
 * @param event by which the import stands; the present one where none is named
 */
export function undoingImport<Answer>(
  reading: Reading,
  context: CommandContext,
  importId: string,
  reply: Reply<Answer>,
  event?: Recorded<ImportEvent>,
): Execute<Answer> {
  const about = { importId, isStanding: true, ...(event && { position: event.seq }) }
  const command = (parts: readonly PartOutcome[]): ImportCommand & { type: string } => {
    const kept = keptOf(parts).length
    return event ? { ...undoOf(event), kept } : { type: 'UndoImport', kept }
  }
  return Execute.of<ImportCommand, ImportState, ImportEvent, Answer>(context, {
    decider: importDecider,
    entityId: importId,
    command: command([]),
    asking: asking<Recording, ImportCommand>(
      new AskRecording(reading, context.accountId, about),
      ({ position, events, undoneStatements }) => ({
        parts: [...events.map(leaving), ...restating(context.accountId, position, undoneStatements)],
        knowing: command,
        ...(position !== null && { undoes: position }),
      }),
    ),
    reply,
    isLarge: true,
  })
}

/** The command that takes the undo of an import back. Refused where anything of it is not as the undo left it. */
export function redoingImport<Answer>(
  reading: Reading,
  context: CommandContext,
  event: Recorded<ImportEvent>,
  reply: Reply<Answer>,
): Execute<Answer> {
  const about = { importId: event.entityId, position: event.seq, isStanding: false }
  return Execute.of<ImportCommand, ImportState, ImportEvent, Answer>(context, {
    decider: importDecider,
    entityId: event.entityId,
    command: undoOf(event),
    asking: asking<Recording, ImportCommand>(
      new AskRecording(reading, context.accountId, about),
      ({ events, takenKeys, undoneStatements }) => ({
        parts: [...events.map((each) => bringingBack(each, takenKeys)), ...restating(context.accountId, event.seq, undoneStatements)],
        undoes: event.seq,
      }),
    ),
    reply,
    isLarge: true,
  })
}

/** What `/imports/{id}/undo` answers. */
export function toUndone(state: ImportState, _recorded: unknown, parts: readonly PartOutcome[]): UndoneImport {
  const removed = parts.filter(({ events }) => events.some(({ type }) => type === 'TransactionDeleted')).length
  return { import: toImport(state), removed, kept: keptOf(parts) }
}

function keptOf(parts: readonly PartOutcome[]): string[] {
  return parts.filter(({ entity, events }) => entity === 'transaction' && events.length === 0).map(({ entityId }) => entityId)
}

function undoOf(event: Recorded<ImportEvent>): Extract<ImportCommand, { type: 'Undo' }> {
  return { type: 'Undo', position: event.seq, entry: { type: event.type, data: event.data } as ImportEvent }
}

/** Has the latest balance hold whose statement is not undone. @param position of what is undone; null for nothing */
function restating(accountId: string, position: number | null, undoneStatements: readonly number[]): Part[] {
  return position === null ? [] : [partOn(balanceDecider, accountId, { type: 'RestateBalance', undoneStatements }, position)]
}

function leaving({ entityId, seq, data }: Recorded): Part {
  return partOn(transactionDecider, entityId, { type: 'LeaveImport', entry: data as TransactionEvent['data'] }, seq)
}

function bringingBack({ entityId, seq, type, data }: Recorded, takenKeys: readonly string[]): Part {
  const undo = { type: 'Undo', position: seq } as const
  return partOn(transactionDecider, entityId, { ...undo, entry: { type, data } as TransactionEvent, takenKeys }, seq)
}
