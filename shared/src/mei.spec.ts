import { fiscal } from './fiscal.js'
import { deliveryList, meiSettings, meiYearPath, newDelivery } from './mei.js'
import { meiTexts } from './mei-rules.js'
import { noFiscal } from './fiscal-marks.js'

const messages = (schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

it('has the defaults for what a transaction leaves out', () => {
  expect(fiscal.parse({})).toEqual(noFiscal)
  expect(fiscal.parse({ competence: '2025-12', hasInvoice: true })).toEqual({ ...noFiscal, competence: '2025-12', hasInvoice: true })
})

it.each([
  ['no activity', { activities: [] }, [meiTexts.activitiesMissing]],
  ['an activity twice', { activities: ['services', 'services'] }, [meiTexts.activityTwice]],
  ['an unknown activity', { activities: ['transport'] }, [meiTexts.activitiesMissing]],
  ['a date that does not exist', { openedOn: '2025-02-29' }, ['Escolha uma data válida']],
  ['an empty category', { excludedCategories: [' '] }, [meiTexts.categoryMissing]],
  ['51 categories', { excludedCategories: Array.from({ length: 51 }, (_, index) => `${index}`) }, [meiTexts.tooManyCategories]],
  ['all three activities', { activities: ['services', 'commerce', 'industry'] }, []],
])('checks a profile with %s', (_, difference, expected) => {
  expect(messages(meiSettings, { openedOn: '2024-03-12', activities: ['industry'], ...difference })).toEqual(expected)
})

it.each([
  ['monthly_report', '2026-10', []],
  ['monthly_report', '2026', [meiTexts.monthMissing]],
  ['monthly_report', '2026-13', [meiTexts.monthMissing]],
  ['dasn', '2025', []],
  ['dasn', '2025-01', [meiTexts.yearMissing]],
  ['dasn', '0005', [meiTexts.yearMissing]],
  ['das', '2026-10', [meiTexts.kindMissing]],
])('checks a delivery of %s %s', (kind, of, expected) => {
  expect(messages(newDelivery, { kind, of })).toEqual(expected)
})

it('accepts the year of a path as a number', () => {
  expect(meiYearPath.parse({ year: '2026' })).toEqual({ year: 2026 })
  expect(['0026', '26', '2026 ', '2201'].map((year) => meiYearPath.safeParse({ year }).success)).toEqual([false, false, false, false])
})

it('lists deliveries of both kinds with what changed since', () => {
  const part = { withoutInvoice: 1, withInvoice: 2, total: 3 }
  const deliveries = [
    {
      kind: 'monthly_report',
      of: '2026-10',
      at: '2026-11-05T12:00:00.000Z',
      figures: { commerce: part, industry: part, services: part, total: 9 },
      changedSince: [{ field: 'services.total', before: 3, after: 4 }],
    },
    {
      kind: 'dasn',
      of: '2025',
      at: '2026-05-14T12:00:00.000Z',
      figures: { commerce: 1, industry: 2, services: 3, total: 6, hasEmployee: false },
      changedSince: null,
    },
  ]
  expect(deliveryList.parse({ deliveries })).toEqual({ deliveries })
})
