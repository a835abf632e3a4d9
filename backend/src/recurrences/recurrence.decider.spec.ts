import { addDays } from '@prumo/shared/calendar'
import { MAX_RECURRENCE_CHANGES, MAX_RECURRENCES } from '@prumo/shared/limits'
import { recurrenceTexts } from '@prumo/shared/recurrence-rules'
import { given } from '../../test/test-given.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { recurrenceDecider as decider, toRecurrence, type RecurrenceCommand } from './recurrence.decider.js'
import type { RecurrenceDetails, RecurrenceEvent } from './recurrence.events.js'

const TODAY = '2026-11-25'
const rent = {
  kind: 'recurring',
  type: 'expense',
  description: 'Aluguel',
  category: 'Aluguel',
  amount: 210_000,
  start: '2026-12-05',
  every: 'month',
  interval: 1,
  weekend: 'keep',
  count: null,
  firstNumber: 1,
  until: null,
} as const
const { kind, type, start, count, firstNumber, until, ...named } = rent
const terms = { ...named, walletId: null, anchor: null }
const set: RecurrenceDetails = {
  kind,
  type,
  start,
  count,
  firstNumber,
  until,
  terms: [{ from: start, ...terms }],
  pauses: [],
  endedAt: null,
  reached: '2027-01-09',
}
const AT = '2026-11-25T15:00:00.000Z'
const hasBeen: RecurrenceEvent = { type: 'RecurrenceSet', data: { after: set } }
const setting = (about: object = {}, today = TODAY): RecurrenceCommand => ({ type: 'SetRecurrence', details: { ...rent, ...about }, today })
const correcting = (changes: object, today = TODAY): RecurrenceCommand => ({
  type: 'CorrectRecurrence',
  changes: { from: '2027-01-01', ...changes },
  today,
})
const ended: RecurrenceDetails = { ...set, pauses: [{ from: '2027-01-01', to: null }], endedAt: AT }
const hasEnded: RecurrenceEvent = { type: 'RecurrenceEnded', data: { before: set, after: ended } }

describe('creating a recurrence', () => {
  it('records its terms from the first date on, and its reach', () => {
    given(decider).when(setting()).then(hasBeen)
  })

  it('records all instalments at once', () => {
    const bought = { kind: 'instalments', count: 3, start: '2026-11-30' }
    given(decider)
      .when(setting(bought))
      .then({
        type: 'RecurrenceSet',
        data: { after: { ...set, ...bought, kind: 'instalments', terms: [{ from: '2026-11-30', ...terms }], reached: '2027-01-30' } },
      })
  })

  it('is refused more than a year back, for endless instalments, and for a used id', () => {
    given(decider)
      .when(setting({ start: '2025-11-24' }))
      .then({ ...hasBeen, data: { after: from('2025-11-24') } })
    given(decider)
      .when(setting({ start: '2025-11-23' }))
      .thenRejected('VALIDATION', recurrenceTexts.tooFarBack)
    given(decider)
      .when(setting({ kind: 'instalments', count: 120, every: 'year', interval: 12 }))
      .thenRejected('VALIDATION', recurrenceTexts.tooLong)
    given(decider, hasBeen).when(setting()).thenRejected('CONFLICT')
  })
})

function from(day: string): RecurrenceDetails {
  return { ...set, start: day, terms: [{ from: day, ...terms }] }
}

