import { accumulateMonths, pointsOf, speakAccumulated } from './accumulated'

const month = (number: number, income: number, expense: number) => ({
  month: `2026-${String(number).padStart(2, '0')}`,
  income,
  expense,
  balance: income - expense,
  partial: false,
})
const six = [
  month(6, 1_121_420, 1_048_640),
  month(7, 1_205_000, 1_293_000),
  month(8, 1_261_000, 1_100_500),
  month(9, 1_328_500, 1_190_300),
  month(10, 1_396_000, 1_212_000),
  month(11, 1_493_000, 1_171_160),
]

it('sums from zero, exactly', () => {
  const months = accumulateMonths({ monthly: six })
  expect(months.map(({ total }) => total)).toEqual([72_780, -15_220, 145_280, 283_480, 467_480, 789_320])
})

it('prints whole reais where they fit, and the unit of the largest value otherwise', () => {
  const months = accumulateMonths({ monthly: six })
  expect(pointsOf(months, 728)).toMatchObject({
    unit: 'R$',
    points: [
      { label: 'jun', text: '728' },
      { text: '-152', isShort: true, isBelow: true },
      { text: '1.453' },
      {},
      {},
      { label: 'nov', text: '7.893' },
    ],
  })
  const tight = pointsOf(months, 200)
  expect(tight.unit).toBe('R$\u00a0mil')
  expect(tight.points.map(({ text }) => text)).toEqual(['0,7', '-0,2', '1,5', '2,8', '4,7', '7,9'])
})

it('omits every second value where needed, but never the last', () => {
  const { points } = pointsOf(accumulateMonths({ monthly: six }), 130)
  expect(points.map(({ label, text }) => [label, text])).toEqual([
    ['', ''],
    ['jul', '-0,2'],
    ['', ''],
    ['set', '2,8'],
    ['', ''],
    ['nov', '7,9'],
  ])
})

it('keeps the first and last value inside any width', () => {
  const year = Array.from({ length: 12 }, (_, index) => month(index + 1, 15_200, 100))
  for (const width of [130, 171, 358, 728]) {
    const { left, right } = pointsOf(accumulateMonths({ monthly: year }), width)
    expect([left, right].map((side) => side >= 13)).toEqual([true, true])
  }
})

it('is described in a sentence', () => {
  expect(speakAccumulated(accumulateMonths({ monthly: six })).replaceAll('\u00a0', ' ')).toBe(
    'Saldo acumulado desde junho de 2026: R$ 7.893,20 em novembro de 2026. O ponto mais baixo foi -R$ 152,20, em julho de 2026.',
  )
})
