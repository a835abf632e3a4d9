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

/** What stands after the columns in an insert of given rows, in the form of `givenRows`. @param cast the types of columns that are not as given */
export function givenValues(columns: Columns, several: boolean, cast: Readonly<Record<string, string>> = {}): string {
  const typed = (value: string, [name, type]: Columns[number]) => `${value}::${type}${cast[name] ? `::${cast[name]}` : ''}`
  if (!several) return `values (${columns.map((column, index) => typed(`$${index + 1}`, column)).join(', ')})`
  return `select ${columns.map((column) => typed(`v.${column[0]}`, column)).join(', ')} from ${givenRows(columns, 'v', several)}`
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

/** A type's number in Postgres, and a value in the form of its receive function. */
interface Type {
  oid: number
  bytesOf: (value: never) => Buffer
}

const moment: Type = { oid: 1184, bytesOf: (value: string) => int64(BigInt(millisecondsOf(value) - POSTGRES_EPOCH_MS) * 1000n) }

const types: Record<SqlType, Type> = {
  uuid: { oid: 2950, bytesOf: uuid },
  text: { oid: 25, bytesOf: (value: string) => Buffer.from(value) },
  bigint: { oid: 20, bytesOf: bigint },
  integer: { oid: 23, bytesOf: int32 },
  boolean: { oid: 16, bytesOf: (value: boolean) => Buffer.of(value ? 1 : 0) },
  date: { oid: 1082, bytesOf: (value: string) => int32((millisecondsOf(value) - POSTGRES_EPOCH_MS) / DAY_MS) },
  timestamptz: moment,
  'timestamptz(3)': moment,
  bytea: { oid: 17, bytesOf: (value: Buffer) => value },
  varbit: { oid: 1562, bytesOf: bits },
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

function bigint(value: number): Buffer {
  if (!Number.isSafeInteger(value)) throw new RangeError('A bigint must be a safe integer')
  return int64(BigInt(value))
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigInt64BE(value)
  return bytes
}

function uuid(value: string): Buffer {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) throw new RangeError('Not a UUID')
  return Buffer.from(value.replaceAll('-', ''), 'hex')
}

/** Given as `x` and hexadecimal, so many bits. */
function bits(value: string): Buffer {
  const bytes = Buffer.from(value.slice(1), 'hex')
  if (value[0] !== 'x' || bytes.length !== (value.length - 1) / 2) throw new RangeError('Not bits in hexadecimal')
  return Buffer.concat([int32(bytes.length * 8), bytes])
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
  const { oid, bytesOf } = types[type]
  const all = values.map((value) => (value === null || value === undefined ? null : bytesOf(value as never)))
  const [dimensions, nulls, lowerBound] = [1, all.includes(null) ? 1 : 0, 1]
  const header = [dimensions, nulls, oid, values.length, lowerBound]
  const array = Buffer.allocUnsafe(all.reduce((size, bytes) => size + 4 + (bytes?.length ?? 0), 4 * header.length))
  let end = 0
  for (const part of header) end = array.writeInt32BE(part, end)
  for (const bytes of all) {
    end = array.writeInt32BE(bytes?.length ?? -1, end)
    if (bytes) end += bytes.copy(array, end)
  }
  return array
}
