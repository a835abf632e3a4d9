import type { Position } from '@prumo/shared/freshness'
import type { ConnectionPool, SqlStatement } from '../../platform/database/connection-pool.js'
import { parsePosition, positionSql } from '../stream/log-name.js'

/** Runs the statements of one question, each so that it also answers where the account's log ended in its snapshot. */
export class PositionedRows {
  readonly #positions = new Set<string>()

  constructor(
    private readonly on: Pick<ConnectionPool, 'lists'>,
    private readonly accountId: string,
  ) {}

  /** Whether all statements answered the same position. */
  get isConsistent(): boolean {
    return this.#positions.size < 2
  }

  /** The position that they answered. Throws for a question that asked nothing. */
  get position(): Position {
    const [position] = this.#positions
    if (position === undefined) throw new Error('A question that asks nothing is of no position')
    return parsePosition(position)
  }

  /** The rows of a statement that only reads, as `Database.rows` answers them. */
  readonly rows = async <Row>(statement: SqlStatement, values: unknown[] = []): Promise<Row[]> => {
    const { names, rows } = await this.on.lists(withPosition(statement, values.length + 1), [...values, this.accountId])
    this.#positions.add(rows[0]?.[0] as string)
    // One that found nothing has a row all the same, for the position.
    return rows.filter(([, isFound]) => isFound).map((row) => toObject(names, row) as Row)
  }
}

/** How many columns the statement leads with. */
const LEADING_COLUMNS = 2

// Nothing is joined to a row but all rows of the statement as they come, so they keep their order.
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
