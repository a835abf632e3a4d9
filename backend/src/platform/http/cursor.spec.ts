import fc from 'fast-check'
import { Rejected } from '@prumo/shared/rejections'
import { calendarDate } from '@prumo/shared/fields'
import { z } from 'zod'
import { moment, readCursor, writeCursor } from './cursor.js'

const places = z.tuple([calendarDate, moment, z.guid()])
const place = ['2026-11-20', '2026-11-21T09:30:00.123Z', '0198c0de-0000-7000-8000-000000000001']
const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

function refused(cursor: string, of: z.ZodType = places): void {
  expect(() => readCursor(cursor, of)).toThrow(expect.objectContaining({ code: 'VALIDATION', fields: { cursor: ['Cursor inválido'] } }))
}

describe('a cursor', () => {
  it('encodes a place', () => {
    expect(readCursor(writeCursor(place), places)).toEqual(place)
    expect(readCursor(writeCursor(17), z.int())).toBe(17)
  })

  it('keeps its format, which open lists hold on to', () => {
    expect(writeCursor(place)).toBe(cursorOf('["2026-11-20","2026-11-21T09:30:00.123Z","0198c0de-0000-7000-8000-000000000001"]'))
    expect(writeCursor(17)).toBe(cursorOf('17'))
  })

  it.each([
    [0, '2026-13-45'],
    [0, '2026-02-30'],
    [0, '0000-01-01'],
    [0, '9999-01-01'],
    [1, '2026-11-21T24:00:00.000Z'],
    [1, '2026-02-30T00:00:00.000Z'],
    [1, '0000-01-01T00:00:00.000Z'],
    [1, '2026-11-21T09:30:00Z'],
    [1, '2026-11-21T..:..:......Z'],
    [2, '------------------------------------'],
    [2, '0198c0de0000-7000-8000-0000000000001'],
    [2, null],
  ])('is refused with part %d being %s', (part, value) => {
    refused(writeCursor(place.map((each, at) => (at === part ? value : each))))
  })

  it.each(['', '=', 'abc', '%', '\u0000', cursorOf('[]'), cursorOf('{}'), cursorOf('null'), cursorOf('[['.repeat(200)), cursorOf('NaN')])(
    'is refused: %j',
    (cursor) => {
      refused(cursor)
      refused(cursor, z.int())
    },
  )

  it.each([1.5, -1e300, 2 ** 53, '17', [17], 1e21])('of a number is refused: %j', (value) => {
    refused(writeCursor(value), z.int().nonnegative())
  })

  it('is refused with any addition or alternative encoding', () => {
    const cursor = writeCursor(place)
    for (const other of [`${cursor}A`, `${cursor}=`, ` ${cursor}`, `${cursor}\n`, cursorOf(` ${JSON.stringify(place)}`)]) refused(other)
  })

  it('decodes to a place or is refused, for any input', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.json().map(cursorOf), fc.jsonValue().map(writeCursor))
    fc.assert(
      fc.property(anything, (cursor) => {
        try {
          expect(writeCursor(readCursor(cursor, places))).toBe(cursor)
        } catch (error) {
          expect(error).toBeInstanceOf(Rejected)
        }
      }),
    )
  })
})
