import { createHash, randomUUID } from 'node:crypto'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { newRecurrence, type NewRecurrence } from '@prumo/shared/recurrences'
import type { Transaction } from '@prumo/shared/transactions'
import { v7 as newId } from 'uuid'
import type { CommandContext } from '@prumo/backend/event-store/decider/command'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { acceptStatement } from '@prumo/backend/imports/accept-statement'
import { PreviewLines } from '@prumo/backend/imports/preview'
import { issue, type TestLog } from './proofs/test-log.js'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { recurrenceCommand } from '@prumo/backend/recurrences/recurrence-command'
import { dueRecurrences, type DueRecurrence } from '@prumo/backend/recurrences/recurrence-list.projection'

const DAY_MS = 86_400_000
/** Noon in São Paulo. */
const FIRST = Date.UTC(2025, 0, 1, 15)
const textOf = (moment: number): CalendarDate => new Date(moment).toISOString().slice(0, 10)
const NO_ID = '00000000-0000-0000-0000-000000000000'
const BEFORE_ALL: DueRecurrence = { dueOn: '0001-01-01', accountId: NO_ID, id: NO_ID }

/** So many recurrences for so many days from 1 January 2025; the last day ends a month. */
export interface RecurringRun {
  recurrences: number
  days: number
  /** The days on which no worker runs. */
  dead: { from: number; to: number }
}

/** The days of the run on which an occurrence is due, computed without the product's rules. */
function daysOf({ start, every }: Pick<NewRecurrence, 'start' | 'every'>, dayCount: number): CalendarDate[] {
  const [begin, dayOfMonth] = [Date.parse(start), Number(start.slice(8))]
  const days = Array.from({ length: dayCount }, (_, index) => new Date(Date.UTC(2025, 0, 1) + index * DAY_MS))
  const isDue = (day: Date) => {
    if (day.getTime() < begin) return false
    if (every === 'week') return ((day.getTime() - begin) / DAY_MS) % 7 === 0
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
    const isDay = day.getUTCDate() === Math.min(dayOfMonth, last)
    return isDay && (every === 'month' || day.getUTCMonth() === new Date(begin).getUTCMonth())
  }
  return days.filter(isDue).map((day) => day.toISOString().slice(0, 10))
}

/** Income and expenses of a business; some amounts are equal. */
const toRecurrence = (_: unknown, index: number) =>
  newRecurrence.parse({
    id: newId(),
    kind: 'recurring',
    type: index % 4 === 0 ? 'income' : 'expense',
    description: `Conta ${index}`,
    amount: 50 + (index % 35),
    start: textOf(FIRST + ((index * 11) % 60) * DAY_MS),
    every: index % 10 === 3 ? 'week' : index % 13 === 5 ? 'year' : 'month',
  })

/** Expects each occurrence to be settled by the line of its statement, and none to be recorded twice. */
export async function settleRecurrences(log: TestLog, { recurrences, days, dead }: RecurringRun): Promise<void> {
  let now = FIRST
  const writer = log.writer(() => now)
  const all = Array.from({ length: recurrences }, toRecurrence)
  const accountId = newId()
  const context: CommandContext = { accountId, actor: accountId, source: 'app' }
  await issue(writer, accountId, newId(), {
    type: 'RecordTransaction',
    details: { description: 'Abertura', amount: 1, type: 'income', category: null, date: textOf(now), isScheduled: false },
  })
  for (const { id = newId(), ...details } of all)
    await writer.execute(recurrenceCommand(context, id, { type: 'SetRecurrence', details, today: textOf(now) }, () => null))

  const due = all.flatMap((each) => daysOf(each, days).map((date) => ({ date, type: each.type, amount: each.amount })))
  const asked = { rows: log.database.rows.bind(log.database), clock: log.database.clock, pool: log.database.pool }
  let settled = 0
  for (let day = 0; day < days; day++, now += DAY_MS) {
    const today = textOf(now)
    if (day < dead.from || day > dead.to) await recordDue({ log, writer }, context, today)
    if (textOf(now + DAY_MS).slice(0, 7) === today.slice(0, 7)) continue
    // The statement of the month: the bank books some lines a day or two later.
    const lines = due.filter(({ date }) => date.slice(0, 7) === today.slice(0, 7)).map(toLine)
    const { rows } = await new PreviewLines(accountId, { rows: lines, format: 'ofx', account: null, bank: 'Inter' }, today).answer(
      asked,
      log.reading.keys,
    )
    expect(rows.map(({ state }) => state)).toEqual(lines.map(() => 'expected'))
    const accepted = lines.map((line, index) => ({ ...line, id: newId(), category: null, settles: rows[index]?.transactionId ?? '' }))
    const statement = { fileName: `${today}.ofx`, format: 'ofx', bank: 'Inter', account: null, closing: null, rows: accepted } as const
    await writer.execute(acceptStatement(context, newId(), { ...statement, rows: [...accepted] }, today))
    settled += accepted.length
  }
  const transactions = await everything(accountId, asked.rows)
  const ofRun = transactions.filter(({ recurrenceId, date, isConfirmed }) => recurrenceId !== null && (date < textOf(now) || isConfirmed))
  expect(ofRun.filter(({ isReceived }) => isReceived)).toHaveLength(settled)
  expect(ofRun).toHaveLength(due.length)
  expect(ofRun.every(({ isReceived, importId }) => isReceived && importId !== null)).toBe(true)
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
}

function toLine({ date, type, amount }: { date: CalendarDate; type: 'income' | 'expense'; amount: number }, index: number) {
  const key = createHash('sha256').update(randomUUID()).digest('hex')
  const booked = textOf(Date.parse(date) + (index % 3) * DAY_MS)
  return { key, date: booked, type, amount, description: 'Pix enviado' }
}

/** The daily work of the worker. */
async function recordDue(
  { log, writer }: { log: TestLog; writer: WritePath },
  context: CommandContext,
  today: CalendarDate,
): Promise<void> {
  for (const { id } of await dueRecurrences(log.database, today, BEFORE_ALL, 500))
    await writer.execute(recurrenceCommand(context, id, { type: 'RecordOccurrences', today }, () => null))
}

async function everything(accountId: string, rows: TestLog['database']['rows']): Promise<OnWire<Transaction>[]> {
  const found: OnWire<Transaction>[] = []
  for (let cursor: string | undefined; ;) {
    const page = await new ListTransactions(accountId, { limit: 500, ...(cursor && { cursor }) }).answer({ rows })
    found.push(...page.transactions)
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}
