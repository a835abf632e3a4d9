import type { CalendarDate } from '@prumo/shared/calendar'
import type { NewRecurrenceBody, Recurrence, RecurrenceAnswer } from '@prumo/shared/recurrences'
import { flagsAtFirst } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { centavosOf } from '../lib/centavos'
import { formAddress } from '../lib/form-address'
import { partKind, type Command, type CommandKind, type NewCommand, type Words } from './command'
import { enteredByHand, TRANSACTIONS_SCREEN } from './transaction-commands'

export const RECURRENCES_SCREEN = `${TRANSACTIONS_SCREEN}/recorrentes`

/** What a recurrence says of one of its transactions; `amount` in reais. */
export type OccurrenceDetails = Pick<Transaction, 'type' | 'description' | 'category' | 'amount' | 'date' | 'instalment'>

/**
 * What becomes of one of its transactions, worked out when the command was made: `on` is it as it was seen, null for a new one;
 * `after` is null where it goes.
 */
export interface OccurrenceStep {
  id: string
  on: Transaction | null
  after: OccurrenceDetails | null
}

type Terms = Omit<NewRecurrenceBody, 'id'>

/** What is to be another from a nominal date on; `amount` in reais. */
export type RecurrenceChange = { from: CalendarDate } & Partial<
  Pick<Recurrence, 'amount' | 'description' | 'category' | 'every' | 'interval' | 'weekend' | 'until'>
>

interface SetArgs {
  recurrence: Terms
  next: CalendarDate | null
  steps: readonly OccurrenceStep[]
}
interface CorrectArgs {
  changes: RecurrenceChange
  steps: readonly OccurrenceStep[]
}
interface FromArgs {
  from: CalendarDate
  steps: readonly OccurrenceStep[]
}

/** @param next when it is due first, from today on @param draft what was typed, to open the form with again */
export function setRecurrence(
  id: string,
  recurrence: Terms,
  next: CalendarDate | null,
  steps: readonly OccurrenceStep[],
  draft?: unknown,
): NewCommand<Recurrence, SetArgs> {
  return { name: 'recurrence.set', entity: 'recurrence', entityId: id, args: { recurrence, next, steps }, on: null, draft }
}

/** @param seen by its id alone where this device has not read it */
export function correctRecurrence(
  { id, seen }: { id: string; seen: Recurrence | null },
  changes: RecurrenceChange,
  steps: readonly OccurrenceStep[],
): NewCommand<Recurrence, CorrectArgs> {
  return { name: 'recurrence.correct', entity: 'recurrence', entityId: id, args: { changes, steps }, on: seen }
}

export function endRecurrence(
  { id, seen }: { id: string; seen: Recurrence | null },
  from: CalendarDate,
  steps: readonly OccurrenceStep[],
): NewCommand<Recurrence, FromArgs> {
  return { name: 'recurrence.end', entity: 'recurrence', entityId: id, args: { from, steps }, on: seen }
}

export function resumeRecurrence(seen: Recurrence, from: CalendarDate, steps: readonly OccurrenceStep[]): NewCommand<Recurrence, FromArgs> {
  return { name: 'recurrence.resume', entity: 'recurrence', entityId: seen.id, args: { from, steps }, on: seen }
}

const answer = (body: unknown): Recurrence => (body as RecurrenceAnswer).recurrence
const partsOf = ({ entityId, args }: Command<Recurrence, { steps: readonly OccurrenceStep[] }>) =>
  args.steps.map((step) => partOf(step, entityId))

/** The worker gives it a new version each time an occurrence comes into reach, so none is sent along. */
const common = { pinned: false, touches: () => [], answer, parts: partsOf, undo: () => null } as const

const set: CommandKind<Recurrence, SetArgs> = {
  ...common,
  life: 'begins',
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/recurrences', body: { id, ...args.recurrence } }),
  effect: (now, command) => now ?? begun(command),
  words: ({ args: { recurrence, steps } }) => ({
    ...words(recurrence, formAddress(TRANSACTIONS_SCREEN)),
    did: recurrence.kind === 'instalments' ? 'Você parcelou' : 'Você fez repetir',
    what: recurrence.kind === 'instalments' ? 'Parcelamento' : 'Repetição',
    todo: `lançar ${recurrence.description}`,
    accepted: recurrence.kind === 'instalments' ? `${steps.length} parcelas lançadas` : 'Transação lançada, e se repete',
  }),
}

