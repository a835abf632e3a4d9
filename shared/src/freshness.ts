/** Freshness of answers: log positions, and the headers in which the server reports them and a device requires them. */

/** A position in an account's log. Positions of two logs of one account cannot be compared: they belong to two histories. */
export interface Position {
  /** Names the history. It changes after a fail-over or a restore, which may have lost events. */
  log: string
  /** Sequence number of the last included event. */
  seq: number
}

/** The position that an answer reflects. Precomputed `parts`, by their names, may reflect an older one. */
export interface Reflected extends Position {
  parts: Readonly<Record<string, number>>
}

/** Position of each command by its idempotency key; null when the answer does not include the command. */
export type Included = ReadonlyMap<string, number | null>

/** Header of signed-in answers that depend on the log: `Reflected`. */
export const SEQ_HEADER = 'Prumo-Seq'
/** Request header of a read: idempotency keys of commands with an unknown outcome. */
export const ASKS_HEADER = 'Prumo-Asks'
/** Answer to `Prumo-Asks`: `Included`. */
export const INCLUDED_HEADER = 'Prumo-Included'
/** Request header of a read that needs at least this position. */
export const MIN_SEQ_HEADER = 'Prumo-Min-Seq'

/** Limit of keys in one `Prumo-Asks`. */
export const MAX_ASKS = 20

const POSITION = /^([0-9a-z]{1,32})\.(0|[1-9]\d{0,14})$/
const PART = /^([a-z][a-z-]{0,39})=(0|[1-9]\d{0,14})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const COMMA = /[ \t]*,[ \t]*/

/** `<log>.<seq>` */
export function writePosition({ log, seq }: Position): string {
  return `${log}.${seq}`
}

/** Parses a position; null when malformed. */
export function readPosition(text: string): Position | null {
  const [, log, seq] = POSITION.exec(text) ?? []
  return log === undefined ? null : { log, seq: Number(seq) }
}

/** `<log>.<seq>, insights=<seq>` */
export function writeReflected({ parts, ...position }: Reflected): string {
  return [writePosition(position), ...Object.entries(parts).map(([name, seq]) => `${name}=${seq}`)].join(', ')
}

/** Parses `Prumo-Seq`; null when malformed. */
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

/** Parses `Prumo-Asks` into lower-cased keys; null unless they are 1 to `MAX_ASKS` UUIDs. */
export function readAsks(text: string): string[] | null {
  // Client input: splitting by `COMMA` would be quadratic in a run of blanks.
  const keys = text.split(',').map((key) => key.trim())
  return keys.length <= MAX_ASKS && keys.every((key) => UUID.test(key)) ? keys.map((key) => key.toLowerCase()) : null
}

/** `<key>=<seq>, <key>=no` */
export function writeIncluded(included: Included): string {
  return [...included].map(([key, seq]) => `${key}=${seq ?? 'no'}`).join(', ')
}

/** Parses `Prumo-Included`; null when malformed. */
export function readIncluded(text: string): Included | null {
  const entries = text.split(COMMA).map((each) => each.split('='))
  const isEntry = ([key = '', seq = '', ...rest]: string[]) => rest.length === 0 && UUID.test(key) && /^(no|[1-9]\d{0,14})$/.test(seq)
  return entries.every(isEntry) ? new Map(entries.map(([key = '', seq]) => [key, seq === 'no' ? null : Number(seq)])) : null
}
