import { activityTexts, changedThings } from '@prumo/shared/activity-texts'
import { addDays, dateInSaoPaulo, TIME_ZONE } from '@prumo/shared/calendar'
import type { ActivityAnswer } from '@prumo/shared/activity'
import { Rejected } from '@prumo/shared/rejections'
import { balanceDecider } from '../balance/balance.decider.js'
import { emergencyFundDecider } from '../emergency-fund/emergency-fund.decider.js'
import { asking, Execute, type CommandContext } from '../event-store/decider/command.js'
import type { Decider } from '../event-store/decider/decider.js'
import { NotUndoable, type Undo } from '../event-store/decider/undo.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Ask } from '../event-store/query/query.js'
import type { DomainEvent, Recorded } from '../event-store/stream/event.js'
import { CountGoals } from '../goals/goal-list.projection.js'
import { goalDecider } from '../goals/goal.decider.js'
import { importDecider } from '../imports/import.decider.js'
import type { ImportEvent } from '../imports/import.events.js'
import { AskUndoneStatements } from '../imports/import-list.projection.js'
import { redoingImport, undoingImport } from '../imports/undoing-import.js'
import { accountDecider } from '../identity/account.decider.js'
import { CountTasks } from '../tasks/task-list.projection.js'
import { taskDecider } from '../tasks/task.decider.js'
import { following } from '../recurrences/following.js'
import { recurrenceDecider, type RecurrenceCommand } from '../recurrences/recurrence.decider.js'
import { AskTakenKeys } from '../transactions/import-keys.projection.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { changedBy, namesIn, toEntry } from './activity-entry.js'

type Undoer = Decider<Undo<DomainEvent>, unknown, DomainEvent>

/** Who takes back what happened to each kind of entity; what is not here is never taken back. */
const undoers: Readonly<Record<string, Undoer | undefined>> = {
  transaction: transactionDecider as unknown as Undoer,
  goal: goalDecider as unknown as Undoer,
  task: taskDecider as unknown as Undoer,
  'emergency-fund': emergencyFundDecider as unknown as Undoer,
  balance: balanceDecider as unknown as Undoer,
  import: importDecider as unknown as Undoer,
  recurrence: recurrenceDecider as unknown as Undoer,
  account: accountDecider as unknown as Undoer,
}

/** Of what has a quota for bringing one back, how many there are. */
const countOf: Readonly<Record<string, ((accountId: string) => Ask<number>) | undefined>> = {
  goal: (accountId) => new CountGoals(accountId),
  task: (accountId) => new CountTasks(accountId),
}

/**
 * The command that takes an event back, answered with the entry of the event that does. Throws CONFLICT for one that is
 * never taken back.
 */
export function undoing(context: CommandContext, event: Recorded, reading: Pick<LogReading, 'codec'>): Execute<ActivityAnswer> {
  const decider = undoers[event.entity]
  if (!decider) throw new Rejected('CONFLICT', activityTexts.never)
  // Only an event that was read has its details in the log's order, which is the same for all of an entity's events.
  const reply = (_state: unknown, [made]: readonly Recorded[]) => ({ activity: toEntry(made as Recorded, null, namesIn(event)) })
  const { entity, entityId, accountId, seq } = event
  const undoes = { ...context, undoes: seq }
  if (entity === 'import') {
    const ofImport = event as Recorded<ImportEvent>
    if (ofImport.type === 'ImportUndone') return redoingImport(reading, undoes, ofImport, reply)
    return undoingImport(reading, undoes, entityId, reply, ofImport)
  }
  const command = undoOf(event)
  if (entity === 'recurrence') return following(undoes, entityId, command as RecurrenceCommand, reply)
  if (entity === 'balance') {
    const asked = asking<number[], Undo<DomainEvent>>(new AskUndoneStatements(accountId), (undoneStatements) => ({
      command: { ...command, undoneStatements } as typeof command,
    }))
    return Execute.of(undoes, { decider, entityId, command, asking: asked, reply })
  }
  const count = countOf[entity]?.(accountId)
  if (count) {
    const counted = asking<number, Undo<DomainEvent>>(count, (there) => ({ command: { ...command, count: there } }))
    return Execute.of(undoes, { decider, entityId, command, asking: counted, reply })
  }
  if (entity !== 'transaction') return Execute.of(undoes, { decider, entityId, command, reply })
  const asked = asking<string[], Undo<DomainEvent>>(new AskTakenKeys(accountId, entityId), (takenKeys) => ({
    command: { ...command, takenKeys } as typeof command,
  }))
  return Execute.of(undoes, { decider, entityId, command, asking: asked, reply })
}

