import type { ActivityChange, ActivityEntry, ChangedValue } from '@prumo/shared/activity'
import { beforeName, sentenceOf } from '@prumo/shared/activity-texts'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import { isAmount } from '@prumo/shared/money-fields'
import { startOf, type RecurrencePlan } from '@prumo/shared/recurrence-rules'
import type { RecordedEvent } from '../event-store/stream/event.js'

/** The data of most events: the details before and after, and a text. */
interface ChangeData {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  description?: string | null
  /** Why an operator accessed the account. */
  reason?: string
}

/** Internal fields. */
const HIDDEN = new Set(['importId', 'importKey', 'account', 'recurrenceId', 'nominal', 'instalment'])

/**
 * An event in the shape of the history.
 * @param undoReason why it cannot be undone; null if it can
 * @param names the fields it may have changed, in the order to list them
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

/** The latest terms of a recurrence and the start of its sequence. Earlier terms, pauses and progress are internal. */
function lastTerms({ terms, pauses: _pauses, reached: _reached, ...details }: Record<string, unknown>): Record<string, unknown> {
  const { from: _from, anchor: _anchor, ...last } = (terms as Record<string, unknown>[]).at(-1) ?? {}
  return { ...details, ...last, start: startOf({ start: details['start'], terms } as RecurrencePlan) }
}

/** The field names of an event's details, in the log's order if the event was read from it. */
export function namesIn(event: Pick<RecordedEvent, 'entity' | 'data'>): string[] {
  const { before, after } = changeOf(event)
  return Object.keys(after ?? before ?? {})
}

/** The names of the fields that an event changed. */
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
  const facts = { type: event.type, source: event.meta.source, undoing: event.meta.undoes !== undefined }
  const there = after ?? before
  const name = there?.description ?? there?.title ?? there?.fileName ?? there?.name
  const moved =
    event.entity === 'balance' ? Number(there?.amount) : Math.abs(Number(after?.currentAmount ?? 0) - Number(before?.currentAmount ?? 0))
  const prefix = beforeName(facts)
  if (prefix !== null) return `${prefix}${String(name)}`
  const sentence = sentenceOf(facts, formatCentavos(moved))
  return reason === undefined ? sentence : `${sentence}: ${reason}`
}
