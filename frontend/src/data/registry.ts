import type { LiveEntity } from '@prumo/shared/live'
import { accountCommands } from './account-commands'
import { balanceCommands } from './balance-commands'
import type { Command, CommandKind, Entity, EntityName, NewCommand, Words } from './command'
import { fundCommands, fundFields } from './emergency-fund-commands'
import { goalCommands, goalFields } from './goal-commands'
import { importCommands, importParts } from './import-commands'
import { recurrenceCommands, recurrenceParts } from './recurrence-commands'
import { taskCommands, taskFields } from './task-commands'
import { transactionCommands, transactionFields } from './transaction-commands'

/**
 * Every command the browser knows, by its name: what it asks of the server, what it does to what is shown, what takes
 * it back, and its words. The entries stand with their entity, in `*-commands.ts`; nothing else knows a request's path.
 *
 * Names and arguments are stored on devices and outlive a release. A new shape is a new name; an old one stays here
 * until no device can hold it any more.
 */
const kinds = {
  ...transactionCommands,
  ...goalCommands,
  ...taskCommands,
  ...fundCommands,
  ...balanceCommands,
  ...importCommands,
  ...importParts,
  ...recurrenceCommands,
  ...recurrenceParts,
  ...accountCommands,
} as unknown as Readonly<Record<string, CommandKind<Entity, unknown>>>

const fields = {
  transaction: transactionFields,
  goal: goalFields,
  task: taskFields,
  'emergency-fund': fundFields,
  balance: {},
  import: {},
  recurrence: {},
  account: {},
} as unknown as Readonly<Record<EntityName, Readonly<Record<string, FieldWord>>>>

interface FieldWord {
  label: string
  write: (entity: Entity) => string
}

/** Where one entity is read, for what the server knows better. */
const paths: Readonly<Record<EntityName, (id: string) => string>> = {
  transaction: (id) => `/transactions/${id}`,
  goal: (id) => `/goals/${id}`,
  task: (id) => `/tasks/${id}`,
  'emergency-fund': () => '/emergency-fund',
  balance: () => '/balance',
  import: (id) => `/imports/${id}`,
  recurrence: (id) => `/recurrences/${id}`,
  account: () => '/auth/verify',
}

/** Entities that change others as well: what is spent moves the target of the emergency fund, what is in the bank what lies ahead. */
const changing: Readonly<Partial<Record<LiveEntity, readonly LiveEntity[]>>> = {
  transaction: ['transaction', 'emergency-fund'],
  balance: ['balance', 'transaction'],
  import: ['import', 'transaction', 'emergency-fund', 'balance'],
  recurrence: ['recurrence', 'transaction', 'emergency-fund'],
}

/** Null for one that this release does not know: a device was taken back to an older one. */
export function kindOf({ name }: Pick<Command, 'name'>): CommandKind<Entity, unknown> | null {
  return kinds[name] ?? null
}

/** What an entity becomes by a command; null where there is none. */
export function effectOf(now: Entity | null, command: Command): Entity | null {
  const kind = kindOf(command)
  return kind ? kind.effect(now, command) : now
}

export function undoOf(command: Command, after: Entity | null = null): NewCommand | null {
  return kindOf(command)?.undo(command, after) ?? null
}

export function wordsOf(command: Command): Words {
  const kind = kindOf(command)
  return kind ? kind.words(command) : UNKNOWN
}

/**
 * The labels of these fields and how their values are written, in the order in which people read them. Fields that no
 * screen shows are left out.
 */
export function fieldWords(entity: EntityName, among: Iterable<string>): (FieldWord & { field: string })[] {
  const wanted = new Set(among)
  return Object.entries(fields[entity]).flatMap(([field, words]) => (wanted.has(field) ? [{ field, ...words }] : []))
}

export function pathOf(entity: EntityName, id: string): string {
  return paths[entity](encodeURIComponent(id))
}

export function changedWith(entity: LiveEntity): readonly LiveEntity[] {
  return changing[entity] ?? [entity]
}

const UNKNOWN: Words = {
  subject: 'Mudança feita em outra versão',
  centavos: null,
  did: 'Você mudou',
  what: 'Mudança',
  todo: 'mudar',
  accepted: null,
  offersUndo: false,
  address: '/dashboard',
}
