/** SQL types of encoded columns. */
export type SqlType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'date' | 'timestamptz' | 'timestamptz(3)' | 'bytea' | 'varbit'

/** The columns of a statement's input rows with their SQL types. */
export type SqlColumns = readonly (readonly [name: string, type: SqlType])[]

/** One row, a few, or any number: each is a statement with a text and a name of its own. */
export type RowCount = 'row' | 'few' | 'rows'

/** The most rows that are found by their place in the arrays: Postgres walks through an array up to the place. */
const MAX_FEW = 64

/** Which text a statement of so many rows takes. */
export function rowCountOf({ length }: readonly unknown[]): RowCount {
  if (length === 1) return 'row'
  return length <= MAX_FEW ? 'few' : 'rows'
}

/**
 * The FROM item of a statement's input rows, with parameters numbered from $1. One row is a plain select, which the planner
 * folds away; several are passed as one array per column.
 */
export function valuesSql(columns: SqlColumns, alias: string, count: RowCount): string {
  const names = columns.map(([name]) => name)
  if (count === 'row') return `(select ${columns.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(', ')}) as ${alias}`
  // The sub-select hides the number of rows from the planner. Otherwise a custom plan for exactly these rows always looks
  // cheaper than the cached one, and every execution is planned again.
  const arrays = columns.map(([, type], index) => (index === 0 ? `(select $1::${type}[])` : `$${index + 1}::${type}[]`))
  if (count === 'rows') return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`
  // Each array that is unnested costs Postgres as much as its elements in a few rows.
  const [first, ...others] = names
  const found = others.map((name, index) => `(${arrays[index + 1]})[a.place::integer] as ${name}`)
  return `(select ${[`a.${first}`, ...found].join(', ')} from unnest(${arrays[0]}) with ordinality as a(${first}, place)) as ${alias}`
}

/**
 * The part of an insert after its column list, for the rows of `valuesSql`. @param cast SQL types of columns that need another
 * cast
 */
export function insertValuesSql(columns: SqlColumns, count: RowCount, cast: Readonly<Record<string, string>> = {}): string {
  const typed = (value: string, [name, type]: SqlColumns[number]) => `${value}::${type}${cast[name] ? `::${cast[name]}` : ''}`
  if (count === 'row') return `values (${columns.map((column, index) => typed(`$${index + 1}`, column)).join(', ')})`
  return `select ${columns.map((column) => typed(`v.${column[0]}`, column)).join(', ')} from ${valuesSql(columns, 'v', count)}`
}

/** The parameters of `valuesSql` for the same columns: the values of a single row, or one array per column. */
export function rowParameters(columns: SqlColumns, rows: readonly (readonly unknown[])[]): readonly unknown[] {
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

/** Builds the texts of a statement, each once. */
export function byRowCount(spell: (count: RowCount) => string): Readonly<Record<RowCount, string>> {
  return { row: spell('row'), few: spell('few'), rows: spell('rows') }
}

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000

/** Reused output buffer of unknown final size; it grows to the largest array. */
let bytes = Buffer.allocUnsafeSlow(65_536)
/** A view of `bytes` for numbers. */
let view = new DataView(bytes.buffer)

/** A type's OID, and the writer of its binary receive format, which returns the end offset. */
interface BinaryType {
  oid: number
  write: (value: never, at: number) => number
}

const moment: BinaryType = { oid: 1184, write: microseconds }

const types: Record<SqlType, BinaryType> = {
  uuid: { oid: 2950, write: uuid },
  text: { oid: 25, write: (value: string, at) => at + bytes.write(value, at) },
  bigint: { oid: 20, write: bigint },
  integer: { oid: 23, write: int32 },
  boolean: { oid: 16, write: (value: boolean, at) => bytes.writeUInt8(value ? 1 : 0, at) },
  date: { oid: 1082, write: (value: string, at) => int32((millisecondsOf(value) - POSTGRES_EPOCH_MS) / DAY_MS, at) },
  timestamptz: moment,
  'timestamptz(3)': moment,
  bytea: { oid: 17, write: (value: Buffer, at) => at + value.copy(bytes, at) },
  varbit: { oid: 1562, write: bits },
}

function int32(value: number, at: number): number {
  if (value !== (value | 0)) throw new RangeError('An integer must have 32 bits')
  view.setInt32(at, value)
  return at + 4
}

function bigint(value: number, at: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint must be a safe integer')
  view.setInt32(at, Math.floor(value / 2 ** 32))
  view.setUint32(at + 4, value >>> 0)
  return at + 8
}

function microseconds(value: string, at: number): number {
  view.setBigInt64(at, BigInt(millisecondsOf(value) - POSTGRES_EPOCH_MS) * 1000n)
  return at + 8
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Hexadecimal digit values by character code. */
const HEX = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0)

function uuid(value: string, at: number): number {
  if (!UUID.test(value)) throw new RangeError('Not a UUID')
  let end = at
  for (let digit = 0; digit < value.length; digit += 2) {
    if (value[digit] === '-') digit++
    bytes[end++] = ((HEX[value.charCodeAt(digit)] as number) << 4) | (HEX[value.charCodeAt(digit + 1)] as number)
  }
  return end
}

/** `x` followed by hexadecimal digits of whole bytes. */
function bits(value: string, at: number): number {
  const count = bytes.write(value.slice(1), at + 4, 'hex')
  if (value[0] !== 'x' || count !== (value.length - 1) / 2) throw new RangeError('Not bits in hexadecimal')
  return int32(count * 8, at) + count
}

function millisecondsOf(iso: string): number {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw new RangeError('Not a date or time')
  return ms
}

/**
 * Encodes values as a binary Postgres array: parsing a text array takes a third of a small write. UUIDs, dates and timestamps
 * are ISO texts, bytes are Buffers, bits are `x` and whole bytes in hexadecimal; null and undefined become NULL.
 * @throws RangeError for a value that does not fit the type
 */
export function binaryArray(type: SqlType, values: readonly unknown[]): Buffer {
  const { oid, write } = types[type]
  const [dimensions, nulls, lowerBound] = [1, 1, 1]
  let end = 0
  for (const part of [dimensions, nulls, oid, values.length, lowerBound]) end = int32(part, end)
  for (const value of values) {
    const [start, isNull] = [end + 4, value === null || value === undefined]
    makeRoom(start + 3 * ((value as { length?: number } | null)?.length ?? 3))
    end = isNull ? start : write(value as never, start)
    int32(isNull ? -1 : end - start, start - 4)
  }
  const array = Buffer.allocUnsafe(end)
  bytes.copy(array, 0, 0, end)
  return array
}

function makeRoom(size: number): void {
  if (size <= bytes.length) return
  const before = bytes
  bytes = Buffer.allocUnsafeSlow(size * 2)
  view = new DataView(bytes.buffer)
  before.copy(bytes)
}
