import type { LiveEntity } from '@prumo/shared/live'
import { accountCommands } from './account-commands'
import { balanceCommands } from './balance-commands'
import type { Command, CommandKind, Entity, EntityName, NewCommand, CommandWords } from './command'
import { fundCommands, fundFields } from './emergency-fund-commands'
import { goalCommands, goalFields } from './goal-commands'
import { importCommands, importDerivedCommands } from './import-commands'
import { recurrenceCommands, recurrenceDerivedCommands } from './recurrence-commands'
import { taskCommands, taskFields } from './task-commands'
import { transactionCommands, transactionFields } from './transaction-commands'

/**
 * Every command the browser knows, by its name: what it asks of the server, what it does to what is shown, what takes
 * it back, and its words. The entries stand with their entity, in `*-commands.ts`; nothing else knows a request's path.
 *
 * Names and arguments are stored on devices and outlive a release. A new shape is a new name; an old one stays here
 * until no device can hold it any more.
 */
const commandKinds = {
  ...transactionCommands,
  ...goalCommands,
  ...taskCommands,
  ...fundCommands,
  ...balanceCommands,
  ...importCommands,
  ...importDerivedCommands,
  ...recurrenceCommands,
  ...recurrenceDerivedCommands,
  ...accountCommands,
} as unknown as Readonly<Record<string, CommandKind<Entity, unknown>>>

const fieldFormats = {
  transaction: transactionFields,
  goal: goalFields,
  task: taskFields,
  'emergency-fund': fundFields,
  balance: {},
  import: {},
  recurrence: {},
  account: {},
} as unknown as Readonly<Record<EntityName, Readonly<Record<string, FieldFormat>>>>

interface FieldFormat {
  label: string
  format: (entity: Entity) => string
}

/** Where one entity is read, for what the server knows better. */
const entityPaths: Readonly<Record<EntityName, (id: string) => string>> = {
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
const invalidatedEntities: Readonly<Partial<Record<LiveEntity, readonly LiveEntity[]>>> = {
  transaction: ['transaction', 'emergency-fund'],
  balance: ['balance', 'transaction'],
  import: ['import', 'transaction', 'emergency-fund', 'balance'],
  recurrence: ['recurrence', 'transaction', 'emergency-fund'],
}

/** Null for one that this release does not know: a device was taken back to an older one. */
export function kindOf({ name }: Pick<Command, 'name'>): CommandKind<Entity, unknown> | null {
  return commandKinds[name] ?? null
}

/** What an entity becomes by a command; null where there is none. */
export function applyCommand(now: Entity | null, command: Command): Entity | null {
  const kind = kindOf(command)
  return kind ? kind.apply(now, command) : now
}

export function invertCommand(command: Command, after: Entity | null = null): NewCommand | null {
  return kindOf(command)?.invert(command, after) ?? null
}

export function wordsOf(command: Command): CommandWords {
  const kind = kindOf(command)
  return kind ? kind.words(command) : UNKNOWN_WORDS
}

/**
 * The labels of these fields and how their values are written, in the order in which people read them. Fields that no
 * screen shows are left out.
 */
export function formatsOf(entity: EntityName, among: Iterable<string>): (FieldFormat & { field: string })[] {
  const wanted = new Set(among)
  return Object.entries(fieldFormats[entity]).flatMap(([field, words]) => (wanted.has(field) ? [{ field, ...words }] : []))
}

export function entityPath(entity: EntityName, id: string): string {
  return entityPaths[entity](encodeURIComponent(id))
}

export function entitiesInvalidatedBy(entity: LiveEntity): readonly LiveEntity[] {
  return invalidatedEntities[entity] ?? [entity]
}

const UNKNOWN_WORDS: CommandWords = {
  subject: 'Mudança feita em outra versão',
  centavos: null,
  pastTense: 'Você mudou',
  noun: 'Mudança',
  infinitive: 'mudar',
  accepted: null,
  offersUndo: false,
  address: '/dashboard',
}
