import type { Position } from '@prumo/shared/freshness'
import type { RejectionCode, FieldErrors } from '@prumo/shared/rejections'

/** The fields of every entity in the API. */
export interface Entity {
  id: string
  version: number
}

/** Which entity a command is about. */
export interface EntityName {
  entity: string
  entityId: string
}

/** A command as a screen creates it: without what depends on the time and the account. */
export interface NewCommand<E extends Entity = Entity, A = unknown> {
  /** The name of its kind in the registry, such as `task.correct`. */
  name: string
  /** The kind of entity, as named in the account's log. */
  entity: string
  entityId: string
  args: A
  /** The entity that the command was made on, with its version; null if there was none. */
  base: E | null
  /** The form's input, to open the form with again. */
  draft?: unknown
}

/** A command as stored on the device, sent, shown and undone. Plain data, because it outlives a reload. */
export interface Command<E extends Entity = Entity, A = unknown> extends NewCommand<E, A> {
  account: string
  id: string
  /** The idempotency key: however often the command is sent, it has one effect. */
  key: string
  /** When it was created; ISO 8601, UTC. */
  at: string
}

/** Why the server refused a command. */
export interface RefusalReason {
  status: number
  code: RejectionCode | 'NETWORK'
  /** The text for the person. */
  text: string
  fields?: FieldErrors
}

/** The state of a command; times are in milliseconds. */
export type CommandStatus =
  | { is: 'waiting' }
  /** Parked until the person decides. */
  | { is: 'refused'; at: number; reason: RefusalReason }
  /** Parked until the person decides: these fields differ on the server from the entity that it was made on. */
  | { is: 'conflict'; at: number; theirs: Entity; fields: readonly string[] }
  /** The server has it, up to a position of the log. It stays in the queue while a cached answer lacks it. */
  | ({ is: 'done'; before: Entity | null; after: Entity | null } & Position)

/** A command in its account's queue. */
export interface QueuedCommand {
  /** Its place in the queue, the same in all tabs. */
  position: number
  command: Command
  status: CommandStatus
  /** How often it was sent without a final answer. */
  attempts: number
  /** How many of those attempts ended in a server error. */
  failures?: number
  /** It was sent and no answer arrived: the server may have it. */
  isUncertain: boolean
  /** It waits for the account's subscription to be paid. */
  isUnpaid?: boolean
}

export interface CommandCall {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Limit for the whole answer in milliseconds, for a request that takes longer than others. */
  timeoutMs?: number
}

/** The texts about a command, in Portuguese. */
export interface CommandWords {
  /** What it changes: `Embalagens Aurora`. */
  subject: string
  /** Its amount in centavos, with its sign; null without one. */
  centavos: number | null
  /** `Você corrigiu` */
  pastTense: string
  /** `Correção`, followed by a time. */
  noun: string
  /** `guardar R$ 200,00`, for a command that waits for a decision. */
  infinitive: string
  /** The toast when it is accepted; null if the screen shows enough. */
  accepted: string | null
  /** Whether the toast offers an undo. */
  offersUndo: boolean
  /** The screen on which the input can be continued. */
  address: string
  /** Follows the reason of a refusal by a conflict: what to do about it. */
  advice?: string
}