const correct: CommandKind<Recurrence, CorrectArgs> = {
  ...common,
  life: 'changes',
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/recurrences/${entityId}`, body: args.changes }),
  effect: (now, { args: { changes } }) => {
    const { from: _from, ...named } = changes
    return now && { ...now, ...named }
  },
  words: ({ on, args }) => ({
    ...words({ ...on, ...args.changes }, RECURRENCES_SCREEN),
    did: 'Você mudou o que se repete em',
    what: 'Mudança no que se repete',
    todo: `mudar o que se repete em ${subjectOf(on)}`,
    accepted: 'Mudança salva nesta e nas próximas',
  }),
}

const end: CommandKind<Recurrence, FromArgs> = {
  ...common,
  life: 'changes',
  request: ({ entityId, args }) => ({ method: 'DELETE', path: `/recurrences/${entityId}?from=${args.from}` }),
  answer: (_body, { on, at }) => on && ended(on, at),
  effect: (now, { at }) => now && ended(now, at),
  words: ({ on }) => ({
    ...words(on ?? {}, RECURRENCES_SCREEN),
    did: 'Você parou de repetir',
    what: 'Pausa',
    todo: `parar de repetir ${subjectOf(on)}`,
    accepted: 'Não se repete mais',
  }),
}

const resume: CommandKind<Recurrence, FromArgs> = {
  ...common,
  life: 'changes',
  request: ({ entityId, args }) => ({ method: 'POST', path: `/recurrences/${entityId}/resume`, body: { from: args.from } }),
  effect: (now, { args: { steps } }) => now && { ...now, endedAt: null, next: steps[0]?.after?.date ?? now.next },
  words: ({ on }) => ({
    ...words(on ?? {}, RECURRENCES_SCREEN),
    did: 'Você retomou',
    what: 'Retomada',
    todo: `retomar ${subjectOf(on)}`,
    accepted: 'Volta a se repetir',
  }),
}

export const recurrenceCommands = {
  'recurrence.set': set,
  'recurrence.correct': correct,
  'recurrence.end': end,
  'recurrence.resume': resume,
}

interface PartArgs {
  recurrenceId: string
  after: OccurrenceDetails | null
}

function partOf({ id, on, after }: OccurrenceStep, recurrenceId: string): NewCommand<Transaction, PartArgs> {
  const name = on === null ? 'recurrence.record' : after === null ? 'recurrence.withdraw' : 'recurrence.follow'
  return { name, entity: 'transaction', entityId: id, args: { recurrenceId, after }, on }
}

const record: CommandKind<Transaction, PartArgs> = {
  ...partKind,
  life: 'begins',
  effect: (now, { entityId: id, account: userId, at, args: { recurrenceId, after } }) =>
    now ??
    (after && {
      id,
      userId,
      ...enteredByHand,
      ...after,
      ...flagsAtFirst(true),
      recurrenceId,
      createdAt: at,
      updatedAt: at,
      version: 1,
    }),
}

const follow: CommandKind<Transaction, PartArgs> = {
  ...partKind,
  life: 'changes',
  effect: (now, { args: { after } }) => now && { ...now, ...after },
}

const withdraw: CommandKind<Transaction, PartArgs> = { ...partKind, life: 'ends', effect: () => null }

/** What a recurrence does to its transactions; never stored. */
export const recurrenceParts = { 'recurrence.record': record, 'recurrence.follow': follow, 'recurrence.withdraw': withdraw }

function begun({ entityId: id, account: userId, at, args: { recurrence, next } }: Command<Recurrence, SetArgs>): Recurrence {
  const { interval = 1, weekend = 'keep', count = null, until = null, category, ...rest } = recurrence
  const terms = { interval, weekend, count, until, category: category ?? null }
  return { id, userId, ...rest, ...terms, endedAt: null, next, createdAt: at, updatedAt: at, version: 1 }
}

function ended(recurrence: Recurrence, at: string): Recurrence {
  return { ...recurrence, endedAt: recurrence.endedAt ?? at, next: null }
}

function subjectOf(on: Pick<Recurrence, 'description'> | null): string {
  return on?.description ?? 'uma transação'
}

/** What is the same for every command on a recurrence. */
function words(
  { description = 'O que se repete', type, amount = 0 }: Partial<Pick<NewRecurrenceBody, 'description' | 'type' | 'amount'>>,
  address: string,
): Words {
  const centavos = centavosOf(amount)
  const flow = type === 'expense' ? -centavos : centavos
  return { subject: description, centavos: flow, did: '', what: '', todo: '', accepted: null, offersUndo: false, address }
}
