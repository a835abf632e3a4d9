import type { CalendarDate } from '@prumo/shared/calendar'
import type { NewRecurrence, Recurrence, RecurrenceAnswer } from '@prumo/shared/recurrences'
import { flagsAtFirst, type FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { formAddress } from '../lib/form-address'
import { derivedKind, type Command, type CommandKind, type NewCommand, type CommandWords } from './sync/command'
import { defaultDetails, namesOfWallets, UNNAMED_WALLET } from './transaction-commands'
import { RECURRENCES_SCREEN, TRANSACTIONS_SCREEN } from './screens'

/** The details that a recurrence sets in its transactions. */
export type OccurrenceDetails = Pick<Transaction, 'description' | 'category' | 'amount' | 'date' | 'instalment'> & {
  type: FlowType
  /** Null for the main one, while this device knows none. */
  walletId: string | null
}

/**
 * A change of one of its transactions, computed when the command was made: `on` is the transaction before, null for a new one;
 * `after` is null if it is removed.
 */
export interface OccurrenceStep {
  id: string
  on: Transaction | null
  after: OccurrenceDetails | null
}

type NewRecurrenceTerms = Omit<NewRecurrence, 'id'>

/** The changes of a recurrence from a nominal date on. */
export type RecurrenceChange = { from: CalendarDate } & Partial<
  Pick<Recurrence, 'amount' | 'description' | 'category' | 'walletId' | 'every' | 'interval' | 'weekend' | 'until'> & {
    /** The new nominal date of the first one from `from` on. */
    date: CalendarDate
  }
>

interface SetRecurrenceArgs {
  recurrence: NewRecurrenceTerms
  next: CalendarDate | null
  steps: readonly OccurrenceStep[]
}
interface CorrectRecurrenceArgs {
  changes: RecurrenceChange
  steps: readonly OccurrenceStep[]
}
interface FromDateArgs {
  from: CalendarDate
  steps: readonly OccurrenceStep[]
}

/**
 * @param next the first due date from today on
 * @param draft the input, to open the form with again
 */
export function setRecurrence(
  id: string,
  recurrence: NewRecurrenceTerms,
  next: CalendarDate | null,
  steps: readonly OccurrenceStep[],
  draft?: unknown,
): NewCommand<Recurrence, SetRecurrenceArgs> {
  return { name: 'recurrence.set', entity: 'recurrence', entityId: id, args: { recurrence, next, steps }, base: null, draft }
}

/** @param seen only its id if this device has not read it */
export function correctRecurrence(
  { id, seen }: { id: string; seen: Recurrence | null },
  changes: RecurrenceChange,
  steps: readonly OccurrenceStep[],
): NewCommand<Recurrence, CorrectRecurrenceArgs> {
  return { name: 'recurrence.correct', entity: 'recurrence', entityId: id, args: { changes, steps }, base: seen }
}

export function endRecurrence(
  { id, seen }: { id: string; seen: Recurrence | null },
  from: CalendarDate,
  steps: readonly OccurrenceStep[],
): NewCommand<Recurrence, FromDateArgs> {
  return { name: 'recurrence.end', entity: 'recurrence', entityId: id, args: { from, steps }, base: seen }
}

export function resumeRecurrence(
  seen: Recurrence,
  from: CalendarDate,
  steps: readonly OccurrenceStep[],
): NewCommand<Recurrence, FromDateArgs> {
  return { name: 'recurrence.resume', entity: 'recurrence', entityId: seen.id, args: { from, steps }, base: seen }
}

const parseRecurrence = (body: unknown): Recurrence => (body as RecurrenceAnswer).recurrence
const occurrenceCommands = ({ entityId, args }: Command<Recurrence, { steps: readonly OccurrenceStep[] }>) =>
  args.steps.map((step) => occurrenceCommand(step, entityId))

/** No version is sent: the worker changes it whenever an occurrence comes into reach. */
const common = {
  requiresVersion: false,
  affectedFields: () => [],
  parseAnswer: parseRecurrence,
  derivedCommands: occurrenceCommands,
  invert: () => null,
} as const

const setKind: CommandKind<Recurrence, SetRecurrenceArgs> = {
  ...common,
  lifecycle: 'creates',
  dependencies: ({ args }) => namesOfWallets(args.recurrence.walletId),
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/recurrences', body: { id, ...args.recurrence } }),
  apply: (now, command) => now ?? createRecurrence(command),
  words: ({ args: { recurrence, steps } }) => ({
    ...baseWords(recurrence, formAddress(TRANSACTIONS_SCREEN)),
    pastTense: recurrence.kind === 'instalments' ? 'Você parcelou' : 'Você fez repetir',
    noun: recurrence.kind === 'instalments' ? 'Parcelamento' : 'Repetição',
    infinitive: `lançar ${recurrence.description}`,
    accepted: recurrence.kind === 'instalments' ? `${steps.length} parcelas lançadas` : 'Transação lançada, e se repete',
  }),
}

const correctKind: CommandKind<Recurrence, CorrectRecurrenceArgs> = {
  ...common,
  lifecycle: 'changes',
  dependencies: ({ args }) => namesOfWallets(args.changes.walletId),
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/recurrences/${entityId}`, body: args.changes }),
  apply: (now, { args: { changes } }) => {
    const { from: _from, date, ...named } = changes
    return now && { ...now, ...named, ...(date !== undefined && { start: date }) }
  },
  words: ({ base, args }) => ({
    ...baseWords({ ...base, ...args.changes }, RECURRENCES_SCREEN),
    pastTense: 'Você mudou o que se repete em',
    noun: 'Mudança no que se repete',
    infinitive: `mudar o que se repete em ${subjectOf(base)}`,
    accepted: 'Mudança salva nesta e nas próximas',
  }),
}

const endKind: CommandKind<Recurrence, FromDateArgs> = {
  ...common,
  lifecycle: 'changes',
  request: ({ entityId, args }) => ({ method: 'DELETE', path: `/recurrences/${entityId}?from=${args.from}` }),
  parseAnswer: (_body, { base, at }) => base && withEnd(base, at),
  apply: (now, { at }) => now && withEnd(now, at),
  words: ({ base }) => ({
    ...baseWords(base ?? {}, RECURRENCES_SCREEN),
    pastTense: 'Você parou de repetir',
    noun: 'Pausa',
    infinitive: `parar de repetir ${subjectOf(base)}`,
    accepted: 'Não se repete mais',
  }),
}

const resumeKind: CommandKind<Recurrence, FromDateArgs> = {
  ...common,
  lifecycle: 'changes',
  request: ({ entityId, args }) => ({ method: 'POST', path: `/recurrences/${entityId}/resume`, body: { from: args.from } }),
  apply: (now, { args: { steps } }) => now && { ...now, endedAt: null, next: steps[0]?.after?.date ?? now.next },
  words: ({ base }) => ({
    ...baseWords(base ?? {}, RECURRENCES_SCREEN),
    pastTense: 'Você retomou',
    noun: 'Retomada',
    infinitive: `retomar ${subjectOf(base)}`,
    accepted: 'Volta a se repetir',
  }),
}

export const recurrenceCommands = {
  'recurrence.set': setKind,
  'recurrence.correct': correctKind,
  'recurrence.end': endKind,
  'recurrence.resume': resumeKind,
}

interface OccurrenceArgs {
  recurrenceId: string
  after: OccurrenceDetails | null
}

function occurrenceCommand({ id, on, after }: OccurrenceStep, recurrenceId: string): NewCommand<Transaction, OccurrenceArgs> {
  const name = on === null ? 'recurrence.record' : after === null ? 'recurrence.withdraw' : 'recurrence.follow'
  return { name, entity: 'transaction', entityId: id, args: { recurrenceId, after }, base: on }
}

const recordKind: CommandKind<Transaction, OccurrenceArgs> = {
  ...derivedKind,
  lifecycle: 'creates',
  apply: (now, { entityId: id, account: userId, at, args: { recurrenceId, after } }) =>
    now ??
    (after && {
      id,
      userId,
      ...defaultDetails,
      ...detailsAfter(after),
      ...flagsAtFirst(true),
      recurrenceId,
      createdAt: at,
      updatedAt: at,
      version: 1,
    }),
}

const followKind: CommandKind<Transaction, OccurrenceArgs> = {
  ...derivedKind,
  lifecycle: 'changes',
  apply: (now, { args: { after } }) => now && (after ? { ...now, ...detailsAfter(after) } : now),
}

function detailsAfter({ walletId, ...details }: OccurrenceDetails): Omit<OccurrenceDetails, 'walletId'> & Pick<Transaction, 'walletId'> {
  return { ...details, walletId: walletId ?? UNNAMED_WALLET }
}

const withdrawKind: CommandKind<Transaction, OccurrenceArgs> = { ...derivedKind, lifecycle: 'deletes', apply: () => null }

/** The commands of a recurrence on its transactions; never stored. */
export const recurrenceDerivedCommands = {
  'recurrence.record': recordKind,
  'recurrence.follow': followKind,
  'recurrence.withdraw': withdrawKind,
}

function createRecurrence({
  entityId: id,
  account: userId,
  at,
  args: { recurrence, next },
}: Command<Recurrence, SetRecurrenceArgs>): Recurrence {
  return {
    id,
    userId,
    ...recurrence,
    walletId: recurrence.walletId ?? UNNAMED_WALLET,
    endedAt: null,
    next,
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}

function withEnd(recurrence: Recurrence, at: string): Recurrence {
  return { ...recurrence, endedAt: recurrence.endedAt ?? at, next: null }
}

function subjectOf(on: Pick<Recurrence, 'description'> | null): string {
  return on?.description ?? 'uma transação'
}

/** The words that all commands on a recurrence share. */
function baseWords(
  { description = 'O que se repete', type, amount = 0 }: Partial<Pick<NewRecurrence, 'description' | 'type' | 'amount'>>,
  address: string,
): CommandWords {
  const flow = (type === 'expense' ? -1 : 1) * amount
  return { subject: description, centavos: flow, pastTense: '', noun: '', infinitive: '', accepted: null, offersUndo: false, address }
}
