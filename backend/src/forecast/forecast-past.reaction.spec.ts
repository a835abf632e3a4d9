import { addDays } from '@prumo/shared/calendar'
import { spreadsOf } from '@prumo/shared/forecast-rules'
import fc from 'fast-check'
import { applyEvent } from '../event-store/projection/projection.js'
import { TableRows } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'
import { transactionTotals } from '../transactions/transaction-totals.projection.js'
import { factsOfRows } from './forecast-facts.js'
import { changesPast } from './forecast-past.reaction.js'

const accountId = '01900000-0000-7000-8000-00000000000a'
const TODAY = '2026-11-30'
const sold: TransactionDetails = {
  ...defaultDetails,
  description: 'Bolo',
  amount: 5_000,
  type: 'income',
  category: 'Vendas',
  date: '2026-11-10',
  isScheduled: false,
  isConfirmed: true,
  isReceived: true,
}
const pending = { isScheduled: true, isConfirmed: false, isReceived: false }
const recorded = (changes: Partial<TransactionDetails>): TransactionEvent => ({
  type: 'TransactionRecorded',
  data: { after: { ...sold, ...changes } },
})
const corrected = (changes: Partial<TransactionDetails>): TransactionEvent => ({
  type: 'TransactionCorrected',
  data: { before: sold, after: { ...sold, ...changes } },
})

it.each([
  ['a sale of the past', recorded({}), true],
  ['an old one, with which the history starts', recorded({ date: '1999-01-01' }), true],
  ['one of tomorrow, because midnight may pass before the commit', recorded({ date: '2026-12-01' }), true],
  ['a later one', recorded({ date: '2026-12-02' }), false],
  ['a pending one', recorded(pending), false],
  ['other words', corrected({ description: 'Torta', category: null }), false],
  ['another amount', corrected({ amount: 1 }), true],
  ['another day', corrected({ date: '2026-11-11' }), true],
  ['the other type', corrected({ type: 'expense' }), true],
  ['planned after all', corrected({ isScheduled: true }), true],
  ['pending after all', corrected(pending), true],
  ['a deletion', { type: 'TransactionDeleted', data: { before: sold } } as const, true],
])('%s: %#', (_, event, asks) => {
  expect(changesPast(event, TODAY)).toBe(asks)
})

it('never misses an event that changes the past’s answer, today or on the next day', () => {
  const details = fc
    .record({
      type: fc.constantFrom('income' as const, 'expense' as const),
      amount: fc.integer({ min: 1, max: 3 }),
      days: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -92, max: -88 }), fc.integer({ min: -500, max: 30 })),
      state: fc.constantFrom([false, true, true], [true, false, false], [true, true, true], [true, true, false]),
    })
    .map(({ days, state: [isScheduled = false, isConfirmed = false, isReceived = false], ...rest }): TransactionDetails => {
      return { ...sold, ...rest, date: addDays(TODAY, days), isScheduled, isConfirmed, isReceived }
    })
  const said = (events: readonly TransactionEvent[], day: string) => {
    const { table } = transactionTotals
    const rows = new TableRows(table)
    for (const event of events) applyEvent(transactionTotals, { ...event, accountId } as unknown as RecordedEvent, rows)
    const { first, flow } = factsOfRows(accountId, new Map([[table.name, rows.rows()]]), [], day)
    return spreadsOf(flow, first, day)
  }
  fc.assert(
    fc.property(details, details, details, fc.constantFrom(TODAY, addDays(TODAY, 1)), (other, before, after, day) => {
      const history = [recorded(other), recorded(before)]
      const event: TransactionEvent = { type: 'TransactionCorrected', data: { before, after } }
      const changes = JSON.stringify(said(history, day)) !== JSON.stringify(said([...history, event], day))
      expect(!changes || changesPast(event, TODAY)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