describe('changing it', () => {
  it('records the terms from a date on', () => {
    const after = { ...set, terms: [...set.terms, { ...terms, from: '2027-01-01', amount: 220_000 }] }
    given(decider, hasBeen)
      .when(correcting({ amount: 220_000 }))
      .then({ type: 'RecurrenceCorrected', data: { before: set, after } })
  })

  it('after its end continues from the date, without occurrences in between, and records its reach', () => {
    const over = { ...set, until: '2026-12-31' }
    const after = { ...over, until: null, pauses: [{ from: '2027-01-01', to: '2027-07-10' }], reached: '2027-08-15' }
    given(decider, { type: 'RecurrenceSet', data: { after: over } })
      .when(correcting({ from: '2027-07-10', until: null }, '2027-07-01'))
      .then({ type: 'RecurrenceCorrected', data: { before: over, after } })
  })

  it('of the date restarts the sequence, without the places of kept occurrences', () => {
    const after = {
      ...set,
      terms: [...set.terms, { ...terms, from: '2027-01-01', anchor: '2027-01-12' }],
      pauses: [{ from: '2027-02-12', to: '2027-02-13' }],
    }
    given(decider, hasBeen)
      .when({ ...correcting({ date: '2027-01-12' }), kept: ['2027-02-05'] } as RecurrenceCommand)
      .then({ type: 'RecurrenceCorrected', data: { before: set, after } })
    expect(
      toRecurrence(
        given(decider, hasBeen)
          .when(correcting({ date: '2027-01-12' }))
          .thenState(),
        TODAY,
      ),
    ).toMatchObject({ start: '2027-01-12', next: '2026-12-05' })
  })

  it('refuses a date before the preceding occurrence, more than a year back, or after the end', () => {
    given(decider, hasBeen)
      .when(correcting({ date: '2026-12-05' }))
      .thenRejected('VALIDATION', recurrenceTexts.notAfterEarlier)
    given(decider, hasBeen)
      .when(correcting({ from: '2026-12-01', date: '2025-11-23' }))
      .thenRejected('VALIDATION', recurrenceTexts.tooFarBack)
    given(decider, { type: 'RecurrenceSet', data: { after: { ...set, until: '2027-01-20' } } })
      .when(correcting({ date: '2027-01-21' }))
      .thenRejected('VALIDATION', recurrenceTexts.endsBeforeStart)
  })

  it('to equal terms records nothing', () => {
    given(decider, hasBeen)
      .when(correcting({ until: null, amount: undefined }))
      .thenNothing()
  })

  it('is refused for a missing one, for an end before its start, and for the fixed terms of instalments', () => {
    given(decider)
      .when(correcting({ amount: 1 }))
      .thenRejected('NOT_FOUND', 'Recurso não encontrado.')
    given(decider, hasBeen)
      .when(correcting({ until: '2026-12-04' }))
      .thenRejected('VALIDATION', recurrenceTexts.endsBeforeStart)
    const instalments: RecurrenceEvent = { type: 'RecurrenceSet', data: { after: { ...set, kind: 'instalments', count: 3 } } }
    for (const changes of [{ amount: 1 }, { every: 'week' }, { interval: 2 }, { until: null }, { date: '2027-01-12' }]) {
      given(decider, instalments).when(correcting(changes)).thenRejected('VALIDATION', recurrenceTexts.instalmentFixed)
    }
    expect(
      given(decider, instalments)
        .when(correcting({ description: 'Forno' }))
        .thenState(),
    ).toMatchObject({ details: { terms: [{ description: 'Aluguel' }, { description: 'Forno' }] } })
  })
})

describe('its quotas', () => {
  const NUMBER = MAX_RECURRENCE_CHANGES
  const dates = (number: number) => Array.from({ length: number }, (_, index) => addDays('2027-01-01', 3 * index))
  const changed = (number: number) => ({ ...set, terms: [...set.terms, ...dates(number).map((date) => ({ ...terms, from: date }))] })
  const paused = (number: number) => ({ ...set, pauses: dates(number).map((date) => ({ from: date, to: addDays(date, 1) })) })
  const hasBeenSet = (after: RecurrenceDetails): RecurrenceEvent => ({ type: 'RecurrenceSet', data: { after } })
  const bringing = (details: RecurrenceDetails, there = 0): RecurrenceCommand => {
    return { type: 'BringRecurrence', details, createdAt: AT, count: there }
  }

  it('refuse one more change of terms, and accept any number of changes of the same date', () => {
    const of = given(decider, hasBeenSet(changed(NUMBER)))
    of.when(correcting({ from: '2040-01-01', amount: 1 })).thenRejected('QUOTA_EXCEEDED', recurrenceTexts.tooManyChanges)
    expect(of.when(correcting({ amount: 1 })).thenState()).toMatchObject({ status: 'alive' })
  })

  it('refuse one more pause, and never an end', () => {
    const ends: RecurrenceCommand = { type: 'EndRecurrence', from: '2040-01-01', at: AT }
    const before = paused(NUMBER)
    const after = { ...before, pauses: [...before.pauses, { from: '2040-01-01', to: null }], endedAt: AT }
    const over: RecurrenceEvent = { type: 'RecurrenceEnded', data: { before, after } }
    given(decider, hasBeenSet(before)).when(ends).then(over)
    given(decider, hasBeenSet(before), over)
      .when({ type: 'ResumeRecurrence', from: '2040-02-01', today: TODAY })
      .thenRejected('QUOTA_EXCEEDED', recurrenceTexts.tooManyChanges)
  })

  it('apply to copies', () => {
    for (const make of [changed, paused]) {
      given(decider)
        .when(bringing(make(NUMBER)))
        .then({ type: 'RecurrenceRestored', data: { after: make(NUMBER), createdAt: AT } })
      given(decider)
        .when(bringing(make(NUMBER + 1)))
        .thenRejected('QUOTA_EXCEEDED', recurrenceTexts.tooManyChanges)
    }
  })

  it('refuse one more recurrence, by every command', () => {
    const withdrawn: RecurrenceEvent = { type: 'RecurrenceWithdrawn', data: { before: set } }
    const undo: RecurrenceCommand = { type: 'Undo', position: 2, entry: withdrawn, count: MAX_RECURRENCES }
    given(decider)
      .when({ ...setting(), count: MAX_RECURRENCES } as RecurrenceCommand)
      .thenRejected('QUOTA_EXCEEDED', recurrenceTexts.tooMany)
    given(decider).when(bringing(set, MAX_RECURRENCES)).thenRejected('QUOTA_EXCEEDED', recurrenceTexts.tooMany)
    given(decider, hasBeen, withdrawn).when(undo).thenRejected('QUOTA_EXCEEDED', recurrenceTexts.tooMany)
    expect(
      given(decider, hasBeen, withdrawn)
        .when({ ...undo, count: MAX_RECURRENCES - 1 })
        .thenState(),
    ).toMatchObject({ status: 'alive' })
  })
})

