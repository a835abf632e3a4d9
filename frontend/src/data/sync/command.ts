import type { Position } from '@prumo/shared/freshness'
import type { RejectionCode, FieldErrors } from '@prumo/shared/rejections'

/** What every entity of the wire carries. */
export interface Entity {
  id: string
  version: number
}

/** What a person wants changed, as a screen says it: everything that does not depend on when and by whom. */
export interface NewCommand<E extends Entity = Entity, A = unknown> {
  /** Such as `task.correct`: its entry in the registry. */
  name: string
  /** The kind of entity, by its word in the account's log. */
  entity: string
  entityId: string
  args: A
  /** The entity as it was seen when the command was made, its version in it; null where there was none. */
  base: E | null
  /** What was typed, to open the form with again. */
  draft?: unknown
}

/** A command as a value: what is stored on the device, sent, shown, undone and told. Plain data, because it outlives a reload. */
export interface Command<E extends Entity = Entity, A = unknown> extends NewCommand<E, A> {
  account: string
  id: string
  /** Made once: however often it is sent, it has one effect. */
  key: string
  /** When it was made; ISO 8601 UTC. */
  at: string
}

/** Why the server refused. */
export interface RefusalReason {
  status: number
  code: RejectionCode | 'NETWORK'
  /** What the person reads. */
  text: string
  fields?: FieldErrors
}

/** What became of a command; times are milliseconds. */
export type CommandStatus =
  | { is: 'waiting' }
  /** Parked until the person decides. */
  | { is: 'refused'; at: number; reason: RefusalReason }
  /** Parked too: the account says something else than what it was made on, in these fields. */
  | { is: 'conflict'; at: number; theirs: Entity; fields: readonly string[] }
  /** The server has it, up to a position of the log. It stays for as long as something is shown that lacks it. */
  | ({ is: 'done'; before: Entity | null; after: Entity | null } & Position)

/** A command in its account's queue. */
export interface QueuedCommand {
  /** Its place in the queue, across tabs. */
  position: number
  command: Command
  status: CommandStatus
  /** How often it was sent without an answer that decides. */
  attempts: number
  /** How often of those the server failed on it. */
  failures?: number
  /** It was sent and nobody knows what became of it: the server may have it already. */
  isUncertain: boolean
  /** It waits for the account's subscription to come back. */
  isUnpaid?: boolean
}

export interface CommandCall {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** What is said of a command, in Portuguese. */
export interface CommandWords {
  /** What it is about: `Embalagens Aurora`. */
  subject: string
  /** The money at stake in centavos, with its sign; null where it is not about money. */
  centavos: number | null
  /** `Você corrigiu` */
  pastTense: string
  /** `Correção`, in front of a time. */
  noun: string
  /** `guardar R$ 200,00`, of something that waits for another decision. */
  infinitive: string
  /** Said when it is accepted; null where the screen says enough. */
  accepted: string | null
  /** Whether taking it back is offered with that. */
  offersUndo: boolean
  /** Where what was typed can be taken up again. */
  address: string
  /** Behind the reason of a refusal by what is there already: what to do about it. */
  advice?: string
}

/** An entry of the registry: all that anything else has to know of a command. */
export interface CommandKind<E extends Entity, A> {
  /** What it does to the life of its entity: what follows a beginning cannot be without it. */
  lifecycle: 'creates' | 'changes' | 'deletes'
  /** The version it was made on is sent along, so that nothing unseen is overwritten. */
  requiresVersion: boolean
  /** A difference, right on any amount: decided anew by the server, never merged here. */
  isDelta?: boolean
  /** Nothing is left of what stands in front of it, and nothing else is sent until it is known whether it happened. */
  discardsQueue?: true
  /** The fields that it changes or depends on. */
  affectedFields: (command: Command<E, A>) => readonly (keyof E & string)[]
  request: (command: Command<E, A>) => CommandCall
  /**
   * What is asked before it is sent, because the account may say something else since it was made; null where nothing is.
   * `refusal` is what the person reads where it must not go.
   */
  precheck?: (command: Command<E, A>) => { request: CommandCall; refusal: (parseAnswer: unknown) => string | null } | null
  /** What it does to other entities, as commands on them that are never stored or sent by themselves. */
  derivedCommands?: (command: Command<E, A>) => readonly NewCommand[]
  /** The entity by a good answer, most often its body; null where it is gone. */
  parseAnswer: (body: unknown, command: Command<E, A>) => E | null
  /** What the entity becomes. Applied again to what it led to, it changes nothing, unless it is a movement. */
  apply: (now: E | null, command: Command<E, A>) => E | null
  /**
   * What takes it back once the server has it; null where nothing does.
   * @param after the entity as the server answered it; null where that is not known any more
   */
  invert: (command: Command<E, A>, after: E | null) => NewCommand<E> | null
  /**
   * Of a correction: what it becomes where this device is right in these fields alone, whether it changed them or not.
   * What has none is done again as a whole, or not at all.
   */
  keepFields?: (command: Command<E, A>, fields: readonly (keyof E & string)[]) => Pick<NewCommand, 'name' | 'args'>
  words: (command: Command<E, A>) => CommandWords
}

/** What every kind of part has: it is sent with its command, which has the words. */
export const derivedKind = {
  requiresVersion: false,
  affectedFields: () => [],
  invert: () => null,
  parseAnswer: () => null,
  request: () => {
    throw new Error('A part is sent with its command')
  },
  words: (): CommandWords => ({
    subject: '',
    centavos: null,
    pastTense: '',
    noun: '',
    infinitive: '',
    accepted: null,
    offersUndo: false,
    address: '/dashboard',
  }),
} as const

/** How the fields of an entity are called and written, for the two sides of a conflict. */
export type FieldFormats<E extends Entity> = { [K in keyof E & string]?: { label: string; format: (entity: E) => string } }

/** The fields that are the entity's own account of itself, never a person's. */
const SERVER_FIELDS = new Set(['id', 'userId', 'version', 'createdAt', 'updatedAt'])

/** Every field that a person can change. */
export function editableFields<E extends Entity>(entity: E): (keyof E & string)[] {
  return (Object.keys(entity) as (keyof E & string)[]).filter((name) => !SERVER_FIELDS.has(name))
}

/** Only what differs from what was seen: what was not touched is not sent. */
export function pickChanges<E extends object, V extends Partial<E>>(seen: E, values: V): Partial<V> {
  const before = seen as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name])) as Partial<V>
}

/** The values that these fields had: what takes a change of them back. */
export function pickPrevious<E extends object, C extends Partial<E>>(seen: E, changes: C): C {
  return pickFields(seen, Object.keys(changes)) as C
}

/** The values of some fields alone. */
export function pickFields<E extends object>(entity: E, fields: readonly string[]): Partial<E> {
  const values = entity as Readonly<Record<string, unknown>>
  return Object.fromEntries(fields.map((name) => [name, values[name]])) as Partial<E>
}

/** For orders by a text such as a date: the smaller first. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
