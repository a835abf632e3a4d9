import type { Position } from '@prumo/shared/freshness'
import type { ConnectionPool, SqlStatement } from '../../platform/database/connection-pool.js'
import { parsePosition, positionSql } from '../stream/log-name.js'

/** Runs the statements of one query, each of which also returns the end of the account's log in its snapshot. */
export class PositionedRows {
  readonly #positions = new Set<string>()

  constructor(
    private readonly on: Pick<ConnectionPool, 'lists'>,
    private readonly accountId: string,
  ) {}

  /** Whether all statements saw the same position. */
  get isConsistent(): boolean {
    return this.#positions.size < 2
  }

  /** The position they saw. Throws when no statement ran. */
  get position(): Position {
    const [position] = this.#positions
    if (position === undefined) throw new Error('A query without statements has no position')
    return parsePosition(position)
  }

  /** The rows of a read-only statement, as `Database.rows` returns them. */
  readonly rows = async <Row>(statement: SqlStatement, values: unknown[] = []): Promise<Row[]> => {
    const { names, rows } = await this.on.lists(withPosition(statement, values.length + 1), [...values, this.accountId])
    this.#positions.add(rows[0]?.[0] as string)
    // A result without rows still has one, for the position.
    return rows.filter(([, isFound]) => isFound).map((row) => toObject(names, row) as Row)
  }
}

/** Number of columns before those of the statement. */
const LEADING_COLUMNS = 2

// A left join of a single row with the statement's result, which keeps the order of its rows.
function withPosition({ name, text, ...rest }: SqlStatement, parameter: number): SqlStatement {
  const wrapped = `
    select ${positionSql(`$${parameter}::uuid`)} as position, found.*
    from (select) as one left join (select true as is_found, answer.* from (${text}) as answer) as found on true`
  return { ...rest, ...(name !== undefined && { name: `positioned-${name}` }), text: wrapped }
}

function toObject(names: readonly string[], values: readonly unknown[]): unknown {
  const row: Record<string, unknown> = {}
  for (let at = LEADING_COLUMNS; at < names.length; at++) row[names[at] as string] = values[at]
  return row
}
