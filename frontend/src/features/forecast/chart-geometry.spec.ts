import fc from 'fast-check'
import { addDays } from '@prumo/shared/calendar'
import { forecastOf, type Forecast } from '@prumo/shared/forecast-rules'
import { forecastDrawing, nearestDay, scaleOf } from './chart-geometry'

const today = '2026-11-23'

function made(opening: number, pending: readonly [ahead: number, income: number, expense: number][], isUsual = true): Forecast {
  return forecastOf(
    {
      opening: { amount: opening, source: 'stated' },
      pending: pending.map(([ahead, income, expense]) => ({ date: addDays(today, ahead), income, expense, count: 1 })),
      occurrences: [],
      spreads: isUsual ? Array.from({ length: 91 }, (_, ahead) => ({ low: ahead * -1_000, high: ahead * 2_000 })) : null,
    },
    today,
    90,
  )
}

describe('the scale', () => {
  it('has steps of one, two or five, and at most five lines', () => {
    expect(scaleOf(0, 812_000)).toEqual([0, 200_000, 400_000, 600_000, 800_000])
    expect(scaleOf(-212_000, 612_000)).toEqual([-200_000, 0, 200_000, 400_000, 600_000])
    expect(scaleOf(0, 0)).toEqual([0])
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 0 }), fc.integer({ min: 0, max: 99_999_999_999 }), (least, highest) => {
        const marks = scaleOf(least, highest)
        expect(marks).toContain(0)
        expect(marks.length).toBeLessThanOrEqual(5)
      }),
    )
  })
})

describe('the drawing', () => {
  it('includes zero, and keeps everything within the height', () => {
    const flow = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.nat(9_999_999), fc.nat(9_999_999))
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        fc.array(flow, { maxLength: 12 }),
        fc.constantFrom(288, 358, 592),
        (opening, flows, width) => {
          const drawing = forecastDrawing(made(opening, flows), width, today)
          for (const y of [drawing.zero, ...drawing.points.map((point) => point.y), ...drawing.scale.map((mark) => mark.y)]) {
            expect(y).toBeGreaterThanOrEqual(22)
            expect(y).toBeLessThanOrEqual(drawing.height - 56)
          }
          expect(`${drawing.line}${drawing.band}`).not.toMatch(/NaN|undefined|Infinity/)
          expect(drawing.points.at(-1)?.x).toBe(drawing.right)
        },
      ),
    )
  })

  it('starts at the opening balance and continues in steps', () => {
    const drawing = forecastDrawing(made(100_000, [[0, 50_000, 0]], false), 592, today)
    expect(drawing.line.startsWith(`M${drawing.left} ${drawing.start.y}H${drawing.left}V${drawing.points[0]!.y}H`)).toBe(true)
    expect(drawing.points[0]!.y).toBeLessThan(drawing.start.y)
    expect(drawing.band).toBeNull()
  })

  it('labels certain amounts in whole reais and estimates in hundreds', () => {
    const { ends } = forecastDrawing(made(431_240, []), 592, today)
    expect(ends.map(({ text }) => text)).toEqual(['6.100', '4.312', '3.400'])
    expect(forecastDrawing(made(431_240, [], false), 592, today).ends.map(({ text }) => text)).toEqual(['4.312'])
  })

  it('separates overlapping labels at the end', () => {
    const ys = forecastDrawing(made(99_000_000, []), 358, today).ends.map(({ y }) => y)
    expect(ys[1]! - ys[0]!).toBeGreaterThanOrEqual(15)
    expect(ys[2]! - ys[1]!).toBeGreaterThanOrEqual(15)
  })

  it('omits dates that are too close to the lowest day, today or the end', () => {
    const drawing = forecastDrawing(made(431_240, [[43, 0, 390_000]]), 592, today)
    expect(drawing.lowest.date.text).toBe('5 jan')
    expect(drawing.dates.map(({ text }) => text)).toEqual(['hoje', '21 fev', '1 dez', '1 fev'])
    expect(forecastDrawing(made(431_240, [[43, 0, 390_000]]), 358, today).dates.map(({ text }) => text)).toEqual([
      'hoje',
      '21 fev',
      '1 fev',
    ])
    // The lowest day is the last one: only its own date remains.
    expect(forecastDrawing(made(431_240, [[90, 0, 1]]), 592, today).dates.map(({ text }) => text)).not.toContain('21 fev')
  })

  it('leaves the lowest amount to the figure where it is narrow', () => {
    const forecast = made(431_240, [[43, 0, 390_010]])
    expect(forecastDrawing(forecast, 592, today).lowest.amount?.text).toBe('412,30')
    expect(forecastDrawing(forecast, 358, today).lowest.amount).toBeNull()
  })

  it('leaves the lowest amount to the figure where the label would cover the line', () => {
    // 598,00 on the days before 280,00, or much more.
    const falling = (late: number) =>
      made(329_800, [
        [9, 0, 329_800 - 28_000 - late],
        [12, 0, late],
      ])
    expect(forecastDrawing(falling(31_800), 592, today).lowest.amount).toBeNull()
    expect(forecastDrawing(falling(200_000), 592, today).lowest.amount?.text).toBe('280,00')
  })

  it('finds the day nearest to a touch', () => {
    const drawing = forecastDrawing(made(0, []), 592, today)
    expect(nearestDay(drawing.points[43]!.x + 3, drawing, [0, 40, 44])).toBe(44)
  })
})
