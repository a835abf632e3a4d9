import type { DataKey } from '../../platform/crypto/account-keys.js'
import {
  EACH,
  type DomainEvent,
  type EventEnvelope,
  type EventDefinition,
  type EventFamily,
  type EventMeta,
  type EventRow,
  type RecordedEvent,
  type UnhashedRow,
} from './event.js'
import { chainHash } from './hash-chain.js'

interface SealedField {
  sealed: string
}

function isSealed(value: unknown): value is SealedField {
  return typeof value === 'object' && value !== null && typeof (value as SealedField).sealed === 'string'
}

/** Binds a sealed text to its event and field: it opens nowhere else. */
function contextOf(event: { accountId: string; seq: number }, path: readonly string[]): string {
  return `${event.accountId}\n${event.seq}\n${path.join('.')}`
}

/** The end of a path in event data: the object, the property, and the path with list indices filled in. */
interface PathEnd {
  holder: Record<string, unknown>
  name: string
  path: readonly string[]
}

/** All ends of a path in plain objects and lists; empty when the path leads nowhere. */
function findPathEnds(place: unknown, path: readonly string[], at = 0): PathEnd[] {
  const name = path[at]
  if (name === undefined || typeof place !== 'object' || place === null) return []
  if (name === EACH) return (place as unknown[]).flatMap((_, index) => findPathEnds(place, path.with(at, String(index)), at))
  const holder = place as Record<string, unknown>
  if (!(name in holder)) return []
  return at === path.length - 1 ? [{ holder, name, path }] : findPathEnds(holder[name], path, at + 1)
}

/**
 * Decrypts the text at a path on first access: most readers need few texts, and decryption takes longer than the rest of
 * decoding.
 */
function openLazily({ holder, name, path }: PathEnd, open: (value: SealedField, path: readonly string[]) => string): void {
  const value = holder[name]
  if (!isSealed(value)) return
  let opened: string | undefined
  Object.defineProperty(holder, name, { enumerable: true, configurable: true, get: () => (opened ??= open(value, path)) })
}

/** Thrown for a row that cannot be decoded. */
export class UnreadableEvent extends Error {
  constructor(event: { accountId: string; seq: number }, reason: string, options?: ErrorOptions) {
    super(`Event ${event.seq} of account ${event.accountId}: ${reason}`, options)
  }
}

/** Encodes events as rows and decodes rows, for every registered event family. */
export class EventCodec {
  readonly #definitions = new Map<string, EventDefinition>()

  constructor(families: readonly EventFamily[]) {
    for (const definition of families.flatMap((family) => family.definitions)) {
      if (this.#definitions.has(definition.type)) throw new Error(`Two events are called ${definition.type}`)
      this.#definitions.set(definition.type, definition)
    }
  }

  #definitionOf(type: string): EventDefinition {
    const definition = this.#definitions.get(type)
    if (!definition) throw new Error(`No event is called ${type}`)
    return definition
  }

  /** The row of an event that follows the row with `previousHash`. Throws when the data does not match its schema. */
  encode(event: DomainEvent, place: Omit<EventEnvelope, 'meta'>, meta: EventMeta, key: DataKey, previousHash: Buffer): EventRow {
    const definition = this.#definitionOf(event.type)
    // Parsing copies the data, so sealing does not change the event given to projections.
    const data = definition.schema.parse(event.data)
    for (const { path, unless } of definition.personal) {
      for (const end of findPathEnds(data, path)) {
        const value = end.holder[end.name]
        if (typeof value === 'string' && !unless.includes(value))
          end.holder[end.name] = { sealed: key.seal(value, contextOf(place, end.path)) }
      }
    }
    // Spread last: in V8, properties after a spread are a hundred times slower than those before it.
    const row = { type: event.type, schemaVersion: definition.version, data: JSON.stringify(data), meta: JSON.stringify(meta), ...place }
    return { hash: chainHash(previousHash, row), ...row }
  }

  /**
   * The event of a row, in its newest shape. Throws UnreadableEvent for an unknown type or a later version; accessing a text
   * that does not open throws it too.
   */
  decode(row: UnhashedRow, key: DataKey): RecordedEvent {
    const definition = this.#definitions.get(row.type)
    if (!definition) throw new UnreadableEvent(row, `its type ${row.type} is unknown`)
    if (row.schemaVersion < 1 || row.schemaVersion > definition.version) {
      throw new UnreadableEvent(row, `version ${row.schemaVersion} of ${row.type} is unknown`)
    }
    let data = JSON.parse(row.data) as Record<string, unknown>
    for (const { path } of definition.personal) {
      for (const end of findPathEnds(data, path)) openLazily(end, (value, of) => this.#open(row, of, value, key))
    }
    for (const upcast of definition.upcasters.slice(row.schemaVersion - 1)) data = upcast(data)
    const { accountId, seq, entity, entityId, entityVersion, recordedAt, type } = row
    return { accountId, seq, entity, entityId, entityVersion, recordedAt, type, data, meta: JSON.parse(row.meta) as EventMeta }
  }

  /** Whether a decoded event's data matches its schema. Checked by verification only; other readers trust the log. */
  matchesSchema(event: RecordedEvent): boolean {
    return this.#definitionOf(event.type).schema.safeParse(event.data).success
  }

  #open(row: UnhashedRow, path: readonly string[], value: SealedField, key: DataKey): string {
    try {
      return key.open(value.sealed, contextOf(row, path))
    } catch (cause) {
      throw new UnreadableEvent(row, `its field ${path.join('.')} does not open`, { cause })
    }
  }
}
