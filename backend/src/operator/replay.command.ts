import type { LogRange } from '../event-store/stream/read-stream.js'
import type { TableRows } from '../event-store/projection/table.js'
import { replayAccount } from '../event-store/replay/replay.js'
import { summaryOfRows, transactionTotals } from '../transactions/transaction-totals.projection.js'
import { momentOrPositionArgument, operatorCommand } from './operator.js'

/** `ops replay`: every read model of an account at a moment. */
export const replayCommand = operatorCommand<{ account: string; at: LogRange }>({
  name: 'replay',
  description: 'Every read model of an account as it stood at a moment or position',
  account: 'required',
  options: (command) =>
    command.requiredOption('--at <time or seq>', 'ISO 8601 moment, or a position in the log; both included', momentOrPositionArgument),
  async run({ database, reading, print }, { account, at }) {
    const tables = await replayAccount(database.pool, reading, account, at)
    const summary = summaryOfRows(tables.find(({ table }) => table === transactionTotals.table)?.rows() ?? [])
    const rows = Object.fromEntries(tables.map((table) => [table.table.name, table.rows()]))
    print({ accountId: account, at, summary, tables: rows }, () => text(tables, summary))
  },
})

function text(tables: readonly TableRows[], summary: object): string {
  const listed = tables.map((table) => {
    const rows = table.rows()
    return `${table.table.name} (${rows.length})\n${rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')}`
  })
  return [`summary, in reais\n  ${JSON.stringify(summary)}`, ...listed].join('\n\n')
}