/** A kind of command in the registry: everything that the engine and the screens need to know about it. */
export interface CommandKind<E extends Entity, A> {
  /** Its effect on the existence of its entity. Discarding a command that creates discards the later ones too. */
  lifecycle: 'creates' | 'changes' | 'deletes'
  /** Sends the version it was made on, so that it never overwrites an unseen change. */
  requiresVersion: boolean
  /** A difference, valid on any amount: the server applies it, and it is never merged here. */
  isDelta?: boolean
  /** Discards all earlier commands, and blocks sending until its outcome is known. */
  discardsQueue?: true
  /** The fields that it changes or depends on. */
  affectedFields: (command: Command<E, A>) => readonly (keyof E & string)[]
  /** @param found the answer to `lookup` */
  request: (command: Command<E, A>, found?: unknown) => CommandCall
  /** The path of what is read right before each send, to make the request. */
  lookup?: (command: Command<E, A>) => string
  /**
   * A request before the first send, in case the account has changed since the command was made; null to skip it. `refusal` returns
   * the reason not to send the command, or null.
   */
  precheck?: (command: Command<E, A>) => { request: CommandCall; refusal: (parseAnswer: unknown) => string | null } | null
  /** Its effects on other entities, as commands that are never stored or sent by themselves. */
  derivedCommands?: (command: Command<E, A>) => readonly NewCommand[]
  /**
   * What screens show of it on other entities, as commands that are never stored or sent. Unlike derived commands they are no part of
   * those entities: later commands on them neither wait for this one nor end with it.
   */
  shownEffects?: (command: Command<E, A>) => readonly NewCommand[]
  /** A shown effect that is applied to the present entity also once its command is done: its answer does not have that entity. */
  accumulates?: true
  /** The body of its request is the file that the device stores with it. */
  sendsFile?: true
  /** The entities that its request names: it is sent after the commands on them that were made before. */
  dependencies?: (command: Command<E, A>) => readonly EntityName[]
  /** The resulting entity from a successful answer, with the log's position after it; null if it is gone. */
  parseAnswer: (body: unknown, command: Command<E, A>, position: Position) => E | null
  /** The entity after the command. Idempotent, except for a difference. */
  apply: (now: E | null, command: Command<E, A>) => E | null
  /**
   * The command that undoes it once the server has it; null if none can.
   * @param after the entity in the server's answer; null if it is no longer known
   */
  invert: (command: Command<E, A>, after: E | null) => NewCommand<E> | null
  /**
   * For a correction: the command that keeps this device's values in these fields, whether or not it had changed them. Other kinds
   * can only be retried as a whole.
   */
  keepFields?: (command: Command<E, A>, fields: readonly (keyof E & string)[]) => Pick<NewCommand, 'name' | 'args'>
  words: (command: Command<E, A>) => CommandWords
}

/** The common part of derived kinds: their parent is sent, and has the words. */
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

/** The names of other entities that a field refers to. */
export interface ReferredNames {
  walletName: (id: string) => string
}

/** The labels and formats of an entity's fields, for both sides of a conflict. */
export type FieldFormats<E extends Entity> = {
  [K in keyof E & string]?: { label: string; format: (entity: E, names: ReferredNames) => string }
}

/** Fields that the server sets. */
const SERVER_FIELDS = new Set(['id', 'userId', 'version', 'createdAt', 'updatedAt', 'attachmentCount'])

/** The fields that a person can change. */
export function editableFields<E extends Entity>(entity: E): (keyof E & string)[] {
  return (Object.keys(entity) as (keyof E & string)[]).filter((name) => !SERVER_FIELDS.has(name))
}

/** The values that differ from `seen`: unchanged fields are not sent. */
export function pickChanges<E extends object, V extends Partial<E>>(seen: E, values: V): Partial<V> {
  const before = seen as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSameValue(value, before[name]))) as Partial<V>
}

/** Whether two values of a field are equal; some are lists and objects. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, values] = [Object.keys(one), other as Readonly<Record<string, unknown>>]
  return (
    names.length === Object.keys(values).length &&
    names.every((name) => isSameValue((one as Readonly<Record<string, unknown>>)[name], values[name]))
  )
}

/** The previous values of changed fields, for an undo. */
export function pickPrevious<E extends object, C extends Partial<E>>(seen: E, changes: C): C {
  return pickFields(seen, Object.keys(changes)) as C
}

/** Only these fields. */
export function pickFields<E extends object>(entity: E, fields: readonly string[]): Partial<E> {
  const values = entity as Readonly<Record<string, unknown>>
  return Object.fromEntries(fields.map((name) => [name, values[name]])) as Partial<E>
}

/** Orders texts such as dates, the smaller first. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