function undoOf(event: Recorded): Undo<DomainEvent> {
  return { type: 'Undo', position: event.seq, entry: { type: event.type, data: event.data } }
}

/** What is known of an entry when it is asked whether it can be undone. */
export interface Known {
  event: Recorded
  /** The entity's last event that says how it is. */
  last: Recorded
  /** When the entry was taken back; null where it was not. ISO 8601 UTC. */
  undoneAt: string | null
  /** The keys of lines that the entity was and another one is by now. */
  takenKeys?: readonly string[]
}

/**
 * Why an entry cannot be undone: `never`, `undone`, `refused` by a rule that has its say, or because it `changed`
 * since; null where it can.
 */
export type Obstacle = { why: 'never' } | { why: 'undone'; at: string } | { why: 'refused'; text: string } | { why: 'changed' }

/** What keeps an entry from being undone, by the same rules that would decide it. */
export function obstacleTo({ event, last, undoneAt, takenKeys = [] }: Known): Obstacle | null {
  const decider = undoers[event.entity]
  if (!decider) return { why: 'never' }
  if (undoneAt !== null) return { why: 'undone', at: undoneAt }
  try {
    decider.decide(Object.assign(undoOf(event), { takenKeys }), stateOf(last))
    return null
  } catch (error) {
    if (error instanceof NotUndoable) return { why: error.why === 'never' ? 'never' : 'changed' }
    if (error instanceof Rejected) return { why: 'refused', text: error.message }
    throw error
  }
}

/** As much of an entity's state as undoing asks for: its last event carries the whole of what it is, or was. */
function stateOf({ entity, entityId: id, accountId, data, entityVersion: version }: Recorded): unknown {
  const { before, after } = data as { before?: object; after?: object }
  const state = { id, accountId, details: after ?? before, createdAt: '', updatedAt: '', version, undone: [] }
  if (entity === 'account') return { ...state, status: 'open' }
  return { ...state, status: after ? 'alive' : 'deleted' }
}

const shortly = { never: activityTexts.never, undone: activityTexts.undone, changed: activityTexts.changedSince }

/** A refusal to undo in words, as far as the rule that refused knows the reason. */
export function refusalInWords(refusal: Rejected): string {
  return refusal instanceof NotUndoable ? shortly[refusal.why] : refusal.message
}

/** An obstacle in words. @param later what happened to the entity after the entry, oldest first, as far as it was looked at */
export function wordsFor(obstacle: Obstacle, event: Recorded, later: readonly Recorded[], now: Date): string {
  switch (obstacle.why) {
    case 'never':
      return activityTexts.never
    case 'undone':
      return activityTexts.undoneAt(momentInWords(obstacle.at, now))
    case 'refused':
      return obstacle.text
    case 'changed':
      return changeInWords(event, later, now)
  }
}

function changeInWords(event: Recorded, later: readonly Recorded[], now: Date): string {
  const names = new Set(changedBy(event))
  for (const each of later) {
    const changed = changedBy(each).filter((name) => names.has(name))
    if (changed.length === 0) continue
    const when = momentInWords(each.recordedAt, now)
    const { before, after } = each.data as { before?: object | null; after?: object }
    if (!after) return activityTexts.deletedAt(when)
    if (!before) return activityTexts.restoredAt(when)
    const [only, ...others] = changed
    const thing = only !== undefined && others.length === 0 ? changedThings[only] : undefined
    return activityTexts.changedAt(thing ? thing.join(' ') : null, when)
  }
  return activityTexts.changedSince
}

const clock = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })

/** A moment as people say it: `hoje, às 14h32`, `ontem, às 9h05`, `em 18/11, às 16h03`. @param at ISO 8601 UTC */
export function momentInWords(at: string, now: Date): string {
  const moment = new Date(at)
  const [hour = '', minute = ''] = clock.format(moment).split(':')
  const [day, today] = [dateInSaoPaulo(moment), dateInSaoPaulo(now)]
  return `${dayInWords(day, today)}, às ${Number(hour)}h${minute}`
}

function dayInWords(day: string, today: string): string {
  if (day === today) return 'hoje'
  if (day === addDays(today, -1)) return 'ontem'
  const [year, month, date] = day.split('-')
  return year === today.slice(0, 4) ? `em ${date}/${month}` : `em ${date}/${month}/${year}`
}
