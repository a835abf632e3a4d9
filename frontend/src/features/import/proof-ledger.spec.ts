import { proofRows } from './proof-ledger'
import type { StatementProof } from './statement-review'

const proof: StatementProof = {
  from: '2026-11-01',
  to: '2026-11-30',
  income: 50_000,
  expense: 20_000,
  opening: 10_000,
  openingDate: '2026-10-31',
  sum: 40_000,
  closing: { centavos: 40_000, date: '2026-11-30' },
  missing: 0,
}
const of = (ticked: { income: number; expense: number }) => proofRows(proof, ticked).map(({ name, centavos }) => `${name} ${centavos}`)

it('has the sums that the import adds, and what stays out as a row of its own', () => {
  expect(of({ income: 50_000, expense: 20_000 })).toEqual([
    expect.stringMatching(/ 10000$/),
    'entrou 50000',
    'saiu -20000',
    expect.stringMatching(/ 40000$/),
  ])
  const rows = proofRows(proof, { income: 50_000, expense: 12_000 })
  expect(rows.map(({ name, centavos }) => `${name} ${centavos}`).slice(1, 4)).toEqual([
    'entrou 50000',
    'saiu -12000',
    'fora desta importação -8000',
  ])
  // The rows before the last add up to it, whatever is ticked.
  expect(rows.slice(0, -1).reduce((sum, { centavos }) => sum + centavos, 0)).toBe(rows.at(-1)?.centavos)
})
