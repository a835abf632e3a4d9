import { noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import { meiDefaults, type MeiProfile } from '@prumo/shared/mei-rules'
import { aTransaction } from '../../data/test-fixtures'
import { firstRows, rowsByMonth } from './mei-rows'

const profile: MeiProfile = { ...meiDefaults, openedOn: '2024-03-12', activities: ['industry', 'services'] }
const saying = (said: Partial<Fiscal>) => ({ fiscal: { ...noFiscal, ...said } })
const rows = [
  aTransaction({ id: 'sale', date: '2026-10-03' }),
  aTransaction({ id: 'course', date: '2026-10-04', category: 'Serviços', ...saying({ hasInvoice: true }) }),
  aTransaction({ id: 'own', date: '2026-10-05', category: 'Aporte' }),
  aTransaction({ id: 'gift', date: '2026-10-06', ...saying({ countsAsRevenue: false }) }),
  aTransaction({ id: 'paid later', date: '2026-11-02', ...saying({ competence: '2026-10' }) }),
  aTransaction({ id: 'pending', date: '2026-10-07', isScheduled: true, isConfirmed: false, isReceived: false }),
  aTransaction({ id: 'flour', date: '2026-10-08', type: 'expense', category: 'Fornecedores' }),
  aTransaction({ id: 'taken', date: '2026-10-09', type: 'expense', category: 'Retirada' }),
]
const ids = (question: Parameters<typeof rowsByMonth>[2]) =>
  rowsByMonth(rows, profile, question).map(({ month, rows: found, sum }) => [month, found.map(({ id }) => id), sum])

it.each<[string, Parameters<typeof rowsByMonth>[2], unknown]>([
  ['a month', { period: '2026-10', part: 'revenue' }, [['2026-10', ['sale', 'course', 'paid later'], 30_000]]],
  ['an activity', { period: '2026-10', part: 'revenue', activities: ['services'] }, [['2026-10', ['course'], 10_000]]],
  [
    'an activity without invoices',
    { period: '2026', part: 'revenue', activities: ['industry'], hasInvoice: false },
    [['2026-10', ['sale', 'paid later'], 20_000]],
  ],
  ['what is no revenue', { period: '2026', part: 'other' }, [['2026-10', ['own', 'gift'], 20_000]]],
  ['costs', { period: '2026', part: 'costs' }, [['2026-10', ['flour'], 10_000]]],
  ['another year', { period: '2025', part: 'revenue' }, []],
])('finds the rows of %s', (_, question, expected) => {
  expect(ids(question)).toEqual(expected)
})

it('limits the rows to the first of the newest months', () => {
  const months = rowsByMonth([aTransaction({ id: 'older', date: '2026-09-01' }), ...rows], profile, { period: '2026', part: 'revenue' })
  expect(firstRows(months, 3).map(({ month, rows: { length } }) => [month, length])).toEqual([['2026-10', 3]])
  expect(firstRows(months, 4).map(({ month, rows: { length } }) => [month, length])).toEqual([
    ['2026-10', 3],
    ['2026-09', 1],
  ])
})
