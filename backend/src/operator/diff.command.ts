import type { LogRange } from '../event-store/stream/read-stream.js'
import type { ProjectionRow, Table, TableRows } from '../event-store/projection/table.js'
import { replayAccount } from '../event-store/replay/replay.js'
import { momentOrPositionArgument, operatorCommand } from './operator.js'

/** A row that differs between two moments; null where it is missing. */
interface RowDifference {
  table: string
  before: ProjectionRow | null
  after: ProjectionRow | null
}

/** `ops diff`: the changes of an account's read models between two moments. */
export const diffCommand = operatorCommand<{ account: string; from: LogRange; to: LogRange }>({
  name: 'diff',
  description: 'What changed in the read models of an account between two moments or positions',
  account: 'required',
  options: (command) =>
    command
      .requiredOption('--from <time or seq>', 'the earlier moment or position', momentOrPositionArgument)
      .requiredOption('--to <time or seq>', 'the later one', momentOrPositionArgument),
  async run({ database, reading, print }, { account, from, to }) {
    const before = await replayAccount(database.pool, reading, account, from)
    const after = await replayAccount(database.pool, reading, account, to)
    for (const [index, rows] of before.entries()) {
      for (const difference of differences(rows, after[index] as TableRows)) print(difference, () => text(rows.table, difference))
    }
  },
})

function differences(before: TableRows, after: TableRows): RowDifference[] {
  const { table } = before
  const keyOf = (row: ProjectionRow) => JSON.stringify(table.key.map((column) => row[column]))
  const old = new Map(before.rows().map((row) => [keyOf(row), row]))
  const found: RowDifference[] = []
  for (const row of after.rows()) {
    const was = old.get(keyOf(row)) ?? null
    old.delete(keyOf(row))
    if (!was || changedColumns(table, was, row).length > 0) found.push({ table: table.name, before: was, after: row })
  }
  return [...found, ...[...old.values()].map((row) => ({ table: table.name, before: row, after: null }))]
}

function changedColumns(table: Table, before: ProjectionRow, after: ProjectionRow): string[] {
  return Object.keys(table.columns).filter((column) => before[column] !== after[column])
}

function text(table: Table, { before, after }: RowDifference): string {
  const key = table.key.slice(1).map((column) => (after ?? before)?.[column])
  if (!before) return `+ ${table.name} ${JSON.stringify(after)}`
  if (!after) return `- ${table.name} ${JSON.stringify(before)}`
  const changes = changedColumns(table, before, after).map(
    (column) => `${column}: ${JSON.stringify(before[column])} → ${JSON.stringify(after[column])}`,
  )
  return `~ ${table.name} ${JSON.stringify(key)} ${changes.join(', ')}`
}
