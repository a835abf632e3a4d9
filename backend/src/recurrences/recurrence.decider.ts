import { spellCategory, type CategoryCount } from '@prumo/shared/category-spelling'
import { addDays, LAST_YEAR, type CalendarDate } from '@prumo/shared/calendar'
import { MAX_RECURRENCES } from '@prumo/shared/limits'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  changedPlan,
  endedPlan,
  LAST_DAY,
  hasTooManyChanges,
  MOST_DAYS_BACK,
  nextDue,
  occurrencesOf,
  reachOn,
  recurrenceTexts,
  resumedPlan,
  startOf,
  type RecurrencePlan,
} from '@prumo/shared/recurrence-rules'
import type { ExportedRecurrence, NewRecurrence, Recurrence, RecurrenceChanges } from '@prumo/shared/recurrences'
import { Rejected } from '@prumo/shared/rejections'
import type { FlowType } from '@prumo/shared/transaction-rules'
import {
  requireAlive,
  type Decider,
  evolveEntity,
  type EntityState,
  existing,
  refuseBeyondQuota,
  refuseUsedId,
} from '../event-store/decider/decider.js'
import { hasSameDetails, NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import { usableWallet, type NamedWallets } from '../transactions/transaction-places.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import type { RecurrenceDetails, RecurrenceEvent } from './recurrence.events.js'

/**
 * `at` is the moment, ISO 8601 UTC; `count` the number of existing recurrences; `used` the categories in use: a typed one takes
 * their spelling; `kept` the nominal dates whose occurrences do not follow the plan any more. `BringRecurrence` restores one from a
 * copy, with its original time of creation.
 */
export type RecurrenceCommand =
  | {
      type: 'SetRecurrence'
      details: Omit<NewRecurrence, 'id'>
      today: CalendarDate
      count?: number
      used?: readonly CategoryCount[]
      wallets?: NamedWallets
    }
  | { type: 'BringRecurrence'; details: RecurrenceDetails; createdAt: string; count?: number }
  | {
      type: 'CorrectRecurrence'
      changes: RecurrenceChanges
      today: CalendarDate
      used?: readonly CategoryCount[]
      wallets?: NamedWallets
      kept?: readonly CalendarDate[]
    }
  | { type: 'EndRecurrence'; from: CalendarDate; at: string }
  | { type: 'ResumeRecurrence'; from: CalendarDate; today: CalendarDate }
  | { type: 'RecordOccurrences'; today: CalendarDate }
  | Undo<RecurrenceEvent>

const quota = { max: MAX_RECURRENCES, text: recurrenceTexts.tooMany }

export type RecurrenceState = EntityState<RecurrenceDetails>

export const recurrenceDecider: Decider<RecurrenceCommand, RecurrenceState, RecurrenceEvent> = {
  entity: 'recurrence',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    switch (command.type) {
      case 'SetRecurrence':
        refuseUsedId(state)
        refuseBeyondQuota(quota, command.count)
        return [
          {
            type: 'RecurrenceSet',
            data: { after: newDetails(command) },
          },
        ]
      case 'BringRecurrence':
        refuseUsedId(state)
        refuseBeyondQuota(quota, command.count)
        refuseTooManyChanges(command.details)
        return [{ type: 'RecurrenceRestored', data: { after: command.details, createdAt: command.createdAt } }]
      case 'CorrectRecurrence': {
        const before = requireKnown(state)
        const after = correct(before, command)
        if (command.changes.date !== undefined) refuseLongAgo('date', command.changes.date, command.today)
        if (hasSameDetails(before, after)) return []
        refuseTooManyChanges(after)
        return [{ type: 'RecurrenceCorrected', data: { before, after: { ...after, reached: reachAfterChange(after, command.today) } } }]
      }
      case 'EndRecurrence': {
        const before = requireKnown(state)
        return [
          {
            type: 'RecurrenceEnded',
            data: { before, after: { ...before, ...ofPlan(endedPlan(before, command.from)), endedAt: command.at } },
          },
        ]
      }
      case 'ResumeRecurrence': {
        const before = requireKnown(state)
        refuseLongAgo('from', command.from, command.today)
        const after = { ...before, ...ofPlan(resumedPlan(before, command.from)), endedAt: null }
        refuseTooManyChanges(after)
        return [{ type: 'RecurrenceResumed', data: { before, after: { ...after, reached: reachAfterChange(after, command.today) } } }]
      }
      case 'RecordOccurrences': {
        const before = requireKnown(state)
        const reached = reachAfterChange(before, command.today)
        const isDue = occurrencesOf(before, reached).some(({ nominal }) => nominal > before.reached)
        return isDue ? [{ type: 'OccurrencesRecorded', data: { before, after: { ...before, reached } } }] : []
      }
      case 'Undo': {
        if (command.entry.type === 'OccurrencesRecorded' || state.status === 'none') throw new NotUndoable('never')
        const { entry } = command
        return undoEntityEvent<RecurrenceDetails, RecurrenceEvent>(
          state,
          { ...command, entry: extendReach(entry, state.details.reached) },
          {
            deleted: (before) => ({ type: 'RecurrenceWithdrawn', data: { before } }),
            restored: (after, createdAt) => ({ type: 'RecurrenceRestored', data: { after, createdAt } }),
            changed: (before, after) => ({ type: 'RecurrenceCorrected', data: { before, after } }),
            quota,
            bound: ['pauses', 'endedAt'],
          },
        )
      }
    }
  },

  evolve: evolveEntity,
}

