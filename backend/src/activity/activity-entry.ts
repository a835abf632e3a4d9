import type { ActivityChange, ActivityEntry, ChangedValue } from '@prumo/shared/activity'
import { afterName, batchSentence, beforeName, sentenceOf } from '@prumo/shared/activity-texts'
import { noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import { changedTransactionText } from '@prumo/shared/closing-rules'
import { deliveryName } from '@prumo/shared/mei-obligations'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import { isAmount } from '@prumo/shared/money-fields'
import { startOf, type RecurrencePlan } from '@prumo/shared/recurrence-rules'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import type { BatchDetails, BatchEvent } from '../batches/batch.events.js'
import type { MonthDetails, MonthEvent } from '../closing/month.events.js'
import { formatMonth } from '@prumo/shared/month-names'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { DeliveryDetails } from '../mei/mei.events.js'
import { initialWalletId } from '../wallets/initial-wallet.js'

/** The data of most events: the details before and after, and a text. */
interface ChangeData {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  description?: string | null
  /** Why an operator accessed the account. */
  reason?: string
}

/** Internal fields. */
const HIDDEN = new Set(['importId', 'importKey', 'account', 'recurrenceId', 'nominal', 'instalment', 'statementAccounts'])

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
    transactionType: transactionTypeOf(event),
    undoable: undoReason === null,
    undoReason,
  }
}

/** The type of an event's transaction after it, by which a confirmation is worded; null for other entities. */
export function transactionTypeOf({ entity, data }: Pick<RecordedEvent, 'entity' | 'data'>): TransactionType | null {
  const { before, after } = data as ChangeData
  return entity === 'transaction' ? ((after ?? before)?.['type'] as TransactionType) : null
}

function changeOf({ entity, data }: Pick<RecordedEvent, 'entity' | 'data'>): ChangeData {
  const change = data as ChangeData
  if (entity === 'batch') return batchChange(data as BatchEvent['data'])
  if (entity === 'month') return monthChange(data as MonthEvent['data'])
  const show = shownDetails[entity]
  if (!show) return change
  return { ...change, before: change.before ? show(change.before) : null, after: change.after ? show(change.after) : null }
}

/** The details of entities whose fields have another form in the history than in the log. */
const shownDetails: Readonly<Record<string, ((details: Record<string, unknown>) => Record<string, unknown>) | undefined>> = {
  recurrence: lastTerms,
  transaction: withDestination,
  'mei-delivery': deliveredTotal,
  attachment: ({ name }) => ({ name }),
}

/** The wallet that an account has from the beginning, which is stored as null; null in the history is none. */
const INITIAL = ''

/** The destination of a transfer by its names on the wire. */
function withDestination({ to, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const details = withFiscal(rest)
  if (to === undefined) return details
  const destination = to as { walletId: string | null; date: string } | null
  return { ...details, toWalletId: destination && (destination.walletId ?? INITIAL), toDate: destination?.date ?? null }
}

/** What a transaction says for the MEI, each by its own name. */
function withFiscal({ fiscal, ...details }: Record<string, unknown>): Record<string, unknown> {
  return fiscal === undefined ? details : { ...details, ...noFiscal, ...(fiscal as Fiscal | null) }
}

/** A delivery by its name, with its total alone. */
function deliveredTotal({ kind, of, figures }: Record<string, unknown>): Record<string, unknown> {
  return { name: deliveryName({ kind, of } as DeliveryDetails), total: (figures as DeliveryDetails['figures']).total }
}

/** What a command on several transactions gave each of them; of a renamed category, both names. */
function batchChange(data: BatchEvent['data']): ChangeData {
  const { count, change, renamed } = 'after' in data ? data.after : data.before
  const [before, after] = renamed
    ? [{ category: renamed.from }, { category: renamed.to }]
    : [null, { count, ...(change && withFiscal(change)) }]
  return 'after' in data ? { before, after } : { before: after, after: before }
}

/** The figures of a closing beside those of the one before, and the transactions that changed between the two; a reopening changes none. */
function monthChange(data: MonthEvent['data']): ChangeData {
  if (!('after' in data)) return { reason: data.reason }
  const { before, after, changes } = data
  const more = changes.count - changes.listed.length
  const changed = [...changes.listed.map(changedTransactionText), ...(more > 0 ? [`mais ${more}`] : [])]
  return {
    before: before && monthFigures(before),
    after: { ...monthFigures(after), ...(changed.length > 0 && { changedTransactions: changed }) },
  }
}

function monthFigures({ income, expense, count }: MonthDetails): Record<string, unknown> {
  return { income, expense, count }
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
    .map((field) => ({ field, before: toChangedValue(event, field, before), after: toChangedValue(event, field, after) }))
    .filter((change) => !isUnsaid(change))
  return description ? [...changes, { field: 'description', before: null, after: description }] : changes
}

/** Whether an entry has a mark for the MEI that a transaction does not have before or after it. */
function isUnsaid({ field, before, after }: ActivityChange): boolean {
  return field === 'hasInvoice' && !before && !after
}

function toChangedValue({ accountId }: RecordedEvent, field: string, details: Record<string, unknown> | null | undefined): ChangedValue {
  const value = details?.[field] ?? null
  if (details && ((field === 'walletId' && value === null) || (field === 'toWalletId' && value === INITIAL)))
    return initialWalletId(accountId)
  return isAmount(field) && value !== null ? centavosToReais(Number(value)) : (value as ChangedValue)
}

function summaryOf(event: RecordedEvent): string {
  const { before, after, reason } = changeOf(event)
  const facts = { type: event.type, source: event.meta.source, undoing: event.meta.undoes !== undefined }
  if (event.entity === 'batch') return batchSentence(facts, batchFacts(event.data as BatchEvent['data']))
  const there = after ?? before
  const month = event.entity === 'month' ? monthOfEvent(event.data as MonthEvent['data']) : undefined
  const name = month ?? there?.text ?? there?.description ?? there?.title ?? there?.fileName ?? there?.name
  const moved =
    event.entity === 'balance' ? Number(there?.amount) : Math.abs(Number(after?.currentAmount ?? 0) - Number(before?.currentAmount ?? 0))
  const prefix = beforeName(facts)
  const because = reason === undefined ? '' : `: ${reason}`
  if (prefix !== null) return `${prefix}${String(name)}${because}`
  const suffix = afterName(facts)
  if (suffix !== null) return `${String(name)}${suffix}`
  const sentence = sentenceOf(facts, formatCentavos(moved))
  return `${sentence}${because}`
}

function monthOfEvent(data: MonthEvent['data']): string {
  return formatMonth(('after' in data ? data.after : data.before).month)
}

function batchFacts(data: BatchEvent['data']): Parameters<typeof batchSentence>[1] {
  const { count, change, renamed }: BatchDetails = 'after' in data ? data.after : data.before
  const { kept, keptNames } = 'kept' in data ? data : { kept: 0, keptNames: [] }
  return { count, fields: change && Object.keys(change), renamed, kept, keptNames }
}
