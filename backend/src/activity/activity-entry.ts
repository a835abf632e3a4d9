import type { ActivityChange, ActivityEntry, ChangedValue } from '@prumo/shared/activity'
import { beforeName, sentenceOf } from '@prumo/shared/activity-texts'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import { isAmount } from '@prumo/shared/money-fields'
import type { RecordedEvent } from '../event-store/stream/event.js'

/** What the data of most events holds: what was there before and what is after, and words that went with it. */
interface ChangeData {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  description?: string | null
  /** Why somebody of the operator looked at the account. */
  reason?: string
}

/** What only the machinery reads. */
const HIDDEN = new Set(['importId', 'importKey', 'account', 'recurrenceId', 'nominal', 'instalment'])

/**
 * An event as the history shows it.
 * @param undoReason why it cannot be undone; null where it can
 * @param names what it may have changed, in the order in which to list it
 */
export function toEntry(event: RecordedEvent, undoReason: string | null, names: readonly string[] = namesIn(event)): ActivityEntry {
  const { seq: position, recordedAt: at, type, entity, entityId, meta } = event
  const changes = changesOf(event, names)
  return {
    position,
    at,
    type,
    entity: entity as ActivityEntry['entity'],
    entityId,
    source: meta.source,
    summary: summaryOf(event),
    changes,
    undoable: undoReason === null,
    undoReason,
  }
}

function changeOf({ entity, data }: Pick<RecordedEvent, 'entity' | 'data'>): ChangeData {
  const change = data as ChangeData
  if (entity !== 'recurrence') return change
  return { ...change, before: change.before ? lastTerms(change.before) : null, after: change.after ? lastTerms(change.after) : null }
}

/** What repeats as it was told last: its terms by date, and how far it is recorded, are the machinery's. */
function lastTerms({ terms, pauses: _pauses, reached: _reached, ...details }: Record<string, unknown>): Record<string, unknown> {
  const { from: _from, ...last } = (terms as Record<string, unknown>[]).at(-1) ?? {}
  return { ...details, ...last }
}

/** The names of an entity's details in an event, in the order of the log where the event was read from it. */
export function namesIn(event: Pick<RecordedEvent, 'entity' | 'data'>): string[] {
  const { before, after } = changeOf(event)
  return Object.keys(after ?? before ?? {})
}

/** The names of what an event changed. */
export function changedBy(event: Pick<RecordedEvent, 'entity' | 'data'>, names: readonly string[] = namesIn(event)): string[] {
  const { before, after } = changeOf(event)
  return names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null))
}

function changesOf(event: RecordedEvent, names: readonly string[]): ActivityChange[] {
  const { before, after, description } = changeOf(event)
  const changes = changedBy(event, names)
    .filter((field) => !HIDDEN.has(field))
    .map((field) => ({ field, before: toChangedValue(field, before), after: toChangedValue(field, after) }))
  return description ? [...changes, { field: 'description', before: null, after: description }] : changes
}

function toChangedValue(field: string, details: Record<string, unknown> | null | undefined): ChangedValue {
  const value = details?.[field] ?? null
  return isAmount(field) && value !== null ? centavosToReais(Number(value)) : (value as ChangedValue)
}

function summaryOf(event: RecordedEvent): string {
  const { before, after, reason } = changeOf(event)
  const told = { type: event.type, source: event.meta.source, undoing: event.meta.undoes !== undefined }
  const there = after ?? before
  const name = there?.description ?? there?.title ?? there?.fileName ?? there?.name
  const moved =
    event.entity === 'balance' ? Number(there?.amount) : Math.abs(Number(after?.currentAmount ?? 0) - Number(before?.currentAmount ?? 0))
  const beforeIt = beforeName(told)
  if (beforeIt !== null) return `${beforeIt}${String(name)}`
  const sentence = sentenceOf(told, formatCentavos(moved))
  return reason === undefined ? sentence : `${sentence}: ${reason}`
}
