import { activityTexts, changedThing } from '@prumo/shared/activity-texts'
import { addDays, dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { atClockTime } from '@prumo/shared/clock-time'
import type { ActivityAnswer } from '@prumo/shared/activity'
import { Rejected } from '@prumo/shared/rejections'
import { attachmentDecider, type AttachmentPlace } from '../attachments/attachment.decider.js'
import { FindAttachmentPlace } from '../attachments/attachment-list.projection.js'
import type { BalanceDetails } from '../balance/balance.events.js'
import { balanceDecider } from '../balance/balance.decider.js'
import { batchDecider } from '../batches/batch.decider.js'
import type { BatchEvent } from '../batches/batch.events.js'
import { undoBatch } from '../batches/undo-batch.js'
import { emergencyFundDecider } from '../emergency-fund/emergency-fund.decider.js'
import { dependsOn, ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import type { DecidedEvent } from '../event-store/decider/account-guard.js'
import type { Decider } from '../event-store/decider/decider.js'
import { NotUndoable, type Undo } from '../event-store/decider/undo.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { AccountQuery } from '../event-store/query/account-query.js'
import type { DomainEvent, RecordedEvent } from '../event-store/stream/event.js'
import { CountGoals } from '../goals/goal-list.projection.js'
import { goalDecider } from '../goals/goal.decider.js'
import { importDecider } from '../imports/import.decider.js'
import type { ImportEvent } from '../imports/import.events.js'
import { FindUndoneStatements } from '../imports/import-list.projection.js'
import { redoImport, undoImport } from '../imports/undo-import.js'
import { accountDecider } from '../identity/account.decider.js'
import { CountTasks } from '../tasks/task-list.projection.js'
import { meiDeliveryDecider } from '../mei/mei-delivery.decider.js'
import { meiDecider } from '../mei/mei.decider.js'
import { taskDecider } from '../tasks/task.decider.js'
import { recurrenceCommand } from '../recurrences/recurrence-command.js'
import { recurrenceDecider, type RecurrenceCommand } from '../recurrences/recurrence.decider.js'
import { reminderDecider } from '../reminders/reminder.decider.js'
import { FindRuleFacts, type RuleFacts } from '../rules/rule-list.projection.js'
import { ruleDecider } from '../rules/rule.decider.js'
import { FindTakenKeys } from '../transactions/import-keys.projection.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { FindWalletFacts, type WalletFacts } from '../wallets/find-wallets.js'
import { mainWalletDecider } from '../wallets/main-wallet.decider.js'
import { walletDecider } from '../wallets/wallet.decider.js'
import { changedBy, namesIn, toEntry, transactionTypeOf } from './activity-entry.js'

type UndoDecider = Decider<Undo<DomainEvent>, unknown, DomainEvent>

/** The deciders that undo events, by kind of entity; other kinds cannot be undone. */
const undoDeciders: Readonly<Record<string, UndoDecider | undefined>> = {
  transaction: transactionDecider as unknown as UndoDecider,
  attachment: attachmentDecider as unknown as UndoDecider,
  goal: goalDecider as unknown as UndoDecider,
  task: taskDecider as unknown as UndoDecider,
  'emergency-fund': emergencyFundDecider as unknown as UndoDecider,
  balance: balanceDecider as unknown as UndoDecider,
  import: importDecider as unknown as UndoDecider,
  recurrence: recurrenceDecider as unknown as UndoDecider,
  batch: batchDecider as unknown as UndoDecider,
  rule: ruleDecider as unknown as UndoDecider,
  wallet: walletDecider as unknown as UndoDecider,
  'main-wallet': mainWalletDecider as unknown as UndoDecider,
  mei: meiDecider as unknown as UndoDecider,
  'mei-delivery': meiDeliveryDecider as unknown as UndoDecider,
  reminders: reminderDecider as unknown as UndoDecider,
  account: accountDecider as unknown as UndoDecider,
}

/** The counts for quotas that restoring an entity has to respect. */
const countOf: Readonly<Record<string, ((accountId: string) => AccountQuery<number>) | undefined>> = {
  goal: (accountId) => new CountGoals(accountId),
  task: (accountId) => new CountTasks(accountId),
}

/** The command that undoes an event; its answer is the entry of the undo. Throws CONFLICT for an event that can never be undone. */
export function undoCommand(
  context: CommandContext,
  event: RecordedEvent,
  reading: Pick<LogReading, 'codec'>,
): ExecuteCommand<ActivityAnswer> {
  const decider = undoDeciders[event.entity]
  if (!decider) throw new Rejected('CONFLICT', activityTexts.never)
  // Only an event read from the log has its fields in the log's order, which all events of an entity share.
  const reply = (_state: unknown, [made]: readonly RecordedEvent[]) => ({ activity: toEntry(made as RecordedEvent, null, namesIn(event)) })
  const { entity, entityId, accountId, seq } = event
  const undoes = { ...context, undoes: seq }
  if (entity === 'import') {
    const ofImport = event as RecordedEvent<ImportEvent>
    if (ofImport.type === 'ImportUndone') return redoImport(reading, undoes, ofImport, reply)
    return undoImport(reading, undoes, entityId, reply, ofImport)
  }
  if (entity === 'batch') return undoBatch(reading, undoes, event as RecordedEvent<BatchEvent>, reply)
  const command = undoOf(event)
  if (entity === 'recurrence') return recurrenceCommand(undoes, entityId, command as RecurrenceCommand, reply)
  if (entity === 'balance') {
    const asked = dependsOn<number[], Undo<DomainEvent>>(new FindUndoneStatements(accountId), (undoneStatements) => ({
      command: { ...command, undoneStatements } as typeof command,
    }))
    return ExecuteCommand.of(undoes, { decider, entityId, command, dependsOn: asked, reply })
  }
  if (entity === 'rule') {
    const asked = dependsOn<RuleFacts, Undo<DomainEvent>>(new FindRuleFacts(accountId, entityId), ({ others }) => ({
      command: { ...command, others } as typeof command,
    }))
    return ExecuteCommand.of(undoes, { decider, entityId, command, dependsOn: asked, reply })
  }
  if (entity === 'attachment') {
    const query = new FindAttachmentPlace(accountId, { attachmentId: entityId })
    const asked = dependsOn<AttachmentPlace | null, Undo<DomainEvent>>(query, (place) => ({
      command: { ...command, ...(place && { place }) },
    }))
    return ExecuteCommand.of(undoes, { decider, entityId, command, dependsOn: asked, reply })
  }
  if (entity === 'wallet') {
    const query = new FindWalletFacts(accountId, entityId)
    const asked = dependsOn<WalletFacts, Undo<DomainEvent>>(query, ({ around }) => ({
      command: { ...command, around, count: around.count } as typeof command,
    }))
    return ExecuteCommand.of(undoes, { decider, entityId, command, dependsOn: asked, reply })
  }
  const count = countOf[entity]?.(accountId)
  if (count) {
    const counted = dependsOn<number, Undo<DomainEvent>>(count, (there) => ({ command: { ...command, count: there } }))
    return ExecuteCommand.of(undoes, { decider, entityId, command, dependsOn: counted, reply })
  }
  if (entity !== 'transaction') return ExecuteCommand.of(undoes, { decider, entityId, command, reply })
  const asked = dependsOn<string[], Undo<DomainEvent>>(new FindTakenKeys(accountId, entityId), (takenKeys) => ({
    command: { ...command, takenKeys } as typeof command,
  }))
  return ExecuteCommand.of(undoes, { decider, entityId, command, dependsOn: asked, reply })
}

function undoOf(event: RecordedEvent): Undo<DomainEvent> {
  return { type: 'Undo', position: event.seq, entry: { type: event.type, data: event.data } }
}

/** The facts that decide whether an entry can be undone. */
export interface UndoFacts {
  event: RecordedEvent
  /** The entity's last event that describes its state. */
  last: RecordedEvent
  /** When the entry was undone; null if it was not. ISO 8601 UTC. */
  undoneAt: string | null
  /** The entity's former line keys that another entity has now. */
  takenKeys?: readonly string[]
  /** The refusal of the account's guard of what an undo would record. */
  guardRefusal?: (events: readonly DecidedEvent[]) => Rejected | null
}

/** Why an entry cannot be undone: `never`, `undone` already, `refused` by a rule, or `changed` since. */
export type UndoRefusal = { why: 'never' } | { why: 'undone'; at: string } | { why: 'refused'; text: string } | { why: 'changed' }

/** Why an entry cannot be undone, by the rules of its decider; null if it can. */
export function findObstacle({ event, last, undoneAt, takenKeys = [], guardRefusal }: UndoFacts): UndoRefusal | null {
  const decider = undoDeciders[event.entity]
  if (!decider) return { why: 'never' }
  if (undoneAt !== null) return { why: 'undone', at: undoneAt }
  try {
    const { entity, entityId } = event
    const events = decider.decide(Object.assign(undoOf(event), { takenKeys }), stateOf(isOfSameDay(event, last) ? last : event))
    const refusal = guardRefusal?.(events.map((each) => ({ ...each, entity, entityId })))
    return refusal ? { why: 'refused', text: refusal.message } : null
  } catch (error) {
    if (error instanceof NotUndoable) return { why: error.why === 'never' ? 'never' : 'changed' }
    if (error instanceof Rejected) return { why: 'refused', text: error.message }
    throw error
  }
}

/** The state that an undo needs: the last event carries the entity's full details. */
function stateOf({ entity, entityId: id, accountId, type, data, seq: position, entityVersion: version }: RecordedEvent): unknown {
  const { before, after } = data as { before?: object; after?: object }
  const state = { id, accountId, details: after ?? before, createdAt: '', updatedAt: '', version, undone: [] }
  if (entity === 'account') return { ...state, status: 'open' }
  if (entity === 'attachment') return { ...state, status: after ? 'alive' : 'deleted', isGone: type === 'AttachmentExpired' }
  if (entity === 'reminders') return { settings: after, version, undone: [] }
  if (entity === 'main-wallet') return { ...after, version, undone: [] }
  if (entity === 'balance') {
    const statements = [{ details: state.details, position, isUndone: !after }]
    return { ...state, status: after ? 'alive' : 'deleted', statements, standing: after ? [after] : [] }
  }
  return { ...state, status: after ? 'alive' : 'deleted' }
}

/** Whether two events of an entity concern each other: each day of a wallet has a stated balance of its own. */
function isOfSameDay(one: RecordedEvent, other: RecordedEvent): boolean {
  return one.entity !== 'balance' || dayOfBalance(one) === dayOfBalance(other)
}

function dayOfBalance({ data }: RecordedEvent): CalendarDate | undefined {
  const { before, after } = data as { before?: BalanceDetails; after?: BalanceDetails }
  return (after ?? before)?.date
}

const shortTexts = { never: activityTexts.never, undone: activityTexts.undone, changed: activityTexts.changedSince }

/** The text of a refused undo, without the reasons that only the log knows. */
export function refusalText(refusal: Rejected): string {
  return refusal instanceof NotUndoable ? shortTexts[refusal.why] : refusal.message
}

/** The text of an obstacle. @param later the entity's next events, oldest first, up to the limit of the search */
export function obstacleText(obstacle: UndoRefusal, event: RecordedEvent, later: readonly RecordedEvent[], now: Date): string {
  switch (obstacle.why) {
    case 'never':
      return activityTexts.never
    case 'undone':
      return activityTexts.undoneAt(momentText(obstacle.at, now))
    case 'refused':
      return obstacle.text
    case 'changed':
      return changeText(event, later, now)
  }
}

function changeText(event: RecordedEvent, later: readonly RecordedEvent[], now: Date): string {
  const names = new Set(changedBy(event))
  for (const each of later) {
    const changed = changedBy(each).filter((name) => names.has(name))
    if (changed.length === 0) continue
    const when = momentText(each.recordedAt, now)
    const { before, after } = each.data as { before?: object | null; after?: object }
    if (!after) return activityTexts.deletedAt(when)
    if (!before) return activityTexts.restoredAt(when)
    const [only, ...others] = changed
    const thing = only !== undefined && others.length === 0 ? changedThing(only, transactionTypeOf(each)) : undefined
    return activityTexts.changedAt(thing ? thing.join(' ') : null, when)
  }
  return activityTexts.changedSince
}

/** A moment in Portuguese: `hoje, às 14h32`, `ontem, às 9h05`, `em 18/11, às 16h03`. @param at ISO 8601 UTC */
export function momentText(at: string, now: Date): string {
  const moment = new Date(at)
  const [day, today] = [dateInSaoPaulo(moment), dateInSaoPaulo(now)]
  return `${dayText(day, today)}, ${atClockTime(moment.getTime())}`
}

function dayText(day: string, today: string): string {
  if (day === today) return 'hoje'
  if (day === addDays(today, -1)) return 'ontem'
  const [year, month, date] = day.split('-')
  return year === today.slice(0, 4) ? `em ${date}/${month}` : `em ${date}/${month}/${year}`
}
