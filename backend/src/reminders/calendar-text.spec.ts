import fc from 'fast-check'
import { addDays } from '@prumo/shared/calendar'
import { readCalendar } from '../../test/test-calendar.js'
import { writeCalendar, type CalendarEvent } from './calendar-text.js'

const rent: CalendarEvent = {
  uid: '0190d3a0-0000-7000-8000-000000000001@prumo',
  date: '2026-12-31',
  title: 'Vence: Aluguel',
  sequence: 3,
  changedAt: '2026-11-20T17:32:05.123Z',
}

it('writes an all-day event', () => {
  const text = writeCalendar([rent])
  expect(text).toContain(
    [
      'BEGIN:VEVENT',
      'UID:0190d3a0-0000-7000-8000-000000000001@prumo',
      'DTSTAMP:20261120T173205Z',
      'LAST-MODIFIED:20261120T173205Z',
      'SEQUENCE:3',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Vence: Aluguel',
      'TRANSP:TRANSPARENT',
      'CLASS:PRIVATE',
      'END:VEVENT',
      '',
    ].join('\r\n'),
  )
  expect(readCalendar(text)).toEqual([{ ...rent, changedAt: '2026-11-20T17:32:05Z' }])
})

it('escapes what has a meaning, and breaks no line', () => {
  const [event] = readCalendar(writeCalendar([{ ...rent, title: 'Bolo, 2; \\ "fim"\r\nBEGIN:VEVENT\nnada\u0007' }]))
  expect(event?.title).toBe('Bolo, 2; \\ "fim"\nBEGIN:VEVENT\nnada')
})

it('is valid and complete for any events', () => {
  const events = fc.uniqueArray(
    fc.record({
      uid: fc.uuid(),
      date: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days)),
      title: fc.string({ unit: fc.constantFrom('a', 'ç', '🎂', ',', ';', '\\', ':', ' ', '"', '\n', '👩‍🍳'), maxLength: 200 }),
      sequence: fc.nat(),
      changedAt: fc.constant('2026-11-20T17:32:05Z'),
    }),
    { selector: ({ uid }) => uid, maxLength: 10 },
  )
  fc.assert(fc.property(events, (given) => expect(readCalendar(writeCalendar(given))).toEqual(given)))
})
