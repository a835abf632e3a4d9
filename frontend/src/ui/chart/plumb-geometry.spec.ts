import { barLength, barPath, plumbFrame, rowMiddle, valueStart } from './plumb-geometry'

const sixMonths = { label: 3, value: 4, net: 4 }

describe('the frame of the plumb chart', () => {
  it('keeps the line inside and gives both sides the same length', () => {
    for (const width of [304, 340, 358, 374, 640, 1100]) {
      const frame = plumbFrame(width, 6, sixMonths)
      expect(frame.axis - frame.reach).toBeGreaterThan(60)
      expect(frame.axis + frame.reach).toBeLessThan(width - 30)
    }
  })

  it('drops the column of nets below 340', () => {
    expect(plumbFrame(339, 6, sixMonths).showsNet).toBe(false)
    expect(plumbFrame(340, 6, sixMonths).showsNet).toBe(true)
    expect(plumbFrame(339, 6, sixMonths).reach).toBeGreaterThan(plumbFrame(340, 6, sixMonths).reach)
  })

  it('shortens the bars for longer amounts', () => {
    const longer = plumbFrame(374, 6, { label: 3, value: 6, net: 7 })
    expect(longer.reach).toBeLessThan(plumbFrame(374, 6, sixMonths).reach)
  })

  it('grows by a row for each period', () => {
    expect(plumbFrame(640, 6, sixMonths).height).toBe(272)
    expect(plumbFrame(640, 12, sixMonths).height).toBe(272 + 6 * 32)
    expect(rowMiddle(0)).toBe(50)
    expect(rowMiddle(5)).toBe(210)
  })
})

describe('a bar', () => {
  it('is measured on one scale for both sides', () => {
    expect(barLength(1_490_000, 1_490_000, 190)).toBe(190)
    expect(barLength(745_000, 1_490_000, 190)).toBe(95)
  })

  it('is visible for any amount, and absent for zero', () => {
    expect(barLength(1, 1_490_000, 190)).toBe(1.5)
    expect(barLength(0, 1_490_000, 190)).toBe(0)
    expect(barLength(0, 0, 190)).toBe(0)
  })

  it('grows left for expenses and right for income, square at the line', () => {
    expect(barPath(297, 50, 132.7, -1)).toBe('M295.4 43.5H165.7a3 3 0 0 0 -3 3v7a3 3 0 0 0 3 3H295.4z')
    expect(barPath(297, 50, 142.1, 1)).toBe('M298.6 43.5H437.7a3 3 0 0 1 3 3v7a3 3 0 0 1 -3 3H298.6z')
  })

  it('has its amount beside its end', () => {
    expect(valueStart(297, 100, -1)).toBe(188.4)
    expect(valueStart(297, 100, 1)).toBe(405.6)
  })
})
