/** SQL types that rows are given in. */
export type SqlType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'date' | 'timestamptz' | 'timestamptz(3)' | 'bytea' | 'varbit'

/** The columns of rows that a statement is given as values, each with its SQL type. */
export type Columns = readonly (readonly [name: string, type: SqlType])[]

/**
 * What stands after `from` for given rows, their values numbered from $1. One row is a select of its values, which
 * the planner folds away; several come as arrays, one a column.
 */
export function givenRows(columns: Columns, alias: string, several: boolean): string {
  const names = columns.map(([name]) => name)
  if (!several) return `(select ${columns.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(', ')}) as ${alias}`
  // The sub-select hides how many rows there are from the planner: otherwise a plan made for just these rows always
  // looks cheaper than the prepared one, and each statement is planned anew.
  const arrays = columns.map(([, type], index) => (index === 0 ? `(select $1::${type}[])` : `$${index + 1}::${type}[]`))
  return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`
}

/** The values of `givenRows` for the same columns: those of the one row, or an array a column. */
export function rowValues(columns: Columns, rows: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first = []] = rows
  return rows.length === 1
    ? first
    : columns.map(([, type], column) =>
        binaryArray(
          type,
          rows.map((row) => row[column]),
        ),
      )
}

/** A statement's text for one given row and for several, each spelled once; what it is called with says whether there are several. */
export function forms(spell: (several: boolean) => string): (several: boolean) => string {
  const [one, many] = [spell(false), spell(true)]
  return (several) => (several ? many : one)
}

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000
const TWO_32 = 2 ** 32
const HYPHEN = 45
const NO_DIGIT = 16
/** The value of a hexadecimal digit by its character code. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
for (let value = 0; value < NO_DIGIT; value++) {
  const digit = value.toString(16)
  DIGITS[digit.charCodeAt(0)] = DIGITS[digit.toUpperCase().charCodeAt(0)] = value
}

/** Values one after the other in the form of Postgres' receive functions, in memory that is used again and again. */
class Writing {
  #bytes = Buffer.allocUnsafe(16_384)
  #end = 0
  #moment = ''
  #micros = 0n

  get end(): number {
    return this.#end
  }

  /** Begins anew, after so many bytes that are written last. */
  begin(after: number): void {
    this.#end = after
  }

  /** Makes sure that so many bytes can follow. */
  room(more: number): void {
    if (this.#end + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#end + more))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }

  integerAt(place: number, value: number): void {
    this.#bytes.writeInt32BE(value, place)
  }

  integer(value: number): void {
    this.#end = this.#bytes.writeInt32BE(value, this.#end)
  }

  bigint(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError('A bigint must be a safe integer')
    const high = Math.floor(value / TWO_32)
    this.#end = this.#bytes.writeInt32BE(high, this.#end)
    this.#end = this.#bytes.writeUInt32BE(value - high * TWO_32, this.#end)
  }

  boolean(value: boolean): void {
    this.#bytes[this.#end++] = value ? 1 : 0
  }

  text(value: string): void {
    this.#end += this.#bytes.write(value, this.#end)
  }

  bytea(value: Buffer): void {
    this.#end += value.copy(this.#bytes, this.#end)
  }

  /** Given as `x` and hexadecimal, so many bits. */
  bits(value: string): void {
    const bytes = (value.length - 1) / 2
    this.integer(bytes * 8)
    if (value[0] !== 'x' || this.#bytes.write(value.slice(1), this.#end, 'hex') !== bytes) throw new RangeError('Not bits in hexadecimal')
    this.#end += bytes
  }

  /** Digit by digit, because it is the type there is most of: decoding through strings takes four times as long. */
  uuid(value: string): void {
    const bytes = this.#bytes
    let end = this.#end
    let digits = 0
    for (let at = 0; at < 36; at += 2) {
      if (value.charCodeAt(at) === HYPHEN) at++
      const high = DIGITS[value.charCodeAt(at)] ?? NO_DIGIT
      const low = DIGITS[value.charCodeAt(at + 1)] ?? NO_DIGIT
      digits |= high | low
      bytes[end++] = (high << 4) | low
    }
    if (digits >= NO_DIGIT || end - this.#end !== 16 || value.length !== 36) throw new RangeError('Not a UUID')
    this.#end = end
  }

  date(value: string): void {
    this.integer((millisecondsOf(value) - POSTGRES_EPOCH_MS) / DAY_MS)
  }

  /** Rows of one batch mostly have one moment, so the last one is remembered. */
  moment(value: string): void {
    if (value !== this.#moment) [this.#moment, this.#micros] = [value, BigInt(millisecondsOf(value) - POSTGRES_EPOCH_MS) * 1000n]
    this.#end = this.#bytes.writeBigInt64BE(this.#micros, this.#end)
  }

  /** A copy of what is written. */
  written(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#end))
  }
}

function millisecondsOf(iso: string): number {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw new RangeError('Not a date or time')
  return ms
}

interface Element {
  oid: number
  write: (to: Writing, value: never) => void
  /** How many bytes a value takes at most. */
  most: (value: never) => number
}

const fixed = (size: number) => () => size
const moment: Element = { oid: 1184, most: fixed(8), write: (to, value: string) => to.moment(value) }

const elements: Record<SqlType, Element> = {
  uuid: { oid: 2950, most: fixed(16), write: (to, value: string) => to.uuid(value) },
  text: { oid: 25, most: (value: string) => value.length * 3, write: (to, value: string) => to.text(value) },
  bigint: { oid: 20, most: fixed(8), write: (to, value: number) => to.bigint(value) },
  integer: { oid: 23, most: fixed(4), write: (to, value: number) => to.integer(value) },
  boolean: { oid: 16, most: fixed(1), write: (to, value: boolean) => to.boolean(value) },
  date: { oid: 1082, most: fixed(4), write: (to, value: string) => to.date(value) },
  timestamptz: moment,
  'timestamptz(3)': moment,
  bytea: { oid: 17, most: (value: Buffer) => value.length, write: (to, value: Buffer) => to.bytea(value) },
  varbit: { oid: 1562, most: (value: string) => 4 + value.length, write: (to, value: string) => to.bits(value) },
}

const HEADER_BYTES = 20
const writing = new Writing()

/**
 * Values as Postgres receives an array of a type in binary: reading the text of an array costs it a third of a small
 * write. UUIDs, dates and moments are given as ISO texts, bytes as Buffers, bits as `x` and
 * whole bytes in hexadecimal; null and undefined are null.
 * @throws RangeError for what is not of the type
 */
export function binaryArray(type: SqlType, values: readonly unknown[]): Buffer {
  const { oid, most, write } = elements[type]
  let nulls = 0
  writing.begin(HEADER_BYTES)
  for (const value of values) {
    if (value === null || value === undefined) {
      nulls = 1
      writing.room(4)
      writing.integer(-1)
      continue
    }
    writing.room(4 + most(value as never))
    const start = writing.end
    writing.integer(0)
    write(writing, value as never)
    writing.integerAt(start, writing.end - start - 4)
  }
  const [dimensions, lowerBound] = [1, 1]
  for (const [index, part] of [dimensions, nulls, oid, values.length, lowerBound].entries()) writing.integerAt(4 * index, part)
  return writing.written()
}
