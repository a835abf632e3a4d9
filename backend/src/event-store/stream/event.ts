/** What caused a command to be issued. */
export type Source = 'app' | 'stripe' | 'ops' | 'seed'

/** What a decider produces: a fact and its data, before the log gives it a place. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type
  data: Data
}

/** Where an event comes from; never holds personal data. */
export interface EventMeta {
  /** The idempotency key of the command, or an id made for it. */
  commandId: string
  /** The account's own user, or the process that acted. */
  actor: string
  source: Source
  /** The position of the event that this one takes back, where it was made to. */
  undoes?: number
}

/** The place of an event in its account's log. */
export interface Envelope {
  accountId: string
  /** Gapless from 1 within the account. */
  seq: number
  /** The kind of entity, such as `transaction`. */
  entity: string
  entityId: string
  /** Grows by one with each command on the entity; events of one command share it. */
  entityVersion: number
  /** ISO 8601 UTC with milliseconds; never below that of the account's event before. */
  recordedAt: string
  meta: EventMeta
}

/** An event as projections and `evolve` see it: in its place, in clear, in its newest shape. */
export type Recorded<E extends DomainEvent = DomainEvent> = E & Envelope

/** An event as its row holds it: the exact texts that the chain covers. */
export interface EventRow extends Omit<Envelope, 'meta'> {
  type: string
  schemaVersion: number
  /** The exact JSON text of the data, personal fields sealed. */
  data: string
  /** The exact JSON text of the meta. */
  meta: string
  hash: Buffer
}

/** The same without its hash: what the hash is computed of, and all that reading it needs. */
export type UnhashedRow = Omit<EventRow, 'hash'>

/**
 * The event after which everything of an account is gone but who it is and what it pays for: what was written last
 * before it is there no more, and its ids stay used. The head knows the position of the last one.
 */
export const ACCOUNT_RESET = 'AccountReset' as const

/** The event that ends the log of an erased account: from then on its key is gone, and nothing of it is read. */
export const ACCOUNT_ERASED = 'AccountErased' as const