describe('an end', () => {
  it('happens once, and is reverted by resuming', () => {
    given(decider, hasBeen).when({ type: 'EndRecurrence', from: '2027-01-01', at: AT }).then(hasEnded)
    given(decider, hasBeen, hasEnded).when({ type: 'EndRecurrence', from: '2027-02-01', at: AT }).thenRejected('CONFLICT')
    given(decider, hasBeen, hasEnded)
      .when({ type: 'ResumeRecurrence', from: '2027-03-01', today: '2027-02-20' })
      .then({
        type: 'RecurrenceResumed',
        data: { before: ended, after: { ...set, pauses: [{ from: '2027-01-01', to: '2027-03-01' }], reached: '2027-04-06' } },
      })
    given(decider, hasBeen).when({ type: 'ResumeRecurrence', from: '2027-03-01', today: TODAY }).thenRejected('CONFLICT')
  })
})

describe('an occurrence in reach', () => {
  it('is recorded once, and none if nothing is due or it has ended', () => {
    const reaching = (today: string): RecurrenceCommand => ({ type: 'RecordOccurrences', today })
    given(decider, hasBeen).when(reaching('2026-12-21')).thenNothing()
    given(decider, hasBeen)
      .when(reaching('2026-12-22'))
      .then({ type: 'OccurrencesRecorded', data: { before: set, after: { ...set, reached: '2027-02-05' } } })
    given(decider, hasBeen, hasEnded).when(reaching('2027-06-01')).thenNothing()
    given(decider).when(reaching(TODAY)).thenRejected('NOT_FOUND')
  })
})

describe('an undo', () => {
  const further: RecurrenceDetails = { ...set, reached: '2027-02-05' }
  const hasReached: RecurrenceEvent = { type: 'OccurrencesRecorded', data: { before: set, after: further } }
  const undo = (entry: RecurrenceEvent, position = 1): RecurrenceCommand => ({ type: 'Undo', position, entry })

  it('withdraws it, whatever was recorded since, and restores it', () => {
    given(decider, hasBeen, hasReached)
      .when(undo(hasBeen))
      .then({ type: 'RecurrenceWithdrawn', data: { before: further } })
    const withdrawn: RecurrenceEvent = { type: 'RecurrenceWithdrawn', data: { before: further } }
    given(decider, hasBeen, hasReached, withdrawn)
      .when(undo(withdrawn, 3))
      .then({ type: 'RecurrenceRestored', data: { after: further, createdAt: '2026-01-01T12:00:00.000Z' } })
  })

  it('reverts an end, unless it was resumed since', () => {
    given(decider, hasBeen, hasEnded)
      .when(undo(hasEnded, 2))
      .then({ type: 'RecurrenceCorrected', data: { before: ended, after: set } })
    const resumed: RecurrenceEvent = {
      type: 'RecurrenceResumed',
      data: { before: ended, after: { ...set, pauses: [{ from: '2027-01-01', to: '2027-03-01' }] } },
    }
    given(decider, hasBeen, hasEnded, resumed).when(undo(hasEnded, 2)).thenRejected('CONFLICT')
  })

  it('is never possible for occurrences that came into reach', () => {
    given(decider, hasBeen, hasReached).when(undo(hasReached, 2)).thenRejected('CONFLICT')
  })
})

it('is shown with its latest terms, in reais, and with its next due day', () => {
  const { state } = given(decider, hasBeen, {
    type: 'RecurrenceCorrected',
    data: { before: set, after: { ...set, terms: [...set.terms, { ...terms, from: '2027-01-01', amount: 220_050, weekend: 'before' }] } },
  })
  expect(toRecurrence(state, '2026-12-06')).toEqual({
    ...rent,
    id: expect.any(String),
    walletId: initialWalletId(state.status === 'none' ? '' : state.accountId),
    userId: expect.any(String),
    amount: 2_200.5,
    weekend: 'before',
    endedAt: null,
    next: '2027-01-05',
    createdAt: '2026-01-01T12:00:00.000Z',
    updatedAt: '2026-01-01T12:01:00.000Z',
    version: 2,
  })
})
