/** SQL types that rows are given in. */
export type SqlType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'date' | 'timestamptz' | 'timestamptz(3)' | 'bytea' | 'varbit'

/** The columns of rows that a statement is given as values, each with its SQL type. */
export type SqlColumns = readonly (readonly [name: string, type: SqlType])[]

/**
 * What stands after `from` for given rows, their values numbered from $1. One row is a select of its values, which
 * the planner folds away; several come as arrays, one a column.
 */
export function valuesSql(columns: SqlColumns, alias: string, several: boolean): string {
  const names = columns.map(([name]) => name)
  if (!several) return `(select ${columns.map(([name, type], index) => `$${index + 1}::${type} as ${name}`).join(', ')}) as ${alias}`
  // The sub-select hides how many rows there are from the planner: otherwise a plan made for just these rows always
  // looks cheaper than the prepared one, and each statement is planned anew.
  const arrays = columns.map(([, type], index) => (index === 0 ? `(select $1::${type}[])` : `$${index + 1}::${type}[]`))
  return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`
}

/** What stands after the columns in an insert of given rows, in the form of `valuesSql`. @param cast the types of columns that are not as given */
export function insertValuesSql(columns: SqlColumns, several: boolean, cast: Readonly<Record<string, string>> = {}): string {
  const typed = (value: string, [name, type]: SqlColumns[number]) => `${value}::${type}${cast[name] ? `::${cast[name]}` : ''}`
  if (!several) return `values (${columns.map((column, index) => typed(`$${index + 1}`, column)).join(', ')})`
  return `select ${columns.map((column) => typed(`v.${column[0]}`, column)).join(', ')} from ${valuesSql(columns, 'v', several)}`
}

/** The values of `valuesSql` for the same columns: those of the one row, or an array a column. */
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

/** A statement's text for one given row and for several, each spelled once; what it is called with says whether there are several. */
export function byRowCount(spell: (several: boolean) => string): (several: boolean) => string {
  const [one, many] = [spell(false), spell(true)]
  return (several) => (several ? many : one)
}

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000

/** What an array is written into before its size is known; it grows with the largest. */
let bytes = Buffer.allocUnsafeSlow(65_536)
/** The same, for numbers. */
let view = new DataView(bytes.buffer)

/** A type's number in Postgres, and how a value is written in the form of its receive function; answers where it ends. */
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
/** The value of a hexadecimal digit, by its number as a character. */
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

/** Given as `x` and hexadecimal, so many bits. */
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
 * Values as Postgres receives an array of a type in binary: reading the text of an array costs it a third of a small
 * write. UUIDs, dates and moments are given as ISO texts, bytes as Buffers, bits as `x` and
 * whole bytes in hexadecimal; null and undefined are null.
 * @throws RangeError for what is not of the type
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
