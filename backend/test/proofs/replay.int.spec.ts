import { Rejected } from '@prumo/shared/rejections'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { isoText, readLog } from '@prumo/backend/event-store/stream/read-stream'
import { loadDataKey } from '@prumo/backend/event-store/keys/stored-keys'
import { replayAccount } from '@prumo/backend/event-store/replay/replay'
import { shapeOf, type ProjectionRow, type Table } from '@prumo/backend/event-store/projection/table'
import type { RecordedEvent } from '@prumo/backend/event-store/stream/event'
import type { TransactionCommand } from '@prumo/backend/transactions/transaction.decider'
import { issue, openTestLog, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const ACCOUNTS = 3
const ENTITIES = 4

const details = fc.record({
  description: fc.constantFrom('Bolo', 'Aluguel do ponto', 'Gás'),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  type: fc.constantFrom('income' as const, 'expense' as const),
  category: fc.constantFrom('Vendas', 'Outros', 'Feira de sábado', null),
  date: fc.constantFrom('2024-02-29', '2026-10-31', '2026-11-01'),
  isScheduled: fc.boolean(),
})
const changes = fc.record(
  {
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    type: fc.constantFrom('income' as const, 'expense' as const),
    category: fc.constantFrom('Vendas', 'Feira de sábado', null),
    note: fc.constantFrom('Pagar no balcão', null),
    transactionDate: fc.constantFrom('2024-02-29', '2026-11-01'),
    isScheduled: fc.boolean(),
    isConfirmed: fc.boolean(),
    isReceived: fc.boolean(),
  },
  { requiredKeys: [] },
)
const command: fc.Arbitrary<TransactionCommand> = fc.oneof(
  { weight: 4, arbitrary: details.map((of) => ({ type: 'RecordTransaction' as const, details: of })) },
  { weight: 5, arbitrary: changes.map((of) => ({ type: 'CorrectTransaction' as const, changes: of })) },
  { weight: 2, arbitrary: fc.constant({ type: 'DeleteTransaction' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'RestoreTransaction' as const }) },
)
const steps = fc.array(fc.record({ account: fc.nat(ACCOUNTS - 1), entity: fc.nat(ENTITIES - 1), command }), { minLength: 1, maxLength: 60 })

/** Every stored row of every read model of these accounts. */
async function storedRows(accounts: readonly string[]): Promise<Record<string, ProjectionRow[]>> {
  const tables: Record<string, ProjectionRow[]> = {}
  for (const { table } of log.reading.readModels.projections) {
    const rows = await Promise.all(accounts.map((account) => log.database.pool.query(selectAccount(table), [account])))
    tables[table.name] = sorted(rows.flatMap((result) => result.rows as ProjectionRow[]))
  }
  return tables
}

/** Selects the rows of one account in the shape that replay writes: dates and times as texts of the log, bits in hexadecimal. */
function selectAccount(table: Table): string {
  const columns = shapeOf(table).columns.map(([column, type]) => {
    if (type.startsWith('timestamptz')) return `${isoText(column)} as ${column}`
    // The binary form of bits begins with four bytes that hold their number.
    return type === 'varbit' ? `'x' || encode(substr(varbit_send(${column}), 5), 'hex') as ${column}` : column
  })
  return `select ${columns.join(', ')} from ${table.name} where account_id = $1`
}

function sorted(rows: readonly ProjectionRow[]): ProjectionRow[] {
  const text = (row: ProjectionRow) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
  return [...rows].sort((a, b) => (text(a) < text(b) ? -1 : 1))
}

async function eventsOf(account: string): Promise<RecordedEvent[]> {
  const key = await loadDataKey(log.database.pool, log.reading.keys, account)
  const events: RecordedEvent[] = []
  for await (const page of readLog(log.database.pool, account)) events.push(...page.map((row) => log.reading.codec.decode(row, key)))
  return events
}

it('any sequence of commands gives the same read models live, replayed, and replayed in shuffled batches of accounts', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (sequence, random) => {
      const writer = log.writer()
      const accounts = Array.from({ length: ACCOUNTS }, () => newId())
      const entities = Array.from({ length: ENTITIES }, () => newId())
      // Accounts write in parallel, as they do in a batch; each keeps its own order.
      await Promise.all(
        accounts.map(async (account, index) => {
          for (const step of sequence.filter((each) => each.account === index)) {
            await issue(writer, account, entities[step.entity] as string, step.command).catch(ignoreRefusal)
          }
        }),
      )
      const live = await storedRows(accounts)
      const opened = (await Promise.all(accounts.map(async (account) => ((await hasLog(account)) ? [account] : [])))).flat()

      const replayed = await Promise.all(opened.map((account) => replayAccount(log.database.pool, log.reading, account)))
      const histories = await Promise.all(opened.map(eventsOf))
      const shuffled = log.reading.readModels.changesOf(interleave(histories, () => random.next().value ?? 0))
      for (const [index, { table }] of log.reading.readModels.projections.entries()) {
        expect(sorted(replayed.flatMap((tables) => tables[index]?.rows() ?? []))).toEqual(live[table.name])
        expect(sorted(shuffled.find((rows) => rows.table === table)?.rows() ?? [])).toEqual(live[table.name])
      }
      for (const account of opened) expect(await log.verify(account)).toMatchObject({ problem: null })
    }),
    { numRuns: 25 },
  )
})

async function hasLog(account: string): Promise<boolean> {
  return (await log.database.rows({ text: 'select 1 from account_heads where account_id = $1' }, [account])).length > 0
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Rejected)) throw error
}

/** Merges histories in a random order that keeps the order within each. */
function interleave(histories: readonly RecordedEvent[][], pick: () => number): RecordedEvent[] {
  const waiting = histories.map((history) => [...history])
  const merged: RecordedEvent[] = []
  for (;;) {
    const open = waiting.filter((history) => history.length > 0)
    const next = open[pick() % Math.max(open.length, 1)]?.shift()
    if (!next) return merged
    merged.push(next)
  }
}

it('replays to a moment and to a position', async () => {
  let now = Date.UTC(2026, 9, 1)
  const writer = log.writer(() => now)
  const [account, entity] = [newId(), newId()]
  const record = {
    type: 'RecordTransaction' as const,
    details: { description: 'Bolo', amount: 100, type: 'income' as const, category: null, date: '2026-10-01', isScheduled: false },
  }
  await issue(writer, account, entity, record)
  now = Date.UTC(2026, 9, 2)
  await issue(writer, account, entity, { type: 'CorrectTransaction', changes: { amount: 250 } })
  now = Date.UTC(2026, 9, 3)
  await issue(writer, account, entity, { type: 'DeleteTransaction' })

  const amountsAt = async (stretch: object) => {
    const [list, totals] = await replayAccount(log.database.pool, log.reading, account, stretch)
    return { list: list?.rows().map((row) => row.amount), income: totals?.rows().map((row) => row.income) }
  }
  expect(await amountsAt({ until: '2026-10-01T23:59:59.999Z' })).toEqual({ list: [100], income: [100] })
  expect(await amountsAt({ until: '2026-10-02T00:00:00.000Z' })).toEqual({ list: [250], income: [250] })
  expect(await amountsAt({ toSeq: 2 })).toEqual({ list: [250], income: [250] })
  expect(await amountsAt({})).toEqual({ list: [], income: [0] })
})