/** The same with the spelling of its category that exists already. */
function spelled<Terms extends { category?: string | null | undefined }>(
  terms: Terms,
  type: FlowType,
  used?: readonly CategoryCount[],
): Terms {
  return terms.category ? { ...terms, category: spellCategory(terms.category, type, used) } : terms
}

function requireKnown(state: RecurrenceState): RecurrenceDetails {
  return requireAlive(state).details
}

function newDetails({ details: sent, today, used, wallets }: Extract<RecurrenceCommand, { type: 'SetRecurrence' }>): RecurrenceDetails {
  const { kind, type, start, count, firstNumber, until, ...terms } = spelled(sent, sent.type, used)
  refuseLongAgo('start', start, today)
  const { description, category, amount, every, interval, weekend } = terms
  const walletId = wallets ? usableWallet(terms.walletId, wallets) : null
  const first = { from: start, description, category, walletId, amount, every, interval, weekend, anchor: null }
  const details = { kind, type, start, count, firstNumber, until, terms: [first], pauses: [], endedAt: null, reached: reachOn(today) }
  if (kind === 'recurring') return details
  const last = occurrencesOf(details, LAST_DAY).at(-1)?.nominal ?? start
  if (last > `${LAST_YEAR}-12-31`) refuse('count', recurrenceTexts.tooLong)
  return { ...details, reached: last }
}

function correct(
  before: RecurrenceDetails,
  { changes: sent, used, wallets, kept }: Extract<RecurrenceCommand, { type: 'CorrectRecurrence' }>,
): RecurrenceDetails {
  const { from, walletId: named, ...changes } = spelled(sent, before.type, used)
  const fixed = (['amount', 'every', 'interval', 'until', 'date'] as const).find((name) => changes[name] !== undefined)
  if (fixed && before.kind === 'instalments') refuse(fixed, recurrenceTexts.instalmentFixed)
  if (changes.until && changes.until < before.start) refuse('until', recurrenceTexts.endsBeforeStart)
  const walletId = named === undefined || !wallets ? undefined : usableWallet(named, wallets)
  const after = changedPlan(before, from, { ...changes, walletId }, kept)
  if (changes.date && after.until !== null && after.until < changes.date) refuse('until', recurrenceTexts.endsBeforeStart)
  return { ...before, ...ofPlan(after) }
}

function refuseTooManyChanges(details: RecurrenceDetails): void {
  if (hasTooManyChanges(details)) throw new Rejected('QUOTA_EXCEEDED', recurrenceTexts.tooManyChanges)
}

/** The date up to which occurrences are recorded on a day. Instalments are all recorded at once. */
function reachAfterChange({ kind, reached }: RecurrenceDetails, today: CalendarDate): CalendarDate {
  const reach = reachOn(today)
  return kind === 'recurring' && reach > reached ? reach : reached
}

/** The changeable fields of a plan, in the shape of details. */
function ofPlan({ start, until, terms, pauses }: RecurrencePlan): Pick<RecurrenceDetails, 'start' | 'until' | 'terms' | 'pauses'> {
  return { start, until, terms: [...terms], pauses: [...pauses] }
}

/** The event as if the recurrence had reached this date already, because recording occurrences is no one's change. */
function extendReach(entry: RecurrenceEvent, reached: CalendarDate): RecurrenceEvent {
  const moved = Object.fromEntries(
    Object.entries(entry.data).map(([name, value]) => [name, typeof value === 'string' ? value : { ...value, reached }]),
  )
  return { type: entry.type, data: moved } as unknown as RecurrenceEvent
}

/** Throws VALIDATION for a date more than a year back. */
function refuseLongAgo(field: string, date: CalendarDate, today: CalendarDate): void {
  if (date < addDays(today, -MOST_DAYS_BACK)) refuse(field, recurrenceTexts.tooFarBack)
}

function refuse(field: string, reason: string): never {
  throw new Rejected('VALIDATION', reason, { [field]: [reason] })
}

/** The recurrence in the shape of the API on a day, with its latest terms, amount in reais. */
export function toRecurrence(state: RecurrenceState, today: CalendarDate): OnWire<Recurrence> {
  const { id, accountId, details, createdAt, updatedAt, version } = existing(state)
  const { terms, pauses: _pauses, reached: _reached, ...rest } = details
  const { from: _from, anchor: _anchor, amount, walletId, ...last } = terms.at(-1) as RecurrenceDetails['terms'][number]
  const start = startOf(details)
  const next = nextDue(details, today)?.date ?? null
  return {
    id,
    userId: accountId,
    ...rest,
    start,
    ...last,
    walletId: walletId ?? initialWalletId(accountId),
    amount: centavosToReais(amount),
    next,
    createdAt,
    updatedAt,
    version,
  }
}

/** The recurrence in the shape of an export, amounts in reais. @param used nominal dates that do not occur again */
export function toExported(state: RecurrenceState, used: CalendarDate[], today: CalendarDate): OnWire<ExportedRecurrence> {
  const { accountId, details } = existing(state)
  const { start, terms, pauses, reached } = details
  const inReais = terms.map(({ amount, walletId, ...rest }) => {
    return { ...rest, walletId: walletId ?? initialWalletId(accountId), amount: centavosToReais(amount) }
  })
  return { ...toRecurrence(state, today), start, used, reached, terms: inReais, pauses }
}
