import { closingTexts } from '@prumo/shared/closing-rules'
import { given } from '../../test/test-given.js'
import { monthDecider, toMonth, type MonthCommand, type MonthFacts } from './month.decider.js'
import type { MonthDetails, MonthEvent } from './month.events.js'

const facts: MonthFacts = { income: 704_740, expense: 613_020, count: 43, contentHash: 'first', changes: { count: 0, listed: [] } }
const at = '2026-11-05T22:02:00.000Z'
const details: MonthDetails = {
  month: '2026-10',
  at,
  income: 704_740,
  expense: 613_020,
  count: 43,
  contentHash: 'first',
  firstContentHash: 'first',
  wasChanged: false,
}
const close = (more: Partial<Extract<MonthCommand, { type: 'CloseMonth' }>> = {}): MonthCommand => ({
  type: 'CloseMonth',
  month: '2026-10',
  facts,
  at,
  today: '2026-11-05',
  ...more,
})
const closed = (before: MonthDetails | null, after: MonthDetails, changes = facts.changes): MonthEvent => ({
  type: 'MonthClosed',
  data: { before, after, changes },
})
const reopened: MonthEvent = { type: 'MonthReopened', data: { before: details, reason: 'Faltou uma nota' } }
const months = (...history: MonthEvent[]) => given(monthDecider, ...history)

it('closes a month that has ended with its figures, and again only after it was reopened', () => {
  months().when(close()).then(closed(null, details))
  months(closed(null, details)).when(close()).thenNothing()
  const changes = { count: 1, listed: [{ description: 'Buffet Sol', amountBefore: 48_000, amountAfter: 54_000 }] }
  const later = { ...details, income: 710_740, contentHash: 'second' }
  months(closed(null, details), reopened)
    .when(close({ facts: { ...facts, income: 710_740, contentHash: 'second', changes } }))
    .then(closed(details, later, changes))
})

it('refuses a month that has not ended', () => {
  months()
    .when(close({ today: '2026-10-31' }))
    .thenRejected('CONFLICT', closingTexts.notEnded)
})

it('reopens a closed month with a reason, and leaves an open one as it is', () => {
  const reopen = { type: 'ReopenMonth', reason: 'Faltou uma nota' } as const
  months(closed(null, details)).when(reopen).then(reopened)
  months(closed(null, details), reopened).when(reopen).thenNothing()
  months().when(reopen).thenNothing()
})

it('comes with a copy as it was', () => {
  const bring = { type: 'BringMonth', month: '2026-10', facts, at, wasChanged: true, today: '2026-12-01' } as const
  months()
    .when(bring)
    .then(closed(null, { ...details, wasChanged: true }))
})

it('says whether it changed since its first closing: closed by its last closing, open by what is in it now', () => {
  const first = months(closed(null, details)).state
  expect(toMonth('2026-10', first, 'renamed since')).toEqual({
    month: '2026-10',
    state: 'closed',
    closedAt: at,
    position: 1,
    totals: { income: 704_740, expense: 613_020, balance: 91_720, count: 43 },
    changedSinceFirstClosing: false,
  })
  const open = months(closed(null, details), reopened).state
  expect(toMonth('2026-10', open, 'first')).toMatchObject({ state: 'open', closedAt: null, totals: null, changedSinceFirstClosing: false })
  expect(toMonth('2026-10', open, 'other')).toMatchObject({ changedSinceFirstClosing: true })
  const again = months(closed(null, details), reopened, closed(details, { ...details, contentHash: 'second' })).state
  expect(toMonth('2026-10', again, 'second')).toMatchObject({ state: 'closed', position: 3, changedSinceFirstClosing: true })
  expect(toMonth('2026-09', months().state, 'any')).toMatchObject({ state: 'open', changedSinceFirstClosing: false })
})
