/** How new an answer is: the positions and headers by which the server says it and a device asks for it. */

/** A place in an account's log. Two logs of one account are two histories: of their positions none is before the other. */
export interface Position {
  /** Names the history: another one after a fail-over or a restore, which may have lost events. */
  log: string
  /** The last event up to here. */
  seq: number
}

/** What an answer reflects; parts that workers computed, by their names, may be older than the rest. */
export interface Reflected extends Position {
  parts: Readonly<Record<string, number>>
}

/** Where the commands of some keys are: each key's position, or null where the answer does not include it. */
export type Included = ReadonlyMap<string, number | null>

/** Every signed-in answer that speaks of the log: `Reflected`. */
export const SEQ_HEADER = 'Prumo-Seq'
/** A read that names commands whose fate is unknown, by their idempotency keys. */
export const ASKS_HEADER = 'Prumo-Asks'
/** The answer to it. */
export const INCLUDED_HEADER = 'Prumo-Included'
/** A read that wants at least a position. */
export const MIN_SEQ_HEADER = 'Prumo-Min-Seq'

/** So many keys may be asked for at once. */
export const MAX_ASKS = 20

const POSITION = /^([0-9a-z]{1,32})\.(0|[1-9]\d{0,14})$/
const PART = /^([a-z][a-z-]{0,39})=(0|[1-9]\d{0,14})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const COMMA = /[ \t]*,[ \t]*/

/** `<log>.<seq>` */
export function writePosition({ log, seq }: Position): string {
  return `${log}.${seq}`
}

/** The position that a text tells; null for anything else. */
export function readPosition(text: string): Position | null {
  const [, log, seq] = POSITION.exec(text) ?? []
  return log === undefined ? null : { log, seq: Number(seq) }
}

/** `<log>.<seq>, insights=<seq>` */
export function writeReflected({ parts, ...position }: Reflected): string {
  return [writePosition(position), ...Object.entries(parts).map(([name, seq]) => `${name}=${seq}`)].join(', ')
}

/** What a `Prumo-Seq` tells; null for anything else. */
export function readReflected(text: string): Reflected | null {
  const [first = '', ...others] = text.split(COMMA)
  const position = readPosition(first)
  const parts = others.map((each) => PART.exec(each))
  if (!position || parts.includes(null)) return null
  return { ...position, parts: Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2])])) }
}

export function writeAsks(keys: readonly string[]): string {
  return keys.join(', ')
}

/** The keys that a `Prumo-Asks` names, in lower case; null unless they are 1 to `MAX_ASKS` UUIDs. */
export function readAsks(text: string): string[] | null {
  // `COMMA` would be quadratic in a run of blanks, and this text is a client's.
  const keys = text.split(',').map((key) => key.trim())
  return keys.length <= MAX_ASKS && keys.every((key) => UUID.test(key)) ? keys.map((key) => key.toLowerCase()) : null
}

/** `<key>=<seq>, <key>=no` */
export function writeIncluded(included: Included): string {
  return [...included].map(([key, seq]) => `${key}=${seq ?? 'no'}`).join(', ')
}

/** What a `Prumo-Included` tells; null for anything else. */
export function readIncluded(text: string): Included | null {
  const entries = text.split(COMMA).map((each) => each.split('='))
  const isEntry = ([key = '', seq = '', ...rest]: string[]) => rest.length === 0 && UUID.test(key) && /^(no|[1-9]\d{0,14})$/.test(seq)
  return entries.every(isEntry) ? new Map(entries.map(([key = '', seq]) => [key, seq === 'no' ? null : Number(seq)])) : null
}
